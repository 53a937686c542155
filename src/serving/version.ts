import { readFileSync } from 'node:fs';

// The version of the package.

/** The version of this package, as package.json says it. */
export function readVersion(): string {
  const manifest: unknown = JSON.parse(
    readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
  );
  const version = typeof manifest === 'object' && manifest !== null && 'version' in manifest;
  return version && typeof manifest.version === 'string' ? manifest.version : 'unknown';
}
