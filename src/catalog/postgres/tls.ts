import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type ConnectionOptions, createSecureContext } from 'node:tls';
import { messageOf } from '../../errors/user-error.ts';

// Sets up TLS to PostgreSQL: `sslmode`, `sslrootcert`, client certificates.

/** The TLS settings: `false` for none. */
export type Tls =
  | false
  | {
      /** Whether a server without TLS is refused. */
      readonly isRequired: boolean;
      readonly options: ConnectionOptions;
    };

const MODES = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'] as const;

/** The parameters that {@link readTls} reads. */
export const TLS_PARAMETERS = ['sslmode', 'sslrootcert', 'sslcert', 'sslkey', 'sslpassword'];

/**
 * Reads the TLS parameters, and the files they name.
 *
 * @see https://www.postgresql.org/docs/current/libpq-ssl.html#LIBPQ-SSL-PROTECTION
 */
export function readTls(get: Get, refuse: Refuse): Tls {
  const mode = oneOf(MODES, 'sslmode', get, refuse) ?? 'prefer';
  if (mode === 'disable') return false;
  const isRequired = mode !== 'allow' && mode !== 'prefer';
  const root = isRequired ? get('sslrootcert') : undefined;
  // Anyone can get a certificate from a public authority, so it proves nothing unless the name is
  // checked.
  if (mode === 'verify-ca' && root === undefined) {
    return refuse(
      'its sslmode=verify-ca needs a root certificate. Set sslrootcert to its file, or use sslmode=verify-full.',
    );
  }
  // Only `verify-full` and the root `system` check the server's name; `require` checks the
  // certificate if a root certificate is named.
  const isFull = mode === 'verify-full' || root === 'system';
  const options = {
    ...(root !== undefined && root !== 'system' && { ca: readRoot(root, refuse) }),
    ...readClientCertificate(get, refuse),
    rejectUnauthorized: isFull || mode === 'verify-ca' || root !== undefined,
    ...(!isFull && { checkServerIdentity: () => undefined }),
  };
  return { isRequired, options };
}

function readRoot(path: string, refuse: Refuse): string {
  const pem = readText('sslrootcert', path, refuse);
  try {
    // Node silently ignores invalid certificates, and then trusts nobody.
    new X509Certificate(pem);
    return pem;
  } catch {
    return refuse(`its sslrootcert ${path} is not a certificate in PEM format.`);
  }
}

function readClientCertificate(get: Get, refuse: Refuse): ConnectionOptions {
  const [certPath, keyPath, passphrase] = [get('sslcert'), get('sslkey'), get('sslpassword')];
  if (certPath === undefined && keyPath === undefined) return {};
  if (certPath === undefined || keyPath === undefined) {
    return refuse('its sslcert and sslkey belong together. Set both.');
  }
  const certificate = {
    cert: readText('sslcert', certPath, refuse),
    key: readText('sslkey', keyPath, refuse),
    ...(passphrase !== undefined && { passphrase }),
  };
  try {
    createSecureContext(certificate);
    return certificate;
  } catch {
    return refuse(
      `its sslcert ${certPath} and sslkey ${keyPath} cannot be used together. Both must be PEM files, and sslpassword must be the key's password.`,
    );
  }
}

/** Returns the text of the file that a parameter names. */
export function readText(key: string, path: string, refuse: Refuse): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    return refuse(`its ${key} ${path} cannot be read (${messageOf(error)}).`);
  }
}

/** Returns the value of a URL parameter; `undefined` if it is missing or empty. */
export type Get = (key: string) => string | undefined;

/** Throws an error with the URL and this reason. */
export type Refuse = (reason: string) => never;

/** Returns a parameter's value, which must be one of these. */
export function oneOf<T extends string>(
  values: readonly T[],
  key: string,
  get: Get,
  refuse: Refuse,
): T | undefined {
  const text = get(key);
  if (text === undefined) return undefined;
  const value = values.find((one) => one === text);
  return value ?? refuse(`its ${key} ${JSON.stringify(text)} is not one of ${values.join(', ')}.`);
}
