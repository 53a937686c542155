import { createServer } from 'node:http';
import { describe, expect, test } from 'vitest';
import { listening } from '../../test/http/listening.ts';
import { portOfTest } from '../../test/port-of-test.ts';
import { checkServer } from './check-server.ts';
import { altered, careless, check, codes, PAGE } from './faulty-server.case.ts';

const PUBLIC_PAGE = 'https://app.example.com';

describe('checkServer on plain http', () => {
  // Nothing listens at these names, but the fault is detected before a request is sent.
  test.each([
    ['https://app.example.com', ['error mixed-content']],
    ['http://app.example.com', ['warning plain-http', 'warning plain-http-page']],
  ])('warns a page on %s', async (from, expected) => {
    const report = await checkServer('http://nothing.invalid/', { from, timeoutMs: 500 });
    expect(codes(report)).toEqual(expect.arrayContaining(expected));
    for (const { message } of report.findings) expect(message).not.toContain('an exception');
  });

  test('lets an https page call this machine', async () => {
    const report = await check(
      altered((headers) => {
        headers['access-control-allow-origin'] = 'https://app.example.com';
        headers['access-control-allow-headers'] = 'x-cors-check';
      }),
      { from: 'https://app.example.com' },
    );
    expect(codes(report)).toEqual(['hint local-network', 'hint static-allow-origin']);
    expect(report.findings[0]?.message).toMatch(/ask the user .* own machine.*_CHECKS.*_DENIED/);
  });

  test('recognizes a local server by its name, and says how to call it over plain http', async () => {
    const report = await checkServer('http://nothing.local/', {
      from: PUBLIC_PAGE,
      timeoutMs: 500,
    });
    expect(codes(report)).toEqual(expect.arrayContaining(['hint local-network']));
    const mixed = report.findings.find(({ code }) => code === 'mixed-content');
    expect(mixed?.fix).toContain("targetAddressSpace: 'local'");
    expect(mixed?.message).toContain('make an exception for local networks');
  });

  test('says that browsers ignore Access-Control-Allow-Private-Network', async () => {
    const report = await check(
      altered((headers) => {
        if ('access-control-allow-origin' in headers) {
          headers['access-control-allow-private-network'] = 'true';
        }
        return undefined;
      }),
    );
    expect(codes(report)).toEqual(['hint private-network-header']);
  });

  test('reports that the http page is allowed as well as the https page', async () => {
    const report = await check(
      careless((origin) => /^https?:\/\/app.example\.com$/.test(origin), {
        'access-control-allow-headers': 'x-cors-check',
      }),
      { from: 'https://app.example.com' },
    );
    expect(codes(report)).toEqual([
      'error look-alike-allowed',
      'warning plain-http-allowed',
      'hint local-network',
    ]);
    expect(report.findings[0]?.message).toContain('https://appxexample.com');
  });
});

describe('checkServer on redirects', () => {
  const granting = { 'access-control-allow-headers': 'x-cors-check' };

  test('follows them as a browser does', async () => {
    const report = await check(
      altered((headers, { url, method }) => {
        if (method !== 'GET' || url !== '/food') return undefined;
        headers.location = '/food/';
        return 301;
      }),
      { path: '/food' },
    );
    expect(codes(report)).toEqual(['hint redirected']);
    expect(report.probes[1]).toMatchObject({
      name: 'get-redirect-1',
      status: 200,
      request: { headers: { origin: PAGE } },
    });
  });

  test('needs the CORS headers on the redirect itself', async () => {
    const report = await check(
      altered((headers, { method }) => {
        if (method !== 'GET') return undefined;
        headers.location = '/food/';
        delete headers['access-control-allow-origin'];
        return 302;
      }),
    );
    expect(codes(report)).toEqual(['error redirect-not-followed', 'error allow-origin-missing']);
  });

  test('sends Origin null from one foreign origin to another', async () => {
    const final = await listening(createServer(altered(() => undefined)));
    const report = await check(
      altered((headers, { method }) => {
        if (method !== 'GET') return undefined;
        headers.location = `${final}/food`;
        return 307;
      }),
    );
    expect(report.probes[1]?.request.headers.origin).toBe('null');
    expect(codes(report)).toEqual(['error redirect-across-origins', 'error allow-origin-missing']);
    expect(report.findings[0]?.message).toBe(
      `The GET is redirected to "${final}/food", from one foreign origin to another: the browser then sends "Origin: null", and is blocked there.`,
    );
  });

  test('gives up if they do not end', async () => {
    const report = await check(
      altered((headers, { method, url }) => {
        Object.assign(headers, granting);
        if (method !== 'GET') return undefined;
        headers.location = `${url}1`;
        return 302;
      }),
    );
    expect(codes(report)).toContain('error redirect-loop');
    const hops = report.probes.filter(({ name }) => name.startsWith('get-redirect-'));
    expect(hops).toHaveLength(5);
    expect(report.findings[0]?.message).toContain('is redirected 6 times');
  });

  test('reports no loop if the fifth redirect is the last', async () => {
    let left = 5;
    const report = await check(
      altered((headers, { method, url }) => {
        if (method !== 'GET' || !url?.startsWith('/food') || left === 0) return undefined;
        left -= 1;
        headers.location = '/food';
        return 302;
      }),
    );
    expect(codes(report)).toEqual(['hint redirected']);
  });

  test('reports no loop if the fifth redirect cannot be followed', async () => {
    let left = 5;
    const report = await check(
      altered((headers, { method, url }) => {
        if (method !== 'GET' || !url?.startsWith('/food') || left === 0) return undefined;
        left -= 1;
        headers.location = left > 0 ? '/food' : 'ftp://files.example/';
        return 302;
      }),
    );
    expect(codes(report)).toEqual(['error redirect-not-followed']);
  });

  test('drops their fragment', async () => {
    const report = await check(
      altered((headers, { method, url }) => {
        if (method !== 'GET' || url !== '/food') return undefined;
        headers.location = '/food/#top';
        return 301;
      }),
      { path: '/food' },
    );
    expect(report.probes[1]?.request.url).toMatch(/\/food\/$/);
  });

  test('lists them after worse findings', async () => {
    const report = await check(
      altered((headers, { url, method, headers: { origin } }) => {
        if (origin !== undefined) headers['access-control-allow-origin'] = origin;
        Object.assign(headers, granting);
        if (method !== 'GET' || url !== '/food') return undefined;
        headers.location = '/food/';
        return 301;
      }),
      { path: '/food' },
    );
    expect(codes(report)).toEqual(['warning reflects-any-origin', 'hint redirected']);
  });

  test('does not blame a redirect whose target does not respond', async () => {
    const gone = `http://127.0.0.1:${await portOfTest()}`;
    const led = await check(
      altered((headers, { method }) => {
        if (method !== 'GET') return undefined;
        headers.location = gone;
        return 302;
      }),
    );
    expect(codes(led)).toEqual(['error no-answer-refused']);
  });

  test.each([
    'ftp://files.example/',
    'http://user:secret@127.0.0.1:1/',
    'http://:secret@127.0.0.1:1/',
    'http://[',
  ])('does not follow one to %s, since a page cannot', async (location) => {
    const report = await check(
      altered((headers, { method }) => {
        if (method !== 'GET') return undefined;
        headers.location = location;
        return 302;
      }),
    );
    expect(codes(report)).toEqual(['error redirect-not-followed']);
    expect(report.probes.map(({ name }) => name)).not.toContain('get-redirect-1');
  });

  test('requires no CORS header on redirects by the page’s own server', async () => {
    const base = await listening(
      createServer((request, response) => {
        const moved = request.url === '/food';
        response.writeHead(moved ? 301 : 200, moved ? { location: '/food/' } : {}).end();
      }),
    );
    const report = await checkServer(`${base}/food`, { from: base });
    expect(codes(report)).toEqual(['hint same-origin', 'hint redirected']);
  });

  test('keeps the origin if the page’s own server redirects to another', async () => {
    const other = await listening(createServer(altered(() => undefined)));
    const base = await listening(
      createServer((_request, response) => {
        response.writeHead(302, { location: `${other}/food` }).end();
      }),
    );
    const report = await checkServer(`${base}/food`, { from: base });
    expect(report.probes[1]?.request).toMatchObject({
      url: `${other}/food`,
      headers: { origin: base },
    });
  });
});
