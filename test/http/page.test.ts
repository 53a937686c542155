import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { PAGE_FOLDER, readPageFiles } from '../../src/http/page/page-files.ts';
import { createFoodLookup, type FoodLookup } from '../../src/index.ts';
import { SMALL_DATABASE } from '../small-database.ts';
import { listening } from './listening.ts';

async function startWithPage(options: { host?: string; apiUrl?: string } = {}) {
  const foodLookup: FoodLookup = await createFoodLookup({
    port: 0,
    page: 0,
    logLevel: 'silent',
    database: SMALL_DATABASE,
    cors: { origin: 'http://localhost:3000' },
    ...options,
  });
  onTestFinished(() => foodLookup.close());
  const apiUrl = await foodLookup.listen();
  return { foodLookup, apiUrl, pageUrl: foodLookup.pageUrl ?? '' };
}

describe('the page', () => {
  test('is served on its own origin', async () => {
    const { apiUrl, pageUrl } = await startWithPage();
    expect(new URL(pageUrl).origin).not.toBe(new URL(apiUrl).origin);
    for (const path of ['/', '/lab.html', '/lab', '/icon.svg']) {
      const answer = await fetch(pageUrl + path);
      expect([path, answer.status]).toEqual([path, 200]);
    }
    expect((await fetch(`${apiUrl}/lab.html`)).status).toBe(404);
  });

  test('is not served unless configured', async () => {
    const options = { port: 0, logLevel: 'silent', database: SMALL_DATABASE } as const;
    await using foodLookup = await createFoodLookup(options);
    await foodLookup.listen();
    expect(foodLookup.pageUrl).toBeUndefined();
  });

  test('has the policy that docs/page.md recommends for other servers', async () => {
    const { pageUrl } = await startWithPage({ apiUrl: 'https://food.example.com' });
    const sent = (await fetch(pageUrl)).headers.get('content-security-policy');
    const text = await readFile(new URL('../../docs/page.md', import.meta.url), 'utf8');
    const documented = /```\n(default-src [\s\S]*?)\n```/.exec(text)?.[1];
    expect(documented?.replaceAll('\n', ' ')).toBe(sent);
  });

  test('learns its own URL and the service’s at run time', async () => {
    const { apiUrl, pageUrl } = await startWithPage();
    const configuration = await (await fetch(`${pageUrl}/config.json`)).json();
    expect(configuration).toEqual({
      apiUrl,
      pageUrls: [pageUrl, expect.stringMatching(/^http:\/\/(127\.0\.0\.1|\[::1\]):\d+$/)],
      hasReplay: true,
    });
  });

  test('learns a configured URL of the service, and may call it', async () => {
    const { pageUrl } = await startWithPage({ apiUrl: 'https://food.example/v' });
    const answer = await fetch(`${pageUrl}/config.json`);
    expect(await answer.json()).toMatchObject({ apiUrl: 'https://food.example/v' });
    expect(answer.headers.get('content-security-policy')).toContain(
      "connect-src 'self' https://food.example;",
    );
  });

  test.each(['/../package.json', '/%2e%2e/package.json', '/assets/', '/assets/..%2f..%2findex.js'])(
    'answers %s with 404',
    async (path) => {
      const { pageUrl } = await startWithPage();
      expect((await fetch(pageUrl + path)).status).toBe(404);
    },
  );

  test('is cached forever only if the name changes with the content', async () => {
    const { pageUrl } = await startWithPage();
    const page = await fetch(pageUrl);
    expect(page.headers.get('cache-control')).toBe('no-cache');
    const [, script = ''] = /src="\.(\/assets\/[^"]+)"/.exec(await page.text()) ?? [];
    const kept = await fetch(pageUrl + script);
    expect(kept.headers.get('cache-control')).toContain('immutable');
  });

  test('stops the service again if its own port is in use', async () => {
    const taken = Number(new URL(await listening(createServer())).port);
    const foodLookup = await createFoodLookup({
      port: 0,
      host: '127.0.0.1',
      page: taken,
      logLevel: 'silent',
      database: SMALL_DATABASE,
    });
    await expect(foodLookup.listen()).rejects.toThrow(
      `Cannot listen on port ${taken} of 127.0.0.1: it is in use. Stop the program that uses it`,
    );
    await expect(foodLookup.listen()).rejects.toThrow('Cannot listen: the service is closed.');
  });

  test('is sent compressed, in a coding that the client accepts', async () => {
    const { pageUrl } = await startWithPage();
    const sizes = new Map<string, number>();
    for (const encoding of ['br', 'gzip', 'identity']) {
      const answer = await fetch(pageUrl, { headers: { 'accept-encoding': encoding } });
      expect(answer.headers.get('content-encoding') ?? 'identity').toBe(encoding);
      expect(answer.headers.get('vary')).toBe('Accept-Encoding');
      expect(await answer.text()).toMatch(/^<!doctype html>/i);
      sizes.set(encoding, Number(answer.headers.get('content-length')));
    }
    const [br = 0, gzip = 0, identity = 0] = sizes.values();
    expect(br).toBeLessThan(gzip);
    expect(gzip).toBeLessThan(identity);
  });

  test('loads less than 40,000 bytes of scripts at first, gzipped, and 60,000 in all', async () => {
    const { pageUrl } = await startWithPage();
    for (const path of ['/', '/lab.html']) {
      const html = await (await fetch(pageUrl + path)).text();
      const names = Array.from(html.matchAll(/(?:src|href)="\.(\/assets\/[^"]+)"/g), ([, n]) => n);
      const sizes = await Promise.all(
        names.map(async (name) => {
          const code = await (await fetch(`${pageUrl}${name}`)).arrayBuffer();
          return { isScript: name?.endsWith('.js'), size: gzipSync(code, { level: 9 }).length };
        }),
      );
      const sum = (parts: typeof sizes) => parts.reduce((total, { size }) => total + size, 0);
      expect(sizes.length).toBeGreaterThan(1);
      expect(sum(sizes.filter(({ isScript }) => isScript))).toBeLessThan(40_000);
      expect(sum(sizes)).toBeLessThan(60_000);
    }
  });

  test('has at most 90,000 bytes of scripts, gzipped', () => {
    const scripts = readPageFiles(PAGE_FOLDER).filter(({ path }) => path.endsWith('.js'));
    const sizes = scripts.map(({ body }) => gzipSync(body, { level: 9 }).length);
    expect(sizes.length).toBeGreaterThan(20);
    expect(sizes.reduce((sum, size) => sum + size)).toBeLessThanOrEqual(90_000);
  });

  test('has the licenses of the packages in its scripts', async () => {
    const { pageUrl } = await startWithPage();
    const licenses = await (await fetch(`${pageUrl}/licenses.txt`)).text();
    expect(licenses).toMatch(/^## preact - \d[\s\S]*MIT License/m);
  });

  test('explains why an origin is refused, with the complete list to allow', async () => {
    const { foodLookup, pageUrl } = await startWithPage();
    const explain = async (origin: string) =>
      (await fetch(`${pageUrl}/explain?${new URLSearchParams({ origin })}`)).json();
    expect(await explain('http://127.0.0.1:3000')).toEqual({
      message: expect.stringContaining('"http://127.0.0.1:3000" is refused'),
      fix: ['http://localhost:3000', 'http://127.0.0.1:3000'],
    });
    expect(await explain('http://localhost:3000')).toEqual({ message: expect.any(String) });
    expect(await explain('\u0000')).not.toHaveProperty('fix');
    foodLookup.setCors({ origin: 'https://a.example' });
    expect(await explain('http://localhost:3000')).toMatchObject({
      fix: ['https://a.example', 'http://localhost:3000'],
    });
  });
});

describe('replay', () => {
  let pageUrl: string;
  beforeAll(async () => {
    const foodLookup = await createFoodLookup({
      port: 0,
      page: 0,
      logLevel: 'silent',
      database: SMALL_DATABASE,
      cors: { origin: 'https://app.example' },
    });
    await foodLookup.listen();
    pageUrl = foodLookup.pageUrl ?? '';
    return () => foodLookup.close();
  });

  const replay = async (parameters: Record<string, string>) =>
    fetch(`${pageUrl}/replay?${new URLSearchParams(parameters)}`);

  test('reports the service’s response to a page from an origin', async () => {
    const allowed = await (
      await replay({ method: 'GET', q: 'egg', origin: 'https://app.example' })
    ).json();
    expect(allowed).toMatchObject({
      status: 200,
      headers: { 'access-control-allow-origin': 'https://app.example', vary: 'Origin' },
    });
    const stranger = { method: 'GET', q: 'egg', origin: 'https://x.example' };
    const refused = await (await replay(stranger)).json();
    expect(refused).not.toHaveProperty(['headers', 'access-control-allow-origin']);
  });

  test('reports the response to a preflight', async () => {
    const asked = { origin: 'https://app.example', header: 'x-food-lab' };
    const answer = await replay({ method: 'OPTIONS', ...asked });
    expect(await answer.json()).toMatchObject({
      status: 200,
      headers: { 'access-control-allow-headers': 'x-food-lab' },
    });
  });

  test('its replays count toward the rate limit of the caller, not of the page’s server', async () => {
    const service = await createFoodLookup({
      port: 0,
      page: 0,
      rateLimit: 1,
      trustProxy: ['loopback'],
      logLevel: 'silent',
      database: SMALL_DATABASE,
    });
    onTestFinished(() => service.close());
    const url = await service.listen();
    const statusFor = async (caller: string) => {
      const headers = { 'X-Forwarded-For': caller };
      const answer = await fetch(`${service.pageUrl}/replay?method=GET&q=egg`, { headers });
      return Object(await answer.json()).status;
    };
    expect([await statusFor('192.0.2.1'), await statusFor('192.0.2.1')]).toEqual([200, 429]);
    expect(await statusFor('192.0.2.2')).toBe(200);
    expect((await fetch(`${url}/api/food?q=egg`)).status).toBe(200);
  });

  test.each(['\r\nx: y', '\u0000', 'é'.repeat(2000)])('survives the origin %j', async (origin) => {
    const answer = await replay({ method: 'OPTIONS', q: '\u0000', origin, header: origin });
    expect(await answer.json()).not.toHaveProperty(['headers', 'access-control-allow-origin']);
  });
});
