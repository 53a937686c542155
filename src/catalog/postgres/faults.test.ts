import { expect, test } from 'vitest';
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
  ['without a text', [message('E', 'SFATAL\0VFATAL\0CXX000\0\0')], { code: 'XX000' }],
  ['only after another error', [ERROR], undefined],
  ['not from a row with such text', [message('D', 'EVFATAL\0\0\0\x05E')], undefined],
  ['not in an empty packet', [], undefined],
])('the error with which a server ends a connection: %s', (_, messages, error) => {
  const found = fatalError(Buffer.concat(messages));
  if (error === undefined) expect(found).toBeUndefined();
  else expect(found).toMatchObject(error);
});

test.each([
  [['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT'], 'does not answer. Check the'],
  [['CONNECT_TIMEOUT', 'ENOENT'], 'does not answer. Check the address'],
  [['SILENT'], 'has stopped answering. Check that it is running'],
  [['ENOTFOUND'], 'host name does not exist. Check'],
  [['EAI_AGAIN'], 'cannot be resolved now. Check the address and the name server'],
  [['ENOSPC'], 'is full. Free some space there, or set TMPDIR to another folder'],
  [['ECONNRESET', 'EPIPE', 'CONNECTION_CLOSED'], 'closed the connection. Check that it is running'],
  [['CONNECTION_ENDED', 'CONNECTION_DESTROYED'], 'closed the connection. Check that it is running'],
  [['DEPTH_ZERO_SELF_SIGNED_CERT', 'SELF_SIGNED_CERT_IN_CHAIN'], 'Set sslrootcert to'],
  [['UNABLE_TO_VERIFY_LEAF_SIGNATURE'], 'Set sslrootcert to'],
  [['UNABLE_TO_GET_ISSUER_CERT_LOCALLY'], 'Set sslrootcert to'],
  [['ERR_SSL_TLSV1_ALERT_UNKNOWN_CA'], 'certificate of sslcert. Use one'],
  [['CERT_HAS_EXPIRED'], 'has expired. Renew it'],
  [['ERR_TLS_CERT_ALTNAME_INVALID'], 'for a different host. Use its name, or sslmode=verify-ca'],
  [['NO_TLS'], 'does not use TLS. Turn it on there, or use sslmode=prefer'],
  [['NOT_POSTGRES'], 'is not PostgreSQL. Check the port'],
  [['28000'], 'Check the user, sslmode, sslcert, and pg_hba.conf'],
  [['28P01'], 'refuses this user or password. Check both'],
  [['3D000'], 'no database of this name. Check the address'],
  [['42501'], 'may not read the table. Run: GRANT SELECT'],
  [['53300'], 'no free connections.'],
  [['57014'], 'statement_timeout. Raise it'],
  [['40001'], 'Set hot_standby_feedback = on there, or raise max_standby_streaming_delay'],
  [['57P01', '57P02', '57P03'], 'is starting or stopping. Try again in a moment'],
  [['57P05'], 'idle_session_timeout ended the connection. Raise it'],
  [['22P05'], 'Correct it, or convert the database to UTF-8'],
  [['25P03'], 'idle_in_transaction_session_timeout. Raise it'],
  [['25P04'], 'transaction_timeout. Raise it'],
  [['XX000'], 'PostgreSQL cannot read it (broken)'],
])('failures with %j say what to do: %s', async (codes, text) => {
  for (const code of codes) {
    const failure = new ConnectionError(code, 'broken');
    for (const thrown of [failure, new AggregateError([failure])])
      await expect(withDatabaseErrors('db', () => Promise.reject(thrown))).rejects.toThrow(text);
  }
});
