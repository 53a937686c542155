import { type AllowedOrigins, allowedOrigins } from '../automata/allowed-origins.ts';
import type { OpenHost } from '../automata/host-suffixes.ts';
import { isLoopback } from '../private-host.ts';
import { isOpenToAll, isRegistrySuffix } from '../public-suffix.ts';
import { parseSerializedOrigin } from '../serialized-origin.ts';
import { networkOf, sharedUnder, type Trust, trustsNamesUnder, trustsOrigin } from '../trust.ts';
import { exampleBeyond, letsIn, strangerThrough, throughEdge } from './example-origins.ts';

// Finds an expression's openings, by host, address or scheme.

/** How an origin that no element names gets in. */
export type OpeningKind =
  | 'everyone'
  /** The expression is too large to be computed, or depends on a lookaround. */
  | 'not-computed'
  /** The expression is open, but no example shows how. */
  | 'not-proved'
  /** Through a name under a domain where anybody can get one. */
  | 'suffix'
  /**
   * Through a part that an expression leaves open: its start or end, a set, a repetition, or a dot.
   */
  | 'start'
  | 'end'
  | 'part'
  | 'dot'
  | 'address'
  | 'scheme'
  | 'plain-http'
  | 'null';

/** A gap that lets in origins that an element does not name. */
export interface Opening {
  readonly kind: OpeningKind;
  /** Whether a stranger gets in through it, so that the element is not closed. */
  readonly isStranger: boolean;
  /** An origin that gets in. */
  readonly example?: string | undefined;
  /** The domain under which anybody can get a name. */
  readonly suffix?: string | undefined;
  /** The names to add to `trust` to allow this. Empty if that is impossible. */
  readonly toTrust?: readonly string[];
  /**
   * Whether allowing the opening also requires https, since trust in a domain does not cover plain
   * http.
   */
  readonly needsHttps?: boolean;
  /** Whether the opening is due to an unanchored start. */
  readonly needsStart?: boolean;
}

/** An expression that lets in all of these counts as open to everybody. */
const STRANGERS = ['https://evil.test', 'https://a1-b2.co.uk', 'https://xyz.com'];

/** Finds every opening of an expression: see `findOpenings`. */
export function openingsOfExpression(expression: RegExp, trust: Trust): Opening[] {
  if (STRANGERS.every((origin) => letsIn(expression, origin))) {
    return [{ kind: 'everyone', isStranger: true, example: STRANGERS[0] }];
  }
  const allowed = allowedOrigins(expression);
  if (allowed.kind !== 'computed') return [{ kind: 'not-computed', isStranger: true }];
  const held = new RegExp(`^(?:${expression.source})`, expression.flags);
  const isByStart = ({ example = '' }: Opening) =>
    letsIn(expression, example) && !letsIn(held, example);
  const otherSchemes = allowed.others.open.flatMap(({ edge, rest }): Opening[] =>
    [
      `${allowed.paths.before(edge.from)}x${rest}`,
      ...throughEdge(allowed, edge, rest).slice(0, 1),
    ].map((example) => ({ kind: 'scheme', isStranger: true, example })),
  );
  const bySchemes = [...otherSchemes, ...plainHttp(allowed, trust)];
  const hosts = openingsOfHosts(expression, allowed, trust, bySchemes.filter(isByStart));
  // If the open start is reported with an example, the report also explains why other schemes get
  // in.
  const isStartShown = hosts.some(
    (each) => each.example && (each.needsStart || each.kind === 'start'),
  );
  const others = isStartShown ? bySchemes.filter((each) => !isByStart(each)) : bySchemes;
  const ofSchemes = others.length === 0 ? [] : [openingByScheme(expression, others)];
  const all = [...hosts, ...openingsOfAddresses(allowed), ...ofSchemes];
  if (allowed.graph.nodes.some(({ ends, grammar }) => ends && grammar.part === 'scheme')) {
    all.push({ kind: 'null', isStranger: true, example: 'null' });
  }
  // Keeps only openings whose example the matcher lets in, too.
  const confirmed = all.filter(({ example }) => example && letsIn(expression, example));
  // Only one mistake is reported per example.
  const shown = confirmed.filter(
    ({ example }, place) => confirmed.findIndex((each) => each.example === example) === place,
  );
  if (all.every(({ isStranger }) => !isStranger) || shown.some(({ isStranger }) => isStranger)) {
    return shown;
  }
  return [...shown, { kind: allowed.isExact ? 'not-proved' : 'not-computed', isStranger: true }];
}

/** Plain http is only worth reporting if other schemes are closed. */
function openingByScheme(expression: RegExp, all: readonly Opening[]): Opening {
  const kind = all.some((each) => each.kind === 'scheme') ? 'scheme' : 'plain-http';
  const admitted = all.filter((each) => each.kind === kind);
  const allToTrust = admitted.map(({ toTrust = [] }) => toTrust);
  const toTrust = new Set(allToTrust.every(({ length }) => length > 0) ? allToTrust.flat() : []);
  return {
    kind,
    isStranger: true,
    example: admitted.find(({ example = '' }) => letsIn(expression, example))?.example,
    toTrust: toTrust.size > MAX_TO_TRUST ? [] : [...toTrust],
  };
}

/** The maximum number of origins that anybody would list by hand. */
const MAX_TO_TRUST = 4;

/**
 * Finds the open domains, grouped by the part of the expression that leaves them open. `byStart`
 * holds the origins whose schemes get in because the start is not anchored.
 */
function openingsOfHosts(
  expression: RegExp,
  allowed: AllowedOrigins,
  trust: Trust,
  byStart: readonly Opening[],
): Opening[] {
  const isTrusted = ({ family, within, tail }: OpenHost) =>
    family === 'https' && trustsNamesUnder(trust, within ?? tail);
  const open = allowed.open.filter((each) => !isTrusted(each)).map(classify);
  const ofKind = (kind: OpeningKind) => open.filter((each) => each.kind === kind);
  const beyond = (kind: 'start' | 'end', others: readonly Opening[]): Opening => ({
    kind,
    isStranger: ofKind(kind).length + others.length > 0,
    example:
      strangerThrough(expression, allowed, ofKind(kind)) ??
      exampleBeyond(expression, allowed, kind) ??
      others[0]?.example,
  });
  const isByStart = ({ edge }: OpenHost) => edge.provenance === 'start';
  // The message about names under a shared suffix also covers the open start, and is clearer.
  const coversStart = ofKind('start').length === 0 && ofKind('suffix').some(isByStart);
  const groups = (['suffix', 'part', 'dot'] as const).flatMap((kind) =>
    Array.from(
      Map.groupBy(ofKind(kind), ({ suffix }) => suffix),
      ([suffix, all]): Opening => {
        const toTrust = all.flatMap((each) => each.toTrust ?? []);
        return {
          ...{ kind, isStranger: true, suffix, needsStart: all.some(isByStart) },
          example: strangerThrough(expression, allowed, all),
          toTrust: toTrust.length === all.length ? [...new Set(toTrust)] : [],
          needsHttps: all.some(({ family }) => family === 'http'),
        };
      },
    ),
  );
  return [...(coversStart ? [] : [beyond('start', byStart)]), beyond('end', []), ...groups];
}

/** Finds IP addresses that are neither spelled out nor on a private network. */
function openingsOfAddresses({ addresses, open }: AllowedOrigins): Opening[] {
  const unnamed = addresses.find(({ isNamed }) => !isNamed);
  // An open domain makes a clearer message.
  if (unnamed === undefined || open.length > 0) return [];
  return [{ kind: 'address', isStranger: true, example: unnamed.example }];
}

/**
 * Finds plain http origins of other machines, except trusted ones. Open hosts are reported anyway.
 */
function plainHttp({ named, addresses, paths }: AllowedOrigins, trust: Trust): Opening[] {
  const hosts = named.map((each) => ({
    ...each,
    example: `${paths.before(each.from)}${each.rest}`,
    isWhole: !each.isParent,
  }));
  const all = [...hosts, ...addresses].filter(({ family }) => family === 'http');
  return all.flatMap((each): Opening[] => {
    const { host = '' } = parseSerializedOrigin(each.example) ?? {};
    if (isLoopback(host)) return [];
    const network = networkOf(host);
    const isListable = each.isWhole && !each.ports.has(':*');
    const origins = isListable
      ? Array.from(each.ports, (port) => `http://${each.host}${port}`)
      : [];
    const areTrusted = origins.length > 0 && origins.every((origin) => trustsOrigin(trust, origin));
    if (areTrusted || (network && trust.includes(network))) return [];
    const toTrust = network ? [network] : origins;
    return [{ kind: 'plain-http', isStranger: true, example: each.example, toTrust }];
  });
}

/** Finds what leaves a host open, the shared suffix it is under, and the domain to trust. */
function classify(open: OpenHost) {
  const [, start = '', domain = ''] = /^(-?[^.]*)\.(.*?)\.?$/.exec(open.tail) ?? [];
  const isWhole = start === '' || (start.startsWith('-') && !isRegistrySuffix(domain));
  const suffix = isWhole && isOpenToAll(domain) ? domain : undefined;
  const [, name = ''] = /^[^.]*\.(.*?)\.?$/.exec(open.within ?? open.tail) ?? [];
  const toTrust = sharedUnder(name) === undefined || isRegistrySuffix(name) ? undefined : name;
  const { provenance } = open.edge;
  const isEdge = provenance === 'start' || provenance === 'end' || provenance === 'dot';
  const kind: OpeningKind = suffix ? 'suffix' : isEdge ? provenance : 'part';
  return { ...open, kind, suffix, toTrust };
}
