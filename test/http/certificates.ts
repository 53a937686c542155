import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';

// Creates self-signed certificates.

export const HAS_OPENSSL = spawnSync('openssl', ['version']).error === undefined;

/** Creates a certificate for this name, valid for two days, and its key, as files in the folder. */
export function makeCertificate(folder: string, name: string): { cert: string; key: string } {
  const [cert, key] = [join(folder, `${name}.crt`), join(folder, `${name}.key`)];
  const args = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  execFileSync(
    'openssl',
    [...args, '-days', '2', '-subj', `/CN=${name}`, '-out', cert, '-keyout', key],
    { stdio: 'ignore' },
  );
  return { cert, key };
}
