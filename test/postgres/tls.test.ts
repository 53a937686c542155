import { execFileSync, spawnSync } from 'node:child_process';
import { chownSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPostgresStore } from '../../src/catalog/postgres/store.ts';
import { writeEntries } from '../../src/catalog/postgres/write-entries.ts';
import { EGG } from '../egg.ts';
import { tableOf } from '../table-of.ts';
import type { Cluster } from './cluster.ts';
import { whyNoCluster } from './server.ts';

const hasOpenssl = spawnSync('openssl', ['version']).error === undefined;
const reason = hasOpenssl ? await whyNoCluster() : 'openssl is not installed';

const folder = mkdtempSync(join(tmpdir(), 'food-lookup-postgres-tls-'));
const file = (name: string) => join(folder, name);
const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'ignore' });
const NEW_KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];

function makeRoot(name: string): void {
  const files = ['-out', file(`${name}.crt`), '-keyout', file(`${name}.key`)];
  openssl('req', '-x509', ...NEW_KEY, '-days', '2', '-subj', `/CN=${name}`, ...files);
}

/** Creates a certificate for this name, signed by this root. */
function makeCertificate(name: string, subject: string, root: string): void {
  const [request, key, cert] = [file(`${name}.csr`), file(`${name}.key`), file(`${name}.crt`)];
  openssl('req', ...NEW_KEY, '-subj', `/CN=${subject}`, '-keyout', key, '-out', request);
  writeFileSync(file(`${name}.ext`), `subjectAltName=DNS:${subject}`);
  const by = ['-CA', file(`${root}.crt`), '-CAkey', file(`${root}.key`), '-CAcreateserial'];
  const files = ['-in', request, '-out', cert, '-extfile', file(`${name}.ext`)];
  openssl('x509', '-req', ...by, '-days', '2', ...files);
}

describe.skipIf(reason !== undefined)(`TLS to a real server ${reason ?? ''}`, () => {
  let cluster: Cluster;

  beforeAll(async () => {
    makeRoot('root');
    makeRoot('stranger');
    makeCertificate('server', 'localhost', 'root');
    makeCertificate('reader', 'reader', 'root');
    makeCertificate('forged', 'reader', 'stranger');
    writeFileSync(file('broken.crt'), 'This is not a certificate.');
    const { Cluster } = await import('./cluster.ts');
    cluster = await Cluster.start();
    const owner = statSync(cluster.folder);
    for (const name of ['server.crt', 'server.key', 'root.crt']) {
      const path = join(cluster.folder, name);
      writeFileSync(path, readFileSync(file(name)), { mode: 0o600 });
      chownSync(path, owner.uid, owner.gid);
    }
    await writeEntries(cluster.address(), tableOf([EGG]));
    const sql = cluster.connect();
    await sql.unsafe('CREATE ROLE reader LOGIN; GRANT SELECT ON entries TO reader');
    for (const setting of ["ssl_ca_file = 'root.crt'", 'ssl = on']) {
      await sql.unsafe(`ALTER SYSTEM SET ${setting}`);
    }
    writeFileSync(
      join(cluster.folder, 'pg_hba.conf'),
      'hostssl all reader all cert\nhostssl all all all scram-sha-256\n',
    );
    await sql`SELECT pg_reload_conf()`;
    await sql.end();
  });
  afterAll(() => cluster.remove());

  /** Connects once, as this user, with these parameters. */
  async function connect(parameters: Readonly<Record<string, string>>): Promise<string> {
    const port = String(cluster.port);
    const search = new URLSearchParams({ host: 'localhost', port, ...parameters });
    const store = createPostgresStore({ database: cluster.address({ search: `?${search}` }) });
    return store.changeMark().finally(() => store.close());
  }
  const clientCertificate = (name: string) => ({
    user: 'reader',
    sslcert: file(`${name}.crt`),
    sslkey: file(`${name}.key`),
  });

  test.each<[string, Record<string, string>]>([
    ['no sslmode', {}],
    ['sslmode=require', { sslmode: 'require' }],
    ['a root certificate', { sslmode: 'require', sslrootcert: file('root.crt') }],
    [
      'verify-ca, whatever the host name',
      { sslmode: 'verify-ca', sslrootcert: file('root.crt'), host: '127.0.0.1' },
    ],
    ['verify-full', { sslmode: 'verify-full', sslrootcert: file('root.crt') }],
    [
      'verify-full and a client certificate',
      { sslmode: 'verify-full', sslrootcert: file('root.crt'), ...clientCertificate('reader') },
    ],
    ['a client certificate without sslmode', clientCertificate('reader')],
  ])('connects with %s', async (_, parameters) => {
    expect(await connect(parameters)).not.toBe('');
  });

  const untrusted =
    "the server's certificate is not trusted. Set sslrootcert to its root certificate";
  const refused =
    'the server refuses this user from this machine, or requires TLS or a client certificate.';
  test.each<[string, Record<string, string>, string]>([
    ['sslmode=disable where TLS is demanded', { sslmode: 'disable' }, refused],
    ['verify-ca without the root', { sslmode: 'verify-ca' }, 'needs a root certificate.'],
    ['verify-full without the root', { sslmode: 'verify-full' }, untrusted],
    [
      'the root of another authority',
      { sslmode: 'require', sslrootcert: file('stranger.crt') },
      untrusted,
    ],
    [
      'verify-full with an address that is not in the certificate',
      { sslmode: 'verify-full', sslrootcert: file('root.crt'), host: '127.0.0.1' },
      "the server's certificate is for a different host.",
    ],
    ['no client certificate where one is required', { user: 'reader' }, refused],
    [
      'the client certificate of another user',
      { ...clientCertificate('reader'), user: 'postgres', password: 'wrong' },
      'the server refuses this user or password.',
    ],
    [
      'a client certificate that a stranger has signed',
      clientCertificate('forged'),
      'the server does not trust the certificate in sslcert.',
    ],
    [
      'a key that belongs to another certificate',
      { ...clientCertificate('reader'), sslkey: file('forged.key') },
      'cannot be used together.',
    ],
    ['a certificate without its key', { sslcert: file('reader.crt') }, 'Set both.'],
    [
      'a root certificate that is not a certificate',
      { sslmode: 'verify-ca', sslrootcert: file('broken.crt') },
      'is not a certificate in PEM format.',
    ],
    [
      'a missing root certificate',
      { sslmode: 'verify-ca', sslrootcert: file('none.crt') },
      'none.crt cannot be read (ENOENT',
    ],
  ])('reports %s in one line without the password', async (_, parameters, text) => {
    const failure = connect(parameters);
    await expect(failure).rejects.toThrow(text);
    await expect(failure).rejects.toThrow(/^Cannot use database "postgres:[^\n]*$/);
    await expect(failure).rejects.not.toThrow(/secret|wrong/);
  });
});
