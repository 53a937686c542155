import { describe, expect, test } from 'vitest';
import {
  altered,
  always,
  check,
  codesOf,
  PAGE,
  type Respond,
  reflecting,
} from './faulty-server.case.ts';

describe('checkServer on Allow-Origin', () => {
  test.each<[wrong: string, respond: Respond, expected: string[]]>([
    [
      'an error that only a status explains',
      altered((headers, { method }) => {
        delete headers['access-control-allow-origin'];
        return method === 'GET' ? 400 : undefined;
      }),
      ['error allow-origin-missing', 'error allow-origin-missing', 'hint answer-is-error'],
    ],
    [
      'an answer that may come from a cache',
      altered((headers) => {
        delete headers['access-control-allow-origin'];
        headers.age = '12';
      }),
      ['error allow-origin-missing'],
    ],
    [
      'an answer that does not come from a cache',
      altered((headers) => {
        delete headers['access-control-allow-origin'];
        Object.assign(headers, { age: ' 0', 'x-cache': 'MISS' });
      }),
      ['error allow-origin-missing'],
    ],
  ])('finds the fault: %s', async (_, respond, expected) => {
    expect(await codesOf(respond)).toEqual(expected);
  });

  test.each<[wrong: string, respond: Respond, expected: string[]]>([
    ['no Allow-Credentials', altered(() => undefined), ['error credentials-not-allowed']],
    [
      'Allow-Credentials: false',
      altered((headers) => {
        headers['access-control-allow-credentials'] = 'false';
      }),
      ['error credentials-not-allowed', 'hint refusal-with-grants'],
    ],
    [
      '"*" everywhere',
      always({
        'access-control-allow-origin': '*',
        'access-control-allow-headers': '*',
        'access-control-allow-methods': '*',
        'access-control-allow-credentials': 'true',
      }),
      ['error wildcard-with-credentials', 'error header-not-allowed', 'hint open-to-all'],
    ],
    [
      'every origin reflected',
      reflecting(),
      ['error credentials-not-allowed', 'warning reflects-any-origin'],
    ],
  ])('with credentials, finds the fault: %s', async (_, respond, expected) => {
    expect(await codesOf(respond, { credentials: true })).toEqual(expected);
  });

  test.each([
    [PAGE, `${PAGE}/`, 'it ends with a slash, and an origin has none'],
    [PAGE, `${PAGE}/app`, 'it has a path, and an origin has none'],
    [PAGE, 'HTTP://LocalHost:5173', 'it differs in case, and an origin is lowercase'],
    [PAGE, 'localhost:5173', 'its scheme is missing'],
    [PAGE, 'https://localhost:5173', 'the scheme is different'],
    [PAGE, 'http://localhost', 'the port is different'],
    [PAGE, 'http://127.0.0.1:5173', 'the host is different'],
    [PAGE, 'https://127.0.0.1', 'the host is different'],
    [PAGE, 'https://localhost', 'the scheme is different'],
    [PAGE, 'http://*:5173', 'browsers support no patterns, only "*" by itself'],
    [PAGE, 'null', '"null" is the origin of files and sandboxed frames'],
    [PAGE, '', 'it is empty'],
    [PAGE, 'yes', 'it is a different origin'],
    [
      'http://localhost',
      'http://localhost:80',
      'it includes the default port, which browsers leave out',
    ],
  ])('says to "%s" how Allow-Origin "%s" differs: %s', async (from, value, difference) => {
    const { findings } = await check(
      altered((headers) => {
        headers['access-control-allow-origin'] = value;
      }),
      { from },
    );
    expect(findings[0]).toEqual({
      severity: 'error',
      code: 'allow-origin-wrong',
      message: `Access-Control-Allow-Origin is "${value}", not "${from}": ${difference}.`,
      fix: `Send exactly "${from}".`,
      probes: ['get', 'preflight'],
    });
  });
});
