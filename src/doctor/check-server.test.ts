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
  PAGE,
  type Respond,
  recorded,
  soundAnswer,
  withoutPorts,
} from './faulty-server.case.ts';

describe('checkServer', () => {
  test('finds nothing wrong with a correct server', async () => {
    const report = await check((request, response) => {
      const { status, headers } = soundAnswer(request);
      // Two headers that say nothing about CORS.
      response.writeHead(status, { ...headers, 'x-vary': '*', 'age-of-egg': '3' }).end('[]');
    });
    expect(report.findings).toEqual([]);
    const lines = report.probes.map(
      ({ name, wanted, request: { method, url, headers }, status, address, browser, ...probe }) =>
        `${name} (${wanted}): ${method} ${url} ${JSON.stringify(headers)} | ${status} ${JSON.stringify(probe)} from ${address} | ${browser.allows ? 'allows' : 'blocks'}: ${browser.reason}`,
    );
    expect(lines.map(withoutPorts)).toMatchSnapshot();
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

  test('says when a wrong response may come from a cache', async () => {
    const report = await check(
      altered((headers) => {
        headers['access-control-allow-origin'] = 'https://other.example';
        headers.age = '12';
      }),
    );
    expect(recorded(report)).toEqual(['error allow-origin-wrong', 'hint static-allow-origin']);
  });

  test('checks a page whose origin is "null"', async () => {
    const report = await check(
      altered(() => undefined),
      { from: 'null' },
    );
    expect(recorded(report)).toEqual(['error allow-origin-missing']);
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
    expect(recorded(report)).toEqual([
      'error look-alike-allowed',
      'error look-alike-allowed',
      'warning allow-headers-missing',
      'warning plain-http-allowed',
      'hint local-network',
    ]);
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
