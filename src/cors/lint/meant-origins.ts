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
  /** An origin or a pattern, or the text of an expression if neither fits. */
  readonly text: string;
  /** The registered domain, which identifies the owner. */
  readonly owner: string;
  /**
   * Whether this covers names under the author's own domain, which were meant though not all get
   * in.
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
  const texts = ordered.flatMap(({ family, host, isParent, ports, isTouched }) => {
    const both = ordered.some((each) => each.host === host && each.family !== family);
    return portTexts(ports).map((port) => ({
      text: originText(
        both && port === SOME_PORT ? 'https?' : family,
        isParent ? `*.${host}` : host,
        port,
      ),
      owner: ownedPart(host),
      isOwn: isTouched,
    }));
  });
  return [...new Map(texts.map((each) => [each.text, each])).values()];
}

/** Any port except the default, which no pattern can express. */
const SOME_PORT = ':\\d+';

/** Distinguishes any port from any explicit port. */
function portTexts(ports: ReadonlySet<string>): string[] {
  if (!ports.has(':*')) return [...ports];
  return ports.has('') ? [':*'] : [SOME_PORT];
}

function originText(scheme: string, host: string, port: string): string {
  if (port !== SOME_PORT) return `${scheme}://${host}${port}`;
  const names = host.startsWith('*.') ? '(?:[a-z0-9_-]+\\.)+' : '';
  const escaped = host.replace('*.', '').replace(/[.[\]]/g, '\\$&');
  return `/^${scheme}:\\/\\/${names}${escaped}${port}$/`;
}

/**
 * Returns the expression equivalent to these origins, patterns and texts of expressions together.
 */
export function expressionFor(texts: readonly string[]): RegExp {
  const sources = texts.map((text) => {
    const [, source] = /^\/\^(.*)\$\/$/s.exec(text) ?? [];
    const pattern = parseOriginPattern(text)?.expression.source.slice(1, -1);
    return source ?? pattern ?? text.replace(/[.[\]/]/g, '\\$&');
  });
  return new RegExp(`^(?:${sources.join('|')})$`);
}
