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

/**
 * The end of a host that decides whose it is: the domain that somebody registered, such as
 * `example.co.uk` or `alice.github.io`; the whole of an address or of a public suffix.
 */
export function ownedPart(host: string): string {
  const { domain } = loadPublicSuffixes().parse(host, {
    allowPrivateDomains: true,
    validateHostname: false,
  });
  return domain ?? host;
}

/** Loaded when first needed, as only wildcards need the list. */
function loadPublicSuffixes(): Pick<typeof import('tldts'), 'parse'> {
  return createRequire(import.meta.url)('tldts');
}
