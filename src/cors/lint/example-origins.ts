import type { AllowedOrigins } from '../automata/allowed-origins.ts';
import type { Provenance } from '../automata/automaton.ts';
import type { Edge } from '../automata/graph.ts';
import type { OpenHost } from '../automata/host-suffixes.ts';
import { matcherOf } from '../automata/matcher.ts';
import { isLoopback } from '../private-host.ts';
import { isPublic, ownedPart } from '../public-suffix.ts';
import { isSerializedOrigin, parseSerializedOrigin } from '../serialized-origin.ts';

// Finds an example for an opening of an expression: a stranger's origin that gets in.

/** Whether an expression lets in this origin, and a browser can send it. */
export function letsIn(expression: RegExp, origin: string): boolean {
  return isSerializedOrigin(origin) && matcherOf(expression).matches(origin);
}

/** Replaces one dot at a time, since this shows best that the dot is not escaped. */
function withDotReplaced(origin: string): string[] {
  return [...origin.matchAll(/\./g)].flatMap(({ index }) =>
    ['x', '-'].map((put) => `${origin.slice(0, index)}${put}${origin.slice(index + 1)}`),
  );
}

function insertedAt(provenance: Provenance, rest: string): readonly string[] {
  if (provenance === 'start' && rest.startsWith('.')) return INSERTED.set;
  return rest === '' && provenance === 'set' ? INSERTED.end : INSERTED[provenance];
}

/** The text that an attacker would insert, for each kind of opening. */
const INSERTED: Readonly<Record<Provenance, readonly string[]>> = {
  start: ['evil-', 'evil', 'x'],
  end: ['.evil.test', 'evil.test', '-evil.test', ':8080', '0'],
  set: ['evil', 'evil-', '.evil.test', 'x', '-'],
  dot: ['x', '-'],
  literal: [],
  repeat: ['evil', 'x'],
};

// The first few places are enough for a good example.
const MAX_TRIED_PLACES = 30;

/**
 * Finds a stranger's origin that gets in through one of these open places. Tries the clearest
 * places first.
 */
export function strangerThrough(
  expression: RegExp,
  allowed: AllowedOrigins,
  open: readonly OpenHost[],
): string | undefined {
  const { before } = allowed.paths;
  // Prefers https, then the shortest prefix. Among equally short ones, prefers the most dots, since
  // the author of an unescaped . usually meant a dot.
  const cost = ({ family, edge }: OpenHost) => {
    const start = before(edge.from);
    const labels = start.split('.').length;
    return start.length + (family === 'https' ? 0 : 'https'.length * 10) - labels / start.length;
  };
  return open
    .map((each) => ({ ...each, cost: cost(each) }))
    .toSorted((a, b) => a.cost - b.cost)
    .slice(0, MAX_TRIED_PLACES)
    .flatMap(({ family, edge, rest }) => {
      const start = before(edge.from);
      const inserted = insertedAt(edge.provenance, rest);
      const starts = edge.provenance === 'end' ? [start] : [`${family}://`, start];
      return [
        ...(edge.provenance === 'dot' ? withDotReplaced(`${start}.${rest}`) : []),
        ...inserted.flatMap((text) => starts.map((each) => `${each}${text}${rest}`)),
        ...throughEdge(allowed, edge, rest),
      ];
    })
    .find((text) => !isNamed(allowed, text) && letsIn(expression, text));
}

/** Returns the shortest string through an edge for each of its characters, ending with `rest`. */
export function throughEdge(
  { paths }: AllowedOrigins,
  edge: Edge,
  rest = paths.after(edge.to),
): string[] {
  const start = paths.before(edge.from);
  return [...edge.set].map((character) => `${start}${character}${rest}`);
}

/** Whether the expression names the host of an origin, or a domain above it. */
export function isNamed({ named }: AllowedOrigins, origin: string): boolean {
  const { host = '' } = parseSerializedOrigin(origin) ?? {};
  return named.some((each) => (each.isParent ? isUnder(host, each.host) : host === each.host));
}

/** Whether a host is a name under a domain, with no public suffix between them. */
function isUnder(host: string, domain: string): boolean {
  return (
    host.endsWith(`.${domain}`) && (!isPublic(host) || ownedPart(host).length <= domain.length)
  );
}

/**
 * Finds an origin, recognizable to the author, that gets in only because an end is not anchored.
 */
export function exampleBeyond(
  expression: RegExp,
  allowed: AllowedOrigins,
  end: 'start' | 'end',
): string | undefined {
  const { source, flags } = expression;
  const held = new RegExp(end === 'start' ? `^(?:${source})` : `(?:${source})$`, flags);
  const edges = allowed.graph.nodes
    .flatMap((node) => node.edges.filter(({ provenance }) => provenance === end))
    // Leaves out other schemes: in `chrome-extension://abc…`, what follows is still the name.
    .filter(({ to }) => end === 'start' || to.grammar.family !== 'other')
    .slice(0, MAX_TRIED_EDGES);
  const rests = edges.map(({ to }) => allowed.paths.after(to));
  const texts =
    end === 'end'
      ? edges.flatMap((edge) => throughEdge(allowed, edge).slice(0, 2))
      : [
          ...rests
            .map((rest) => `http://${rest.startsWith('.') ? 'www' : ''}${rest}`)
            .filter((text) => !isLoopback(parseSerializedOrigin(text)?.host ?? '')),
          ...rests.map((rest) => `${rest.startsWith(':') ? 'evil' : 'evil-'}${rest}`),
        ];
  return texts.find((text) => letsIn(expression, text) && !letsIn(held, text));
}

/** More edges would give the same examples. */
const MAX_TRIED_EDGES = 50;
