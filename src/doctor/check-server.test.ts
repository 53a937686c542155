import { createServer } from 'node:http';
import { describe, expect, test } from 'vitest';
import { listening } from '../../test/http/listening.ts';
import { checkServer } from './check-server.ts';
import {
  altered,
  always,
  careless,
  check,
  codes,
  onPreflight,
  PAGE,
  type Respond,
  soundAnswer,
  storing,
} from './faulty-server.case.ts';

describe('checkServer', () => {
  test('finds nothing wrong with a correct server', async () => {
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

  test('finds nothing wrong with a correct server that allows credentials', async () => {
    const report = await check(
      altered((headers) => {
        if (headers['access-control-allow-origin'] !== undefined) {
          headers['access-control-allow-credentials'] = 'true';
        }
      }),
      { credentials: true },
    );
    expect(report.findings).toEqual([]);
  });

  test('with credentials, rejects "*" in every header', async () => {
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

  test('with credentials, reports a missing Allow-Credentials', async () => {
    expect(
      codes(
        await check(
          altered(() => undefined),
          { credentials: true },
        ),
      ),
    ).toEqual(['error credentials-not-allowed']);
  });

  test('distinguishes a response cached for another page from a wrong setting', async () => {
    const { findings } = await check(storing('https://other.example'));
    expect(findings[0]?.message).toBe(
      `Access-Control-Allow-Origin is "https://other.example", not "${PAGE}": a cache has stored this response for another page (X-Cache: HIT).`,
    );
    expect(findings[0]?.fix).toMatch(/^Send "Vary: Origin"/);
  });

  test('says that only the preflight lacks the headers if a GET works', async () => {
    const { findings } = await check(
      onPreflight((headers) => {
        for (const name of Object.keys(headers)) delete headers[name];
      }),
    );
    expect(findings[0]?.message).toMatch(/^Only the response to the preflight \(OPTIONS\)/);
    const { findings: others } = await check(always({}));
    expect(others[0]?.message).toMatch(/^The response has no Access-Control-Allow-Origin/);
  });

  test('says when a wrong response may come from a cache', async () => {
    const { findings } = await check(
      altered((headers) => {
        headers['access-control-allow-origin'] = 'https://other.example';
        headers.age = '12';
      }),
    );
    expect(findings[0]?.message).toContain('Age: 12');
  });

  test('checks a page whose origin is "null"', async () => {
    const report = await check(
      altered(() => undefined),
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

  test('ends within its time limit, however slow the redirects are', async () => {
    const slow: Respond = (_request, response) => {
      setTimeout(() => {
        response.writeHead(302, { location: '/again', 'access-control-allow-origin': PAGE }).end();
      }, 40);
    };
    const report = await check(slow, { timeoutMs: 100 });
    expect(codes(report)).toContain('error no-answer-timeout');
    // Six redirects alone would take 240 ms, not counting the other requests.
    expect(report.probes.length).toBeLessThan(5);
  });

  test('requires no CORS headers from the page’s own server', async () => {
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
