import { type Language, languageOf } from '../language/language.ts';
import { parseOriginPattern } from '../origin-pattern.ts';
import { isLoopback } from '../private-host.ts';
import { parseSerializedOrigin } from '../serialized-origin.ts';
import { isExpression } from '../snapshot.ts';
import { sharedSuffix } from './inspect-expression.ts';
import { sharedUnder } from './string.ts';
import { letsIn, strangerThrough, throughEdge } from './witness.ts';

// Which ways into `origin` count as open to strangers: plain http, shared suffixes, `null`, what is
// not proved.

/** Whom an owner trusts with credentials beyond what is proved: the options that say so. */
export interface Trust {
  readonly dangerouslyTrustPlainHttp?: unknown;
  readonly dangerouslyTrustSharedSuffixes?: unknown;
}

/** A way in for somebody whom the setting does not name. */
export interface Opening {
  readonly kind: 'anybody' | 'stranger' | 'null' | 'plain-http' | 'scheme' | 'not-proved';
  /** Finds an origin that gets in. */
  readonly example: () => string | undefined;
}

/**
 * Every way into one element of a setting that keeps it from being closed. Closed are domains that it
 * names and their names over https, loopback, addresses over https, and origins of other schemes that
 * are spelled out.
 */
export function findOpenings(element: unknown, trust: Trust): Opening[] {
  if (isExpression(element)) return openingsOf(element, trust);
  return typeof element === 'string' || element === true ? openingsOfText(element, trust) : [];
}

/** Whether an element lets in nobody but whom it names, as far as that can be proved. */
export function isClosed(element: unknown, trust: Trust): boolean {
  return findOpenings(element, trust).length === 0;
}

function opening(kind: Opening['kind'], example?: string): Opening {
  return { kind, example: () => example };
}

function openingsOfText(text: string | true, trust: Trust): Opening[] {
  if (text === true || text === '*') return [opening('anybody')];
  if (text === 'null') return [opening('null', text)];
  const pattern = parseOriginPattern(text);
  const origin = pattern === undefined ? text : text.replace('*.', 'x.').replace(':*', '');
  const { scheme, host = '' } = parseSerializedOrigin(origin) ?? {};
  const isPlain =
    scheme === 'http' && !isLoopback(host) && trust.dangerouslyTrustPlainHttp !== true;
  const shared = pattern && sharedUnder(pattern);
  return [
    ...(shared === undefined || trust.dangerouslyTrustSharedSuffixes === true
      ? []
      : [opening('stranger', `${scheme}://x.${shared}`)]),
    ...(isPlain ? [opening('plain-http', origin)] : []),
  ];
}

function openingsOf(expression: RegExp, trust: Trust): Opening[] {
  const language = languageOf(expression);
  if (language.kind !== 'computed') return [opening('not-proved')];
  const { graph, open, addresses, others, paths } = language;
  const trustsSuffixes = trust.dangerouslyTrustSharedSuffixes === true;
  const strange = open.filter((each) => !trustsSuffixes || sharedSuffix(each) === undefined);
  const anybodys = addresses.filter(({ isNamed }) => !isNamed).map(({ example }) => example);
  // An example is one only if the engines let it in, too.
  const find = (examples: readonly string[]) => examples.find((each) => letsIn(expression, each));
  const openings: Opening[] = [];
  if (graph.nodes.some(({ ends, grammar }) => ends && grammar.part === 'scheme')) {
    openings.push(opening('null', 'null'));
  }
  if (strange.length + anybodys.length > 0) {
    const example = () => strangerThrough(expression, language, strange) ?? find(anybodys);
    openings.push({ kind: 'stranger', example });
  }
  const plain = trust.dangerouslyTrustPlainHttp === true ? [] : plainHttp(language);
  if (plain.length > 0) openings.push({ kind: 'plain-http', example: () => find(plain) });
  const schemes = others.open.map(({ edge, rest }) => `${paths.before(edge.from)}x${rest}`);
  if (schemes.length > 0) openings.push({ kind: 'scheme', example: () => find(schemes) });
  return openings;
}

/** Origins over plain http, of other machines than one's own. */
function plainHttp(language: Language): string[] {
  const { named, open, addresses, paths } = language;
  const examples = [
    ...named
      .filter(({ family }) => family === 'http')
      .map(({ from, rest }) => `${paths.before(from)}${rest}`),
    ...addresses.filter(({ family }) => family === 'http').map(({ example }) => example),
    ...open
      .filter(({ family }) => family === 'http')
      .flatMap(({ edge, rest }) => throughEdge(language, edge, rest).slice(0, 1)),
  ];
  return examples.filter((example) => !isLoopback(parseSerializedOrigin(example)?.host ?? ''));
}
