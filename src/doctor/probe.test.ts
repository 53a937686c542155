import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { createServer as createTcpServer } from 'node:net';
import { describe, expect, test } from 'vitest';
import { listening } from '../../test/http/listening.ts';
import { portOfTest } from '../../test/port-of-test.ts';
import { checkServer } from './check-server.ts';
import { check, PAGE, soundAnswer } from './faulty-server.case.ts';
import { networkFailure } from './probe.ts';

// A new key and self-signed certificate; empty if openssl is missing.
const pem =
  spawnSync('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'],
    ...['-subj', '/CN=localhost', '-days', '1'],
    ...['-keyout', '-', '-out', '-'],
  ]).stdout?.toString() ?? '';

describe('checkServer without a response', () => {
  const failure = async (url: string, timeoutMs?: number) => {
    const report = await checkServer(url, {
      from: PAGE,
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
    });
    expect(report.probes).toHaveLength(1);
    expect(report.probes[0]).toMatchObject({ status: null, browser: { allows: false } });
    return report.findings.find(({ code }) => code.startsWith('no-answer'));
  };

  test('says that the name does not exist', async () => {
    // No label may be this long, so this fails without asking a name server.
    const name = `${'x'.repeat(64)}.test`;
    expect(await failure(`https://${name}/`)).toMatchObject({
      code: 'no-answer-dns',
      message: `The host ${name} does not exist.`,
    });
  });

  test('says that nothing listens', async () => {
    const base = `http://127.0.0.1:${await portOfTest()}`;
    expect(await failure(base)).toMatchObject({ code: 'no-answer-refused' });
  });

  test('says that the time limit was reached', async () => {
    const base = await listening(createServer(() => {}));
    expect(await failure(base, 50)).toMatchObject({
      code: 'no-answer-timeout',
      message: `${new URL(base).host} did not answer within the check's limit of 50 ms.`,
    });
  });

  test('says that the connection was closed', async () => {
    const base = await listening(createTcpServer((socket) => socket.end()));
    expect(await failure(base)).toMatchObject({ code: 'no-answer-reset' });
  });

  test('reads lines that end with a bare LF, as browsers do', async () => {
    const text = 'HTTP/1.1 200 OK\nAccess-Control-Allow-Origin: *\nContent-Length: 0\n\n';
    const server = createTcpServer((socket) => socket.once('data', () => socket.end(text)));
    const { probes } = await checkServer(await listening(server), { from: PAGE });
    expect(probes[0]).toMatchObject({ status: 200, browser: { allows: true } });
  });

  test('says that the response is not HTTP', async () => {
    const base = await listening(createTcpServer((socket) => socket.end('SSH-2.0-x\r\n')));
    expect(await failure(base)).toMatchObject({ code: 'no-answer-not-http' });
  });

  test('says that the server only upgrades', async () => {
    const upgrading = createTcpServer((socket) => {
      socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n');
    });
    expect(await failure(await listening(upgrading))).toMatchObject({ code: 'no-answer-reset' });
  });

  test('limits the size of the headers', async () => {
    const endless = createTcpServer((socket) => {
      socket.on('error', () => {});
      socket.write(`HTTP/1.1 200 OK\r\n${`x-filler: ${'x'.repeat(1000)}\r\n`.repeat(100)}`);
    });
    expect(await failure(await listening(endless))).toMatchObject({ code: 'no-answer-not-http' });
  });

  test('says that the server does not speak TLS', async () => {
    const base = await listening(createServer());
    const found = await failure(base.replace('http:', 'https:'));
    expect(found).toMatchObject({ code: 'no-answer-tls' });
  });

  test.skipIf(pem === '')('says that the certificate is not trusted', async () => {
    const base = await listening(createHttpsServer({ key: pem, cert: pem }), 'https');
    const found = await failure(base);
    expect(found).toMatchObject({ code: 'no-answer-tls' });
    expect(found?.message).toContain('certificate');
  });

  test('never waits for a body', async () => {
    const closed: Promise<unknown>[] = [];
    const report = await check((request, response) => {
      const { status, headers } = soundAnswer(request);
      response.writeHead(status, headers);
      response.write('never ends');
      closed.push(once(response, 'close'));
    });
    expect(report.findings).toEqual([]);
    await Promise.all(closed);
    expect(closed).toHaveLength(report.probes.length);
  });
});

describe('networkFailure', () => {
  const HOST = 'api.example.com:8443';
  const withCode = (code: string) => Object.assign(new Error(' reason\n'), { code });

  test.each<readonly [code: string, error: unknown, message: string]>([
    ['dns', withCode('ENOTFOUND'), 'The host api.example.com does not exist.'],
    ['dns', withCode('EAI_AGAIN'), 'The name server did not answer for api.example.com.'],
    ...['EHOSTUNREACH', 'ENETUNREACH', 'EADDRNOTAVAIL'].map(
      (code) =>
        [
          'unreachable',
          withCode(code),
          `There is no route to ${HOST} from here (${code}).`,
        ] as const,
    ),
    ['timeout', withCode('ETIMEDOUT'), `${HOST} did not accept the connection in time.`],
    ...[withCode('ECONNRESET'), withCode('EPIPE'), undefined, 'no error'].map(
      (error) => ['reset', error, `${HOST} closed the connection without a response.`] as const,
    ),
    ...['EPROTO', 'ERR_SSL_WRONG_VERSION_NUMBER'].map(
      (code) =>
        [
          'tls',
          withCode(code),
          `${HOST} does not speak TLS as expected (${code}). Is it plain http?`,
        ] as const,
    ),
    ...['CERT_HAS_EXPIRED', 'ERR_TLS_CERT_ALTNAME_INVALID', 'DEPTH_ZERO_SELF_SIGNED_CERT'].map(
      (code) =>
        [
          'tls',
          withCode(code),
          `The certificate of ${HOST} is not trusted: reason (${code}).`,
        ] as const,
    ),
    ['not-http', withCode('HPE_HEADER_OVERFLOW'), `${HOST} sent headers that are too large.`],
    [
      'not-http',
      withCode('HPE_INVALID_CONSTANT'),
      `${HOST} answered with something that is not HTTP.`,
    ],
    ['network', withCode('EMFILE'), `${HOST} could not be reached (EMFILE).`],
    ['network', new TypeError('reason'), `${HOST} could not be reached (TypeError).`],
    [
      'refused',
      Object.assign(new AggregateError([withCode('ECONNREFUSED')]), { code: 'ECONNREFUSED' }),
      `Nothing listens at ${HOST}: the connection was refused.`,
    ],
  ])('%s: %s', (code, error, message) => {
    const failure = networkFailure(error, new URL('https://api.example.com:8443/'), undefined);
    expect(failure).toEqual({ code, message });
  });
});
