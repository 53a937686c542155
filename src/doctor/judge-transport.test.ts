import { createServer } from 'node:http';
import { describe, expect, test } from 'vitest';
import { listening } from '../../test/http/listening.ts';
import { portOfTest } from '../../test/port-of-test.ts';
import { checkServer } from './check-server.ts';
import { altered, careless, check, codes, PAGE, recorded } from './faulty-server.case.ts';

const PUBLIC_PAGE = 'https://app.example.com';
// No label may be this long, so the lookup fails without asking a name server.
const NO_NAME = 'x'.repeat(64);

describe('checkServer on plain http', () => {
  test.each([
    ['https://app.example.com', ['error mixed-content']],
    ['http://app.example.com', ['warning plain-http', 'warning plain-http-page']],
  ])('warns a page on %s', async (from, expected) => {
    const report = await checkServer(`http://${NO_NAME}.invalid/`, { from });
    expect(recorded(report)).toEqual(['error no-answer-dns', ...expected]);
  });

  test('lets an https page call this machine', async () => {
    const report = await check(
      altered((headers) => {
        headers['access-control-allow-origin'] = 'https://app.example.com';
        headers['access-control-allow-headers'] = 'x-cors-check';
      }),
      { from: 'https://app.example.com' },
    );
    expect(recorded(report)).toEqual(['hint local-network', 'hint static-allow-origin']);
  });

  test('recognizes a local server by its name, and says how to call it over plain http', async () => {
    const report = await checkServer(`http://${NO_NAME}.local/`, { from: PUBLIC_PAGE });
    expect(recorded(report)).toEqual([
      'error no-answer-dns',
      'error mixed-content',
      'hint local-network',
    ]);
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
    expect(recorded(report)).toEqual(['hint private-network-header']);
  });

  test('reports that the http page is allowed as well as the https page', async () => {
    const report = await check(
      careless((origin) => /^https?:\/\/app.example\.com$/.test(origin), {
        'access-control-allow-headers': 'x-cors-check',
      }),
      { from: 'https://app.example.com' },
    );
    expect(recorded(report)).toEqual([
      'error look-alike-allowed',
      'warning plain-http-allowed',
      'hint local-network',
    ]);
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
    expect(recorded(report)).toEqual(['hint redirected']);
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
    expect(recorded(report)).toEqual(['error redirect-not-followed', 'error allow-origin-missing']);
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
    expect(recorded(report)).toEqual([
      'error redirect-across-origins',
      'error allow-origin-missing',
    ]);
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
    expect(recorded(report)).toEqual(['error redirect-loop', 'hint refusal-with-grants']);
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

  test('ignores Location if the status is not a redirect', async () => {
    const created = altered((headers, { method }, status) => {
      if (method !== 'GET' || status !== 200) return undefined;
      headers.location = '/food/';
      return 201;
    });
    const { probes, findings } = await check(created);
    expect(findings).toEqual([]);
    expect(probes.map(({ name }) => name)).not.toContain('get-redirect-1');
  });

  test('drops the fragment of their target', async () => {
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
    expect(recorded(led)).toEqual(['error no-answer-refused']);
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
