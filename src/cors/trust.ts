import { show } from '../errors/shown-value.ts';
import { makeFault, nameFaults, type OriginFault, optionFault } from './origin-fault.ts';
import { isLoopback, isPrivateHost } from './private-host.ts';
import { isOpenToAll, isRegistrySuffix, suffixesUnder } from './public-suffix.ts';
import { isSerializedOrigin, parseSerializedOrigin } from './serialized-origin.ts';
import { snapshot } from './snapshot.ts';

// Reads the option `trust`, and finds the faults in its names.

/** The name in `trust` for the addresses of RFC 1918 and RFC 4193. */
export const PRIVATE_NETWORKS = 'private-networks';

/**
 * The names that an owner trusts although others may control them: shared suffixes such as
 * `vercel.app` (for the https names under them), origins, and {@link PRIVATE_NETWORKS}.
 */
export type Trust = readonly string[];

/** Reads the option; invalid names grant no trust. */
export function readTrust(value: unknown): Trust {
  const copy = snapshot(value);
  const names = Array.isArray(copy) ? copy.filter((each) => typeof each === 'string') : [];
  return names.filter((each) => whyNotTrusted(each) === undefined);
}

/** Whether https names under a host ending, such as `.vercel.app`, are trusted. */
export function trustsNamesUnder(trust: Trust, tail: string): boolean {
  const name = tail.replace(/\.$/, '');
  return trust.some((each) => each !== PRIVATE_NETWORKS && name.endsWith(`.${each}`));
}

/** Whether a plain http origin is trusted: by name, or as a private address. */
export function trustsOrigin(trust: Trust, origin: string): boolean {
  const { host = '' } = parseSerializedOrigin(origin) ?? {};
  return trust.includes(origin) || trust.includes(networkOf(host) ?? origin);
}

/**
 * Returns the name to trust for an address of RFC 1918 or RFC 4193; `undefined` for others, such as
 * loopback and link-local ones.
 */
export function networkOf(host: string): string | undefined {
  const isPrivate = isPrivateHost(host) && !isLoopback(host) && !/^(?:169\.|\[fe)/.test(host);
  return isPrivate ? PRIVATE_NETWORKS : undefined;
}

/**
 * Returns a domain where anybody can get a name: the host itself, or a domain under it; `undefined`
 * if there is none.
 */
export function sharedUnder(host: string): string | undefined {
  if (isOpenToAll(host)) return host;
  // The shortest is the best known.
  const [shortest] = suffixesUnder(host);
  return shortest?.replace('*', 'x');
}

/** Returns the setting with these names added: `trust: ["vercel.app"]`. */
export function showTrustSetting(trust: Trust, added: readonly string[]): string {
  return `trust: [${[...new Set([...trust, ...added])].map(show).join(', ')}]`;
}

/** Finds the faults in `trust`. */
export function lintTrust(value: unknown): OriginFault[] {
  return nameFaults('trust', value, (name, where) => {
    const reason = typeof name === 'string' ? whyNotTrusted(name) : 'it must be a string';
    if (reason !== undefined) return [optionFault('bad-trust', where, name, reason)];
    return whyNeedless(String(name), where);
  });
}

function whyNotTrusted(name: string): string | undefined {
  if (name === PRIVATE_NETWORKS) return undefined;
  if (name === '*') return 'it means everyone. List the domains and origins that you trust';
  if (name.includes('://')) {
    if (isSerializedOrigin(name) && !name.includes('*')) return undefined;
    return 'it is not an origin as browsers send it. Use one such as "http://frontend:3000"';
  }
  const bare = name.replace(/^\*?\./, '');
  if (!/^(?:[a-z0-9_-]+\.)*[a-z0-9-]+$/.test(bare)) return `it is not a name. ${NAMES}`;
  if (isRegistrySuffix(bare))
    return 'a registry sells the names under it to anybody. Use a narrower domain';
  return bare === name
    ? undefined
    : `write the name without "*" or a leading dot. Use ${show(bare)}`;
}

const NAMES = `Use a domain such as "vercel.app", an origin such as "http://frontend:3000", or ${show(PRIVATE_NETWORKS)}`;

/** Warns about a name that has no effect, because nobody else is known to have names under it. */
function whyNeedless(name: string, where: string): OriginFault[] {
  if (name === PRIVATE_NETWORKS || name.includes('://') || sharedUnder(name)) return [];
  const code = 'trust-without-effect';
  const start = `Trust in ${show(name)} changes nothing`;
  const reason = 'it is not a known shared domain, so it needs no trust';
  const hint = 'Remove it, or use the shared domain';
  return [makeFault({ severity: 'warning', code, where, value: name, start, reason, hint })];
}
