import type { Language } from '../language/language.ts';
import type { OriginFix } from '../origin-fault.ts';
import { parseOriginPattern } from '../origin-setting.ts';
import { isLoopback } from '../private-host.ts';
import { isOpenToAll, ownedPart } from '../public-suffix.ts';

// Lists the origins and patterns that an expression names, as its author would.

/** Nobody means a longer list. */
const MOST_ORIGINS = 8;

export function listOf(texts: readonly string[]): OriginFix | undefined {
  const [only] = texts;
  if (only === undefined || texts.length > MOST_ORIGINS) return undefined;
  return texts.length === 1 ? only : texts;
}

/** A bare word is not a whole name, since it is unclear what should follow. */
function isWholeName(host: string): boolean {
  return (/\.[^.]+$/.test(host) && !isOpenToAll(host)) || isLoopback(host);
}

export interface MeantOrigin {
  /** An origin or a pattern. */
  readonly text: string;
  /** The registered domain, which identifies the owner. */
  readonly owner: string;
  /**
   * Whether this covers names under the author's own domain, or ports of the machine itself, which
   * were meant though not all get in.
   */
  readonly isOwn: boolean;
}

/** Returns the origins and patterns that a language names. */
export function originsOf({ named, addresses, open }: Language): MeantOrigin[] {
  const known = named.filter(({ host }) => isWholeName(host));
  const hosts = [
    ...known,
    ...addresses.filter(({ isWhole }) => isWhole).map((each) => ({ ...each, isParent: false })),
  ];
  const touched = known
    .filter(({ host, isParent }) => !isParent && open.some(({ tail }) => tail === host))
    .map((each) => ({ ...each, isParent: true, isTouched: true }));
  const all = [...hosts.map((each) => ({ ...each, isTouched: false })), ...touched];
  const chosen = all.filter(({ family, host, isParent }) => {
    if (isLoopback(host))
      return !isParent || !all.some((each) => each.host === host && !each.isParent);
    return family === 'https' || !all.some((each) => each.host === host && each.family === 'https');
  });
  // Plain http first, since that is how people know their local servers.
  const ordered = chosen.toSorted((a, b) =>
    a.family < b.family ? -1 : a.family > b.family ? 1 : 0,
  );
  const texts = ordered.flatMap(({ family, host, isParent, ports, isTouched }) =>
    (ports.has(':*') ? [':*'] : [...ports]).map((port) => ({
      text: `${family}://${isParent ? '*.' : ''}${host}${port}`,
      owner: ownedPart(host),
      isOwn: isTouched || isLoopback(host),
    })),
  );
  return [...new Map(texts.map((each) => [each.text, each])).values()];
}

/** Returns the expression equivalent to these origins and patterns together. */
export function expressionFor(texts: readonly string[]): RegExp {
  const sources = texts.map((text) => {
    const pattern = parseOriginPattern(text)?.expression.source.slice(1, -1);
    return pattern ?? text.replace(/[.[\]/]/g, '\\$&');
  });
  return new RegExp(`^(?:${sources.join('|')})$`);
}
