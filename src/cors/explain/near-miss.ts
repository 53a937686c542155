import { isOneTypoAway } from '../lint/repair-origin.ts';
import { type CompiledElements, findElementUncached } from '../origin-setting.ts';
import { ownedPart } from '../public-suffix.ts';
import { DEFAULT_PORTS, type OriginParts, parseSerializedOrigin } from '../serialized-origin.ts';

// Finds the allowed origin nearest to a refused one (typo, port, www), and describes how they
// differ.

/** How a refused origin differs from an allowed one. */
export type OriginDifference =
  | 'scheme'
  | 'port'
  | 'www'
  | 'loopback'
  | 'trailing-dot'
  | 'subdomain'
  | 'parent-domain'
  | 'sibling-domain'
  | 'typo'
  | 'host'
  /** The same origin, written differently: in a different case, with a slash, or otherwise. */
  | 'case'
  | 'trailing-slash'
  | 'form';

/** The allowed origin nearest to a refused one. */
export interface NearMiss {
  /** An origin that the element allows: the element itself, or one that it matches. */
  readonly origin: string;
  /** Index of the element that allows it. */
  readonly place: number;
  readonly differences: readonly OriginDifference[];
}

/**
 * Finds the allowed origin nearest to a refused one: first by trying common mistakes on the real
 * matcher, then by comparing host names. Tries only part of a long list, and fewer origins on slow
 * expressions, so it may miss the nearest.
 */
export function findNearMiss(elements: CompiledElements, refused: string): NearMiss | undefined {
  const parts = parseSerializedOrigin(refused);
  if (parts === undefined) return undefined;
  const listed = [...elements.exact.keys()].filter((each) => each !== 'null').slice(0, MAX_LISTED);
  const candidates = [...variationsOf(parts, listed), ...listed].flatMap((origin) => {
    const differences = differencesFrom(parts, origin) ?? [];
    return differences.length === 0 ? [] : [{ origin, differences }];
  });
  const mostVisits = visitsOf(elements) + MAX_VISITS;
  let guesses = MAX_MATCHES / Math.max(1, elements.expressions.length);
  for (const { origin, differences } of candidates.toSorted((a, b) => distance(a) - distance(b))) {
    // Among several unrelated hosts, none counts as nearest. A single host is named even if it is
    // unrelated.
    if (differences[0] === 'host' && listed.length > 1) return undefined;
    const isGuess = !elements.exact.has(origin);
    if (isGuess && (guesses <= 0 || visitsOf(elements) >= mostVisits)) continue;
    if (isGuess) guesses -= 1;
    const place = findElementUncached(elements, origin);
    if (place >= 0) return { origin, place, differences };
  }
  return undefined;
}

// Default ports of development servers. They are tried in case an expression requires a port.
const USUAL_PORTS = ['3000', '5173', '8080'];

// The maximum number of a list's ports that are tried, so that the search is fast for any list.
const MAX_TRIED_PORTS = 20;

// Anybody can trigger an explanation, so expressions get only a few milliseconds.
const MAX_VISITS = 100_000;

/**
 * Limits how many matches are tried. A string that fails at its first character visits few nodes,
 * but still takes microseconds.
 */
export const MAX_MATCHES = 200;

// Limits how many strings of a list are tried.
const MAX_LISTED = 200;

const LOOPBACK_HOSTS = ['localhost', '127.0.0.1', '[::1]'];

function variationsOf({ scheme, host, port }: OriginParts, listed: readonly string[]): string[] {
  const bare = host.replace(/^www\./, '');
  const dotted = host.endsWith('.') ? host.slice(0, -1) : `${host}.`;
  const hosts = LOOPBACK_HOSTS.includes(host)
    ? LOOPBACK_HOSTS
    : [host, bare === host ? `www.${host}` : bare, dotted];
  const listedPorts = listed.map((origin) => parseSerializedOrigin(origin)?.port ?? '');
  const ports = [port, '', ...[...new Set(listedPorts)].slice(0, MAX_TRIED_PORTS), ...USUAL_PORTS];
  const schemes = /^https?$/.test(scheme) ? ['http', 'https'] : [scheme];
  return schemes.flatMap((one) =>
    hosts.flatMap((name) =>
      Array.from(new Set(ports), (each) => {
        const isDefault = each === '' || each === DEFAULT_PORTS[one];
        return `${one}://${name}${isDefault ? '' : `:${each}`}`;
      }),
    ),
  );
}

function visitsOf({ expressions }: CompiledElements): number {
  return expressions.reduce((sum, { visits }) => sum + visits(), 0);
}

const RELATIONS: readonly OriginDifference[] = [
  'typo',
  'subdomain',
  'parent-domain',
  'sibling-domain',
  'host',
];

/** Returns a rank: the nearest is lowest. Differences that are not in RELATIONS rank nearest. */
function distance({ differences }: Pick<NearMiss, 'differences'>): number {
  const [relation = 'host', ...rest] = differences;
  return RELATIONS.indexOf(relation) * RELATIONS.length + rest.length;
}

/** Lists how an origin differs from another; `undefined` if the other is not an origin. */
function differencesFrom(parts: OriginParts, origin: string): OriginDifference[] | undefined {
  const other = parseSerializedOrigin(origin);
  if (other === undefined) return undefined;
  const host = parts.host === other.host ? [] : [relate(parts.host, other.host)];
  const scheme: OriginDifference[] = parts.scheme === other.scheme ? [] : ['scheme'];
  const port: OriginDifference[] = parts.port === other.port ? [] : ['port'];
  // A different host matters most, so it comes first, unless it is another form of the same host.
  const isOther = host.some((each) => RELATIONS.includes(each));
  return isOther ? [...host, ...scheme, ...port] : [...scheme, ...host, ...port];
}

function relate(host: string, other: string): OriginDifference {
  if (LOOPBACK_HOSTS.includes(host) && LOOPBACK_HOSTS.includes(other)) return 'loopback';
  if (`www.${host}` === other || host === `www.${other}`) return 'www';
  if (`${host}.` === other || host === `${other}.`) return 'trailing-dot';
  if (isTypo(host, other)) return 'typo';
  // Names under co.uk or github.io belong to different owners. The second comparison is slow for
  // long hosts, so the first one rules out most of them.
  if (!host.endsWith(ownedPart(other)) || ownedPart(host) !== ownedPart(other)) return 'host';
  if (host.endsWith(`.${other}`)) return 'subdomain';
  return other.endsWith(`.${host}`) ? 'parent-domain' : 'sibling-domain';
}

// Short names, such as api and app, may differ in one letter on purpose.
const SHORTEST_TYPO = 5;

/** Checks whether two hosts differ in only one label, by one letter or two swapped letters. */
function isTypo(host: string, other: string): boolean {
  const [names, others] = [host.split('.'), other.split('.')];
  const differing = names.flatMap((name, i) => (name === others[i] ? [] : [i]));
  const [i = -1] = differing;
  const [a, b] = [names[i], others[i]];
  if (names.length !== others.length || differing.length !== 1 || !a || !b) return false;
  return Math.min(a.length, b.length) >= SHORTEST_TYPO && isOneTypoAway(a, b);
}

/** Describes how a refused origin differs from an allowed one: "its scheme is http, not https". */
export function describeDifferences(refused: string, { origin, differences }: NearMiss): string {
  const [mine, other] = [parseSerializedOrigin(refused), parseSerializedOrigin(origin)];
  if (mine === undefined || other === undefined) return 'it is a different origin';
  const words: Partial<Readonly<Record<OriginDifference, string>>> = {
    scheme: `its scheme is ${mine.scheme}, not ${other.scheme}`,
    port: `its port is ${portText(mine)}, not ${portText(other)}`,
    www: `its host is ${mine.host}, not ${other.host}, and www makes it a different host`,
    loopback: `its host is ${mine.host}, not ${other.host}: the same machine, but a different origin`,
    'trailing-dot': `its host is ${mine.host}, not ${other.host}, and the dot at the end counts`,
    subdomain: `its host ${mine.host} is a subdomain of ${other.host}, and subdomains are not included`,
    'parent-domain': `its host is ${mine.host}, not its subdomain ${other.host}`,
    'sibling-domain': `its host is ${mine.host}, not ${other.host}, which is a different subdomain of ${ownedPart(other.host)}`,
    typo: `its host is ${mine.host}, not ${other.host}: perhaps a typo`,
    host: `its host is ${mine.host}, not ${other.host}`,
  };
  return differences.map((difference) => words[difference]).join(', and ');
}

function portText({ scheme, port }: OriginParts): string {
  if (port !== '') return port;
  const usual = DEFAULT_PORTS[scheme];
  return usual === undefined ? 'the default one' : `${usual} (the default)`;
}
