import type { Language } from '../language/language.ts';
import { isLoopback } from '../private-host.ts';
import { parseSerializedOrigin } from '../serialized-origin.ts';
import { isPrivateAddress, PRIVATE_NETWORKS, type Trust, trustsOrigin } from '../trust.ts';
import { throughEdge } from './witness.ts';

// Finds the origins over plain http, and with other schemes, that an expression lets in.

/** An origin that gets in by its scheme, and the names for `trust` that would allow it, if any. */
export interface Admitted {
  readonly kind: 'scheme' | 'plain-http';
  readonly example: string;
  readonly lift: readonly string[];
}

/** Finds origins with other schemes that are not spelled out. */
export function openSchemes(language: Language): Admitted[] {
  const examples = language.others.open.flatMap(({ edge, rest }) => [
    `${language.paths.before(edge.from)}x${rest}`,
    ...throughEdge(language, edge, rest).slice(0, 1),
  ]);
  return examples.map((example) => ({ kind: 'scheme', example, lift: [] }));
}

/**
 * Finds plain http origins of other machines, except trusted ones. Open hosts are strangers anyway.
 */
export function plainHttp({ named, addresses, paths }: Language, trust: Trust): Admitted[] {
  const hosts = named.map((each) => ({
    ...each,
    example: `${paths.before(each.from)}${each.rest}`,
    isWhole: !each.isParent,
    isPrivate: false,
  }));
  const numbers = addresses.map((each) => ({
    ...each,
    isPrivate: each.isNamed && isPrivateAddress(hostOf(each.example)),
  }));
  return [...hosts, ...numbers].flatMap((each): Admitted[] => {
    const { family, host, ports, example, isWhole, isPrivate } = each;
    if (family !== 'http' || isLoopback(hostOf(example))) return [];
    const isListable = isWhole && !ports.has(':*');
    const origins = isListable ? Array.from(ports, (port) => `http://${host}${port}`) : [];
    const areTrusted = origins.length > 0 && origins.every((each) => trustsOrigin(trust, each));
    if (areTrusted || (isPrivate && trust.hasPrivateNetworks)) return [];
    return [{ kind: 'plain-http', example, lift: isPrivate ? [PRIVATE_NETWORKS] : origins }];
  });
}

function hostOf(origin: string): string {
  return parseSerializedOrigin(origin)?.host ?? '';
}
