import { describe, expect, test } from 'vitest';
import {
  altered,
  always,
  careless,
  codesOf,
  onPreflight,
  PAGE,
  type Respond,
  reflecting,
  storing,
} from './faulty-server.case.ts';

describe('the judges', () => {
  test.each<[wrong: string, respond: Respond, expected: string[]]>([
    ['no CORS headers at all', always({}), ['error allow-origin-missing']],
    [
      'Allow-Origin twice',
      altered((headers) => {
        if (headers['access-control-allow-origin'] !== undefined) {
          headers['access-control-allow-origin'] = [PAGE, PAGE];
        }
      }),
      ['error allow-origin-two-values'],
    ],
    [
      'a list in one Allow-Origin',
      altered((headers) => {
        headers['access-control-allow-origin'] = `${PAGE}, https://example.com`;
      }),
      ['error allow-origin-two-values'],
    ],
    [
      'another origin',
      altered((headers) => {
        headers['access-control-allow-origin'] = 'https://other.example';
      }),
      ['error allow-origin-wrong', 'hint static-allow-origin'],
    ],
    [
      'the same origin sent to every caller',
      altered((headers) => {
        headers['access-control-allow-origin'] = PAGE;
      }),
      ['hint static-allow-origin'],
    ],
    [
      '"*" and credentials',
      altered((headers) => {
        headers['access-control-allow-origin'] = '*';
        headers['access-control-allow-credentials'] = 'true';
      }),
      ['warning wildcard-with-credentials', 'hint open-to-all'],
    ],
    [
      '"*" and credentials, but not for preflights',
      altered((headers) => {
        headers['access-control-allow-origin'] = '*';
        if (headers['access-control-allow-methods'] === undefined)
          headers['access-control-allow-credentials'] = 'true';
      }),
      ['warning wildcard-with-credentials', 'hint open-to-all'],
    ],
    [
      'Allow-Credentials: True',
      altered((headers) => {
        if (headers['access-control-allow-origin'] !== undefined) {
          headers['access-control-allow-credentials'] = 'True';
        }
      }),
      ['warning credentials-value'],
    ],
    [
      'Allow-Credentials: false',
      altered((headers) => {
        headers['access-control-allow-credentials'] = 'false';
      }),
      ['hint credentials-value', 'hint refusal-with-grants'],
    ],
    [
      'Vary: *',
      altered((headers) => {
        headers.vary = '*';
      }),
      [],
    ],
    [
      'headers just short enough for a browser',
      altered((headers) => {
        headers['x-long'] = 'x'.repeat(60_000);
      }),
      [],
    ],
    [
      'headers too long for a browser',
      altered((headers) => {
        headers['x-long'] = 'x'.repeat(66_000);
      }),
      ['error no-answer-not-http'],
    ],
    [
      'no Vary, and caches may store only the response to the allowed origin',
      altered((headers) => {
        delete headers.vary;
        if (headers['access-control-allow-origin'] === undefined)
          headers['cache-control'] = 'no-store';
      }),
      ['warning vary-origin-missing'],
    ],
    [
      'Vary only for the allowed origin',
      altered((headers) => {
        if (headers['access-control-allow-origin'] === undefined) delete headers.vary;
      }),
      ['warning vary-origin-missing'],
    ],
    [
      'no Vary, but no-store',
      altered((headers) => {
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
        const sound = altered(() => undefined);
        return (request, response) => {
          requests += 1;
          if (requests <= 5) sound(request, response);
          else response.writeHead(429, { 'retry-after': '60' }).end();
        };
      })(),
      ['hint rate-limited'],
    ],
    [
      'a rate limit that most requests of the check hit',
      (() => {
        let requests = 0;
        const sound = altered(() => undefined);
        return (request, response) => {
          requests += 1;
          if (requests <= 4) sound(request, response);
          else response.writeHead(429, { 'retry-after': '60' }).end();
        };
      })(),
      ['warning rate-limited'],
    ],
    [
      'connections closed for every origin except that of the page',
      (request, response) => {
        if (request.headers.origin === PAGE) altered(() => undefined)(request, response);
        else request.socket.destroy();
      },
      ['warning no-answer-reset'],
    ],
    [
      '429 for the page itself',
      altered(() => 429),
      ['error preflight-status', 'warning rate-limited', 'hint answer-is-error'],
    ],
    [
      'CORS headers only on GET',
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
      'CORS headers for refused origins',
      altered((headers) => {
        headers['access-control-allow-headers'] = 'x-cors-check';
      }),
      ['hint refusal-with-grants'],
    ],
    [
      '500 for refused origins',
      altered((headers) =>
        headers['access-control-allow-origin'] === undefined ? 500 : undefined,
      ),
      ['hint refusal-is-server-error'],
    ],
    [
      'errors without CORS headers',
      altered((headers, _, status) => {
        if (status !== 404) return undefined;
        delete headers['access-control-allow-origin'];
        return 400;
      }),
      ['warning error-without-cors'],
    ],
    [
      'an error instead of an answer',
      altered((_, { method }) => (method === 'GET' ? 503 : undefined)),
      ['hint answer-is-error'],
    ],
  ])('finds the fault: %s', async (_, respond, expected) => {
    expect(await codesOf(respond)).toEqual(expected);
  });
});
