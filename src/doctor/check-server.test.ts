import { createServer } from 'node:http';
import { describe, expect, test } from 'vitest';
import { listening } from '../../test/http/listening.ts';
import {
  always,
  careless,
  check,
  codes,
  onPreflight,
  PAGE,
  type Respond,
  reflecting,
  soundAnswer,
  spoilt,
} from './erring-server.case.ts';
import { checkServer } from './index.ts';

/** A cache before a server without Vary: it answers every GET with what it stored for an origin. */
function storing(origin: string | undefined): Respond {
  return (request, response) => {
    const { status, headers } = soundAnswer(request);
    if (request.method === 'GET') {
      delete headers.vary;
      delete headers['access-control-allow-origin'];
      if (origin !== undefined) headers['access-control-allow-origin'] = origin;
      headers['x-cache'] = 'HIT';
    }
    response.statusCode = status;
    response.setHeaders(new Map(Object.entries(headers)));
    response.end('[]');
  };
}

describe('checkServer', () => {
  test('finds nothing wrong with a sound server', async () => {
    const report = await check((request, response) => {
      const { status, headers } = soundAnswer(request);
      response.writeHead(status, headers).end('[]');
    });
    expect(report.findings).toEqual([]);
    expect(
      report.probes.map(({ name, wanted, browser }) => [name, wanted, browser.allows]),
    ).toEqual([
      ['get', 'allowed', true],
      ['preflight', 'allowed', true],
      ['get-stranger', 'refused', false],
      ['preflight-stranger', 'refused', false],
      ['get-look-alike-suffix', 'refused', false],
      ['get-look-alike-prefix', 'refused', false],
      ['get-null', 'refused', false],
      ['get-no-origin', undefined, true],
      ['get-error', 'allowed', true],
    ]);
  });

  test('finds nothing wrong with a sound server that allows credentials', async () => {
    const report = await check(
      spoilt((headers) => {
        if (headers['access-control-allow-origin'] !== undefined) {
          headers['access-control-allow-credentials'] = 'true';
        }
      }),
      { credentials: true },
    );
    expect(report.findings).toEqual([]);
  });

  test.each<[wrong: string, respond: Respond, expected: string[]]>([
    ['no CORS headers at all', always({}), ['error allow-origin-missing']],
    [
      'Allow-Origin twice',
      spoilt((headers) => {
        if (headers['access-control-allow-origin'] !== undefined) {
          headers['access-control-allow-origin'] = [PAGE, PAGE];
        }
      }),
      ['error allow-origin-two-values'],
    ],
    [
      'a list in one Allow-Origin',
      spoilt((headers) => {
        headers['access-control-allow-origin'] = `${PAGE}, https://example.com`;
      }),
      ['error allow-origin-two-values'],
    ],
    [
      'another origin',
      spoilt((headers) => {
        headers['access-control-allow-origin'] = 'https://other.example';
      }),
      ['error allow-origin-wrong', 'hint static-allow-origin'],
    ],
    [
      'its one origin to everyone',
      spoilt((headers) => {
        headers['access-control-allow-origin'] = PAGE;
      }),
      ['hint static-allow-origin'],
    ],
    [
      '"*" and credentials',
      spoilt((headers) => {
        headers['access-control-allow-origin'] = '*';
        headers['access-control-allow-credentials'] = 'true';
      }),
      ['warning wildcard-with-credentials', 'hint open-to-all'],
    ],
    [
      'Allow-Credentials: True',
      spoilt((headers) => {
        if (headers['access-control-allow-origin'] !== undefined) {
          headers['access-control-allow-credentials'] = 'True';
        }
      }),
      ['warning credentials-value'],
    ],
    [
      'Allow-Credentials: false',
      spoilt((headers) => {
        headers['access-control-allow-credentials'] = 'false';
      }),
      ['hint credentials-value', 'hint refusal-with-grants'],
    ],
    [
      'Vary: *',
      spoilt((headers) => {
        headers.vary = '*';
      }),
      [],
    ],
    [
      'long headers of others',
      spoilt((headers) => {
        headers['x-long'] = 'x'.repeat(60_000);
      }),
      [],
    ],
    [
      'too long headers',
      spoilt((headers) => {
        headers['x-long'] = 'x'.repeat(66_000);
      }),
      ['error no-answer-not-http'],
    ],
    [
      'no Vary',
      spoilt((headers) => {
        delete headers.vary;
      }),
      ['warning vary-origin-missing'],
    ],
    [
      'Vary only for the allowed',
      spoilt((headers) => {
        if (headers['access-control-allow-origin'] === undefined) delete headers.vary;
      }),
      ['warning vary-origin-missing'],
    ],
    [
      'no Vary, but no-store',
      spoilt((headers) => {
        delete headers.vary;
        headers['cache-control'] = 'no-store';
      }),
      ['hint vary-origin-missing'],
    ],
    ['every origin reflected', reflecting(), ['warning reflects-any-origin']],
    [
      'every origin reflected, with credentials',
      reflecting({ 'access-control-allow-credentials': 'true' }),
      ['critical reflects-any-origin-with-credentials'],
    ],
    [
      'an origin compared by its beginning',
      careless((origin) => origin.startsWith('http://localhost')),
      ['error look-alike-allowed'],
    ],
    [
      'an origin compared by its end, with credentials',
      careless((origin) => origin.endsWith('localhost:5173'), {
        'access-control-allow-credentials': 'true',
      }),
      ['critical look-alike-allowed'],
    ],
    [
      'a rate limit that the check itself sets off',
      (() => {
        let requests = 0;
        const sound = spoilt(() => undefined);
        return (request, response) => {
          requests += 1;
          if (requests <= 5) sound(request, response);
          else response.writeHead(429, { 'retry-after': '60' }).end();
        };
      })(),
      ['hint rate-limited'],
    ],
    [
      'a rate limit that most of the check meets',
      (() => {
        let requests = 0;
        const sound = spoilt(() => undefined);
        return (request, response) => {
          requests += 1;
          if (requests <= 4) sound(request, response);
          else response.writeHead(429, { 'retry-after': '60' }).end();
        };
      })(),
      ['warning rate-limited'],
    ],
    [
      'connections closed on all but the page',
      (request, response) => {
        if (request.headers.origin === PAGE) spoilt(() => undefined)(request, response);
        else request.socket.destroy();
      },
      ['warning no-answer-reset'],
    ],
    [
      '429 for the page itself',
      spoilt(() => 429),
      ['error preflight-status', 'warning rate-limited', 'hint answer-is-error'],
    ],
    [
      'CORS headers on GET alone',
      onPreflight((headers) => {
        for (const name of Object.keys(headers)) delete headers[name];
      }),
      ['error allow-origin-missing'],
    ],
    [
      'a cache without Vary that stored the answer for the page',
      storing(PAGE),
      ['warning vary-origin-missing', 'hint static-allow-origin'],
    ],
    [
      'a cache without Vary that stored the answer for another page',
      storing('https://other.example'),
      ['error allow-origin-wrong', 'warning vary-origin-missing', 'hint static-allow-origin'],
    ],
    [
      'a cache without Vary that stored the answer without Origin',
      storing(undefined),
      ['error allow-origin-missing'],
    ],
    ['"null" allowed', careless((origin) => origin === 'null'), ['warning null-allowed']],
    [
      '"null" allowed, with credentials',
      careless((origin) => origin === 'null', { 'access-control-allow-credentials': 'true' }),
      ['critical null-allowed'],
    ],
    [
      'grants to the refused',
      spoilt((headers) => {
        headers['access-control-allow-headers'] = 'x-cors-check';
      }),
      ['hint refusal-with-grants'],
    ],
    [
      '500 to the refused',
      spoilt((headers) => (headers['access-control-allow-origin'] === undefined ? 500 : undefined)),
      ['hint refusal-is-server-error'],
    ],
    [
      'errors without CORS headers',
      spoilt((headers, _, status) => {
        if (status === 404) delete headers['access-control-allow-origin'];
      }),
      ['warning error-without-cors'],
    ],
    [
      'an error for an answer',
      spoilt((_, { method }) => (method === 'GET' ? 503 : undefined)),
      ['hint answer-is-error'],
    ],
  ])('finds what is wrong: %s', async (_, respond, expected) => {
    expect(codes(await check(respond))).toEqual(expected);
  });

  test.each([
    [`${PAGE}/`, 'it ends with a slash'],
    [`${PAGE}/app`, 'it has a path'],
    ['HTTP://LocalHost:5173', 'it differs in case'],
    ['localhost:5173', 'its scheme is missing'],
    ['https://localhost:5173', 'the scheme is different'],
    ['http://localhost', 'the port is different'],
    ['http://127.0.0.1:5173', 'the host is different'],
    ['http://*:5173', 'browsers support no patterns'],
    ['null', 'files and sandboxed frames'],
    ['', 'it is empty'],
  ])('says how Allow-Origin "%s" differs: %s', async (value, difference) => {
    const { findings } = await check(
      spoilt((headers) => {
        headers['access-control-allow-origin'] = value;
      }),
    );
    expect(findings[0]).toMatchObject({ code: 'allow-origin-wrong', severity: 'error' });
    expect(findings[0]?.message).toContain(difference);
  });

  test('with credentials, refuses "*" wherever it stands', async () => {
    const report = await check(
      always({
        'access-control-allow-origin': '*',
        'access-control-allow-headers': '*',
        'access-control-allow-credentials': 'true',
      }),
      { credentials: true },
    );
    expect(codes(report)).toEqual([
      'error wildcard-with-credentials',
      'error header-not-allowed',
      'hint open-to-all',
    ]);
  });

  test('with credentials, misses Allow-Credentials', async () => {
    expect(
      codes(
        await check(
          spoilt(() => undefined),
          { credentials: true },
        ),
      ),
    ).toEqual(['error credentials-not-allowed']);
  });

  test('tells a cache from a server that allows another page', async () => {
    const { findings } = await check(storing('https://other.example'));
    expect(findings[0]?.message).toBe(
      `Access-Control-Allow-Origin is "https://other.example", not "${PAGE}": a cache has stored this answer for another page (X-Cache: HIT).`,
    );
    expect(findings[0]?.fix).toMatch(/^Send "Vary: Origin"/);
  });

  test('says that only the preflight lacks the headers, where a GET works', async () => {
    const { findings } = await check(
      onPreflight((headers) => {
        for (const name of Object.keys(headers)) delete headers[name];
      }),
    );
    expect(findings[0]?.message).toMatch(/^Only the answer to the preflight \(OPTIONS\)/);
    const { findings: others } = await check(always({}));
    expect(others[0]?.message).toMatch(/^The answer has no Access-Control-Allow-Origin/);
  });

  test('says when a wrong answer may come from a cache', async () => {
    const { findings } = await check(
      spoilt((headers) => {
        headers['access-control-allow-origin'] = 'https://other.example';
        headers.age = '12';
      }),
    );
    expect(findings[0]?.message).toContain('Age: 12');
  });

  test('checks a page without an origin', async () => {
    const report = await check(
      spoilt(() => undefined),
      { from: 'null' },
    );
    expect(codes(report)).toEqual(['error allow-origin-missing']);
    expect(report.probes.map(({ name }) => name)).not.toContain('get-null');
  });

  test('never advises to allow "null"', async () => {
    for (const respond of [always({}), always({ 'access-control-allow-origin': PAGE })]) {
      const { findings } = await check(respond, { from: 'null' });
      expect(findings[0]?.fix).toMatch(/^Serve the page from a web server/);
    }
    const allowed = await check(always({ 'access-control-allow-origin': 'null', vary: 'Origin' }), {
      from: 'null',
    });
    expect(codes(allowed)).toContain('warning null-allowed');
  });

  test('tries names under the public suffix of the page', async () => {
    const options = { from: 'https://example.co.uk' };
    const report = await check(
      careless((origin) => /[a-z]\.co\.uk$/.test(origin)),
      options,
    );
    const messages = report.findings.map(({ message }) => message).join('\n');
    expect(messages).toContain('"https://not-allowedexample.co.uk" is allowed');
    expect(messages).toContain('every name under "co.uk" is allowed');
  });

  test('ends within its time, however slowly redirects come', async () => {
    const slow: Respond = (_request, response) => {
      setTimeout(() => {
        response.writeHead(302, { location: '/again', 'access-control-allow-origin': PAGE }).end();
      }, 40);
    };
    const before = performance.now();
    const report = await check(slow, { timeoutMs: 100 });
    expect(codes(report)).toContain('error no-answer-timeout');
    // Six redirects alone would take 240 ms, and then there are the other requests.
    expect(report.probes.length).toBeLessThan(5);
    expect(performance.now() - before).toBeLessThan(5_000);
  });

  test('asks no CORS header of the page’s own server', async () => {
    const base = await listening(createServer(always({})));
    const report = await checkServer(`${base}/food`, { from: base });
    expect(codes(report)).toEqual(['hint same-origin']);
    expect(report.probes[0]?.browser.allows).toBe(true);
  });

  test('keeps repeated header lines apart', async () => {
    const { probes } = await check(always({ 'access-control-allow-origin': ['a', 'b'] }));
    expect(probes[0]?.headers.map(([, value]) => value)).toEqual(['a', 'b']);
  });
});
