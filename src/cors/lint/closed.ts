import { type Language, languageOf } from '../language/language.ts';
import { parseOriginPattern } from '../origin-pattern.ts';
import { isExpression } from '../origin-setting.ts';
import { isLoopback } from '../private-host.ts';
import { parseSerializedOrigin } from '../serialized-origin.ts';
import { isForEveryone, sharedSuffix } from './inspect-expression.ts';
import { letsIn, strangerThrough, throughEdge } from './witness.ts';

// The ways in for strangers that an element of `origin` leaves open.

/** Whom an owner trusts with credentials beyond what is proved. */
export interface Trust {
  /** Pages over plain http, which anybody on their network can alter. */
  readonly plainHttp: boolean;
  /** Names under a public suffix, which anybody can register. */
  readonly sharedSuffixes: boolean;
}

/** A way in for somebody whom the setting does not name. */
export interface Opening {
  readonly kind: 'anybody' | 'stranger' | 'null' | 'plain-http' | 'scheme' | 'not-proved';
  /** An origin that gets in. */
  readonly example?: string | undefined;
}

/**
 * Every way into one element of a setting that keeps it from being closed. Closed are domains that it
 * names and their names over https, loopback, addresses over https, and origins of other schemes that
 * are spelled out.
 */
export function findOpenings(element: unknown, trust: Trust): Opening[] {
  if (element === true || element === '*') return [{ kind: 'anybody' }];
  if (element === 'null') return [{ kind: 'null', example: 'null' }];
  if (isExpression(element)) return openingsOf(element, trust);
  if (typeof element !== 'string') return [];
  const pattern = parseOriginPattern(element);
  if (pattern !== undefined) return openingsOf(pattern.expression, trust);
  const { scheme, host = '' } = parseSerializedOrigin(element) ?? {};
  const isPlain = scheme === 'http' && !isLoopback(host) && !trust.plainHttp;
  return isPlain ? [{ kind: 'plain-http', example: element }] : [];
}

/** Whether an element lets in nobody but whom it names, as far as that can be proved. */
export function isClosed(element: unknown, trust: Trust): boolean {
  return findOpenings(element, trust).length === 0;
}

function openingsOf(expression: RegExp, trust: Trust): Opening[] {
  if (isForEveryone(expression)) return [{ kind: 'anybody' }];
  const language = languageOf(expression);
  if (language.kind !== 'computed') return [{ kind: 'not-proved' }];
  const { open, addresses, others, paths } = language;
  // An example is one only if the engines let it in, too.
  const opening = (kind: Opening['kind'], examples: readonly string[]): Opening => ({
    kind,
    example: examples.find((each) => letsIn(expression, each)),
  });
  const openings = letsIn(expression, 'null') ? [opening('null', ['null'])] : [];
  const strange = open.filter((each) => !trust.sharedSuffixes || sharedSuffix(each) === undefined);
  if (strange.length > 0) {
    openings.push({ kind: 'stranger', example: strangerThrough(expression, language, strange) });
  }
  const anybodys = addresses.filter(({ isNamed }) => !isNamed).map(({ example }) => example);
  if (anybodys.length > 0) openings.push(opening('stranger', anybodys));
  const plain = trust.plainHttp ? [] : plainHttp(language);
  if (plain.length > 0) openings.push(opening('plain-http', plain));
  const schemes = others.open.map(({ edge, rest }) => `${paths.before(edge.from)}x${rest}`);
  if (schemes.length > 0) openings.push(opening('scheme', schemes));
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
