import type { Family } from '../language/grammar.ts';
import type { GraphNode } from '../language/graph.ts';
import type { Language } from '../language/language.ts';
import { isLoopback } from '../private-host.ts';
import { parseSerializedOrigin } from '../serialized-origin.ts';
import { isPrivateAddress, PRIVATE_NETWORKS, type Trust, trustsOrigin } from '../trust.ts';
import { letsIn, throughEdge } from './witness.ts';

// Which origins over plain http, and of other schemes, an expression lets in.

/** An origin that gets in, and what `trust` would have to name; nothing if it cannot. */
interface Admitted {
  readonly example: string;
  readonly lift: readonly string[];
}

interface SchemeOpening {
  readonly kind: 'scheme' | 'plain-http';
  readonly isStranger: true;
  readonly example: string | undefined;
  readonly lift: readonly string[];
}

interface Schemes {
  readonly others: readonly Admitted[];
  readonly plain: readonly Admitted[];
  /** Whether the expression itself lets in a family, rather than by a start left open. */
  readonly isOwn: (family: Family) => boolean;
  /** Whether some get in by such a start alone. */
  readonly isByStart: boolean;
}

export function readSchemes(language: Language, trust: Trust): Schemes {
  const { others, paths } = language;
  const open = others.open.flatMap(({ edge, rest }) =>
    [`${paths.before(edge.from)}x${rest}`, ...throughEdge(language, edge, rest).slice(0, 1)].map(
      (example) => ({ example, lift: [] }),
    ),
  );
  const plain = plainHttp(language, trust);
  const isOwn = ownFamilies(language);
  const isByStart = (open.length > 0 && !isOwn('other')) || (plain.length > 0 && !isOwn('http'));
  return { others: open, plain, isOwn, isByStart };
}

/** @param isStartShown whether a start left open is shown already: it says the same */
export function openingsOfSchemes(
  expression: RegExp,
  { others, plain, isOwn }: Schemes,
  isStartShown: boolean,
): SchemeOpening[] {
  const isSaid = (family: Family) => isStartShown && !isOwn(family);
  if (others.length > 0 && !isSaid('other')) return [openingBy(expression, 'scheme', others)];
  return plain.length === 0 || isSaid('http') ? [] : [openingBy(expression, 'plain-http', plain)];
}

function openingBy(
  expression: RegExp,
  kind: 'scheme' | 'plain-http',
  admitted: readonly Admitted[],
): SchemeOpening {
  const areLifted = admitted.every(({ lift }) => lift.length > 0);
  const lift = new Set(areLifted ? admitted.flatMap((each) => each.lift) : []);
  return {
    kind,
    isStranger: true,
    example: admitted.map((each) => each.example).find((each) => letsIn(expression, each)),
    lift: lift.size > MOST_LIFTED ? [] : [...lift],
  };
}

/** More origins are not what anybody writes down. */
const MOST_LIFTED = 4;

/** Which families of schemes are reached without an edge of a start left open. */
function ownFamilies({ graph }: Language): (family: Family) => boolean {
  const reached = new Set<GraphNode>(graph.start === undefined ? [] : [graph.start]);
  // A set lists what is added while it is walked.
  for (const { edges } of reached) {
    for (const { provenance, to } of edges) if (provenance !== 'start') reached.add(to);
  }
  const slashes = [...reached].filter(({ grammar }) => grammar.part === 'slashes');
  return (family) => slashes.some(({ grammar }) => grammar.family === family);
}

/**
 * Origins over plain http of other machines than one's own, but for those that are trusted. Hosts
 * that are open are strangers anyway.
 */
function plainHttp({ named, addresses, paths }: Language, trust: Trust): Admitted[] {
  const hosts = named
    .filter(({ family }) => family === 'http')
    .map(({ host, isParent, ports, from, rest }) => ({
      example: `${paths.before(from)}${rest}`,
      lift: isParent ? [] : originsAt(host, ports),
    }));
  const numbers = addresses
    .filter(({ family }) => family === 'http')
    .map(({ host, isNamed, isWhole, ports, example }) => {
      const origins = isWhole ? originsAt(host, ports) : [];
      const isPrivate = isNamed && isPrivateAddress(parseSerializedOrigin(example)?.host ?? '');
      const areTrusted = origins.length > 0 && origins.every((each) => trustsOrigin(trust, each));
      const isTrusted = areTrusted || (isPrivate && trust.hasPrivateNetworks);
      return { example, lift: isPrivate ? [PRIVATE_NETWORKS] : origins, isTrusted };
    })
    .filter(({ isTrusted }) => !isTrusted);
  return [...hosts, ...numbers]
    .filter(({ example }) => !isLoopback(parseSerializedOrigin(example)?.host ?? ''))
    .filter(({ lift }) => lift.length === 0 || !lift.every((each) => trustsOrigin(trust, each)));
}

/** The origins of a host with each of its ports; none where these are not spelled out. */
function originsAt(host: string, ports: ReadonlySet<string>): string[] {
  return ports.has(':*') ? [] : Array.from(ports, (port) => `http://${host}${port}`);
}
