import { expect, test } from 'vitest';
import { DatabaseError } from '../database-error.ts';
import { ConnectionError, fatalError, withDatabaseErrors } from './faults.ts';

function message(letter: string, text: string): Buffer {
  const body = Buffer.from(text);
  const head = Buffer.from(`${letter}\0\0\0\0`);
  head.writeUInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

const FATAL = message('E', 'SFATAL\0VFATAL\0C25P03\0MLe temps est écoulé\0\0');
const ERROR = message('E', 'SERROR\0VERROR\0C57014\0MThe end\0\0');
const ANSWER = message('C', 'SELECT 1\0');

test.each([
  ['alone', [FATAL], { code: '25P03', message: 'Le temps est écoulé' }],
  [
    'after an answer in the same packet',
    [ANSWER, FATAL],
    { code: '25P03', message: 'Le temps est écoulé' },
  ],
  ['without a message', [message('E', 'SFATAL\0VFATAL\0CXX000\0\0')], { code: 'XX000' }],
  ['only after another error', [ERROR], undefined],
  ['not from a row with such text', [message('D', 'EVFATAL\0\0\0\x05E')], undefined],
  ['not in an empty packet', [], undefined],
])('fatalError finds the error before a server closes a connection: %s', (_, messages, error) => {
  const found = fatalError(Buffer.concat(messages));
  if (error === undefined) expect(found).toBeUndefined();
  else expect(found).toMatchObject(error);
});

const CODES = [
  ...['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT', 'CONNECT_TIMEOUT', 'ENOENT'],
  ...['SILENT', 'ENOTFOUND', 'EAI_AGAIN', 'ENOSPC', 'ECONNRESET', 'EPIPE'],
  ...[
    'CONNECTION_CLOSED',
    'CONNECTION_ENDED',
    'CONNECTION_DESTROYED',
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'SELF_SIGNED_CERT_IN_CHAIN',
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  ],
  ...[
    'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
    'ERR_SSL_TLSV1_ALERT_UNKNOWN_CA',
    'CERT_HAS_EXPIRED',
    'ERR_TLS_CERT_ALTNAME_INVALID',
    'NO_TLS',
    'NOT_POSTGRES',
  ],
  ...['28000', '28P01', '3D000', '42501', '53300', '57014'],
  ...['40001', '57P01', '57P02', '57P03', '57P05', '22P05'],
  ...['25P03', '25P04', 'XX000'],
];

test('each failure says what to do', async () => {
  const reasons: Record<string, string> = {};
  for (const code of CODES) {
    const failure = new ConnectionError(code, 'broken');
    for (const thrown of [failure, new AggregateError([failure, new Error('another')])]) {
      const asked = withDatabaseErrors('db', () => Promise.reject(thrown));
      await expect(asked).rejects.toMatchObject({ name: 'DatabaseError', database: 'db' });
      const { reason, cause } = await asked.catch((error: unknown) => Object(error));
      expect(cause).toBe(thrown);
      expect(reasons[code] ?? reason).toBe(reason);
      reasons[code] = reason;
    }
  }
  expect(reasons).toMatchSnapshot();
});

test('DatabaseErrors and successful results are passed on unchanged', async () => {
  const known = new DatabaseError('db', 'it is odd.');
  await expect(withDatabaseErrors('db', () => Promise.reject(known))).rejects.toBe(known);
  expect(await withDatabaseErrors('db', async () => 5)).toBe(5);
  expect(new ConnectionError('SILENT')).toMatchObject({
    ...{ name: 'ConnectionError', code: 'SILENT' },
    message: 'The connection failed: SILENT',
  });
});
