import { spawnSync } from 'node:child_process';
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
    const found = await failure(`https://${name}/`);
    expect(found).toMatchObject({ code: 'no-answer-dns' });
    expect(found?.message).toContain(name);
  });

  test('says that nothing listens', async () => {
    const base = `http://127.0.0.1:${await portOfTest()}`;
    expect(await failure(base)).toMatchObject({ code: 'no-answer-refused' });
  });

  test('says that the time limit was reached', async () => {
    const base = await listening(createServer(() => {}));
    const found = await failure(base, 50);
    expect(found).toMatchObject({ code: 'no-answer-timeout' });
    expect(found?.message).toContain('50 ms');
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
    expect(found?.message).toContain('plain http');
  });

  test.skipIf(pem === '')('says that the certificate is not trusted', async () => {
    const base = await listening(createHttpsServer({ key: pem, cert: pem }), 'https');
    const found = await failure(base);
    expect(found).toMatchObject({ code: 'no-answer-tls' });
    expect(found?.message).toContain('certificate');
  });

  test('never waits for a body', async () => {
    const report = await check((request, response) => {
      const { status, headers } = soundAnswer(request);
      response.writeHead(status, headers);
      response.write('never ends');
    });
    expect(report.findings).toEqual([]);
  });
});

describe('networkFailure', () => {
  const withCode = (code: string) => Object.assign(new Error(code), { code });

  test.each([
    ['dns', withCode('EAI_AGAIN')],
    ['unreachable', withCode('EHOSTUNREACH')],
    ['unreachable', withCode('ENETUNREACH')],
    ['timeout', withCode('ETIMEDOUT')],
    ['reset', withCode('ECONNRESET')],
    ['reset', undefined],
    ['tls', withCode('CERT_HAS_EXPIRED')],
    ['tls', withCode('ERR_TLS_CERT_ALTNAME_INVALID')],
    ['not-http', withCode('HPE_INVALID_CONSTANT')],
    ['network', withCode('EMFILE')],
    ['refused', new AggregateError([withCode('ECONNREFUSED'), withCode('ECONNREFUSED')])],
  ])('%s: %s', (code, error) => {
    const failure = networkFailure(error, new URL('https://api.example.com/'), undefined);
    expect(failure.code).toBe(code);
    expect(failure.message).toContain('api.example.com');
  });
});
