import { readTls, TlsError, type TlsFiles } from '../http/server/tls.ts';
import type { ConfigurationFault } from './configuration-error.ts';
import type { FoodLookupOptions } from './food-lookup-options.ts';

/** Reads the certificate, so that one that cannot be used is reported before anything starts. */
export function checkTls(
  { tlsCert: cert, tlsKey: key }: FoodLookupOptions,
  faults: ConfigurationFault[],
): TlsFiles | undefined {
  if (cert === undefined && key === undefined) return undefined;
  if (cert === undefined || key === undefined) {
    const [where, missing] = cert === undefined ? ['tlsKey', 'tlsCert'] : ['tlsCert', 'tlsKey'];
    faults.push({ where, message: `Cannot use ${where} alone. Set ${missing} too.` });
    return undefined;
  }
  try {
    readTls({ cert, key });
  } catch (error) {
    if (!(error instanceof TlsError)) throw error;
    faults.push({ where: 'tlsCert', message: error.message });
  }
  return { cert, key };
}
