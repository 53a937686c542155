import { createRequire } from 'node:module';

/**
 * Whether anybody can have a name under a domain: `com`, `co.uk`, `github.io`.
 *
 * https://publicsuffix.org/list/
 */
export function isOpenToAll(domain: string): boolean {
  const { publicSuffix, isIcann, isPrivate } = loadPublicSuffixes().parse(domain, {
    allowPrivateDomains: true,
  });
  return publicSuffix === domain && (isIcann === true || isPrivate === true);
}

/** Loaded when first needed, as only wildcards need the list. */
function loadPublicSuffixes(): Pick<typeof import('tldts'), 'parse'> {
  return createRequire(import.meta.url)('tldts');
}
