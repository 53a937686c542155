import { type AllowedOrigins, allowedOrigins } from '../automata/allowed-origins.ts';
import { isSubset } from '../automata/graph.ts';
import type * as AST from '../automata/parse-expression.ts';
import { branchesOf, isAnchored, parseExpression } from '../automata/parse-expression.ts';
import type { OriginFix } from '../origin-fault.ts';
import { parseOriginPattern } from '../origin-setting.ts';
import { isLoopback } from '../private-host.ts';
import { isOpenToAll, isPublic, ownedPart } from '../public-suffix.ts';
import { openingsOfExpression } from './expression-openings.ts';
import { OPTIONAL_PORT } from './multiple-origins.ts';

// Proposes a fix for an expression (a list of the origins that it names, or an edited expression),
// and proves that the fix lets in nobody else.

/**
 * Proposes what was probably meant, if the expression itself makes that clear: the domains that it
 * names, the names under them if it has a wildcard, and https if it allows https. The fix never
 * lets in a stranger. It lets in nothing new except names and ports of those domains, and excludes
 * none of these names.
 */
export function proveFix(expression: RegExp): OriginFix | undefined {
  if (exactOrigins(expression) === undefined) return undefined;
  const whole = edit(expression, true);
  return firstProved([edit(expression, false), whole, secured(whole)], expression);
}

/** Returns the fix from the first of these edited expressions for which one can be proved. */
function firstProved(all: readonly (RegExp | undefined)[], written: RegExp | undefined) {
  for (const edited of all) {
    const fix = edited && proveEdited(edited, written ?? edited);
    if (fix !== undefined) return fix;
  }
  return undefined;
}

function proveEdited(edited: RegExp, written: RegExp): OriginFix | undefined {
  const meant = exactOrigins(edited);
  if (meant?.graph.start === undefined || isAmbiguous(meant)) return undefined;
  const origins = originsOf(meant);
  const texts = [...origins.keys()];
  if (texts.length === 0 && meant.named.length > 0) return undefined;
  const all = texts.length > 1 ? texts : texts[0];
  const list = texts.length > MAX_LISTED_ORIGINS ? undefined : all;
  const openings = openingsOfExpression(edited, []);
  // If `.?` is left, an unknown character may follow, so the end of the name is unclear.
  const isClear = !/(?<!\\)\.\?/.test(edited.source) && isIntentClear(meant);
  const areMeant = () =>
    [...origins].every(([text, isOwn]) => isOwn || isWithin(expressionFor([text]), written));
  if (openings.length > 0 && list !== undefined && isClear && areMeant()) return list;
  // If the expression spells out `^http:`, its author wants plain http.
  const isSpelled = /^\^http:/.test(edited.source);
  const isWeb = meant.named.length + meant.addresses.length > 0;
  const isSound = openings.every(
    ({ kind }) => (kind === 'plain-http' && isSpelled) || (kind === 'scheme' && !isWeb),
  );
  if (!isSound || deadBranches(edited).length > 0 || !isWithin(edited, written)) return undefined;
  return list !== undefined && isSame(texts, edited) ? list : String(edited);
}

/** A longer list is probably not what the author meant. */
const MAX_LISTED_ORIGINS = 8;

/** A single word is not a complete host name, and it is unclear what should follow. */
function isWholeName(host: string): boolean {
  return (/\.[^.]+$/.test(host) && !isOpenToAll(host)) || isLoopback(host);
}

/**
 * Returns the origins and patterns that an expression names, as its author would write them. The
 * value is true if a pattern may let in more than the expression does: on loopback, with any port,
 * or with all subdomains of a host after an unclear start.
 */
function originsOf({ named, addresses, open }: AllowedOrigins): ReadonlyMap<string, boolean> {
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
  // Plain http first, since people usually write local servers that way.
  const ordered = chosen.toSorted((a, b) => a.family.localeCompare(b.family));
  return new Map(
    ordered.flatMap(({ family, host, isParent, ports, isTouched }) =>
      (ports.has(':*') ? [':*'] : [...ports]).map((port) => [
        `${family}://${isParent ? '*.' : ''}${host}${port}`,
        isTouched || isLoopback(host) || port === ':*',
      ]),
    ),
  );
}

/** Returns the expression equivalent to these origins and patterns together. */
function expressionFor(texts: readonly string[]): RegExp {
  const sources = texts.map((text) => {
    const pattern = parseOriginPattern(text)?.expression.source.slice(1, -1);
    return pattern ?? text.replace(/[.[\]/]/g, '\\$&');
  });
  return new RegExp(`^(?:${sources.join('|')})$`);
}

/** Proposes a fix for an expression that no origin matches, such as one with a trailing slash. */
export function fixForNoMatch({ source, flags }: RegExp): OriginFix | undefined {
  const body = source
    .replace(/^(?:\^|\\A)/, '')
    .replace(/(?<!\\)\$$|\\[zZ]$/, '')
    .replace(/\\?\/(?:\.?\*)?$/, '')
    .replace(/^https?\??(?=:)/i, (scheme) => scheme.toLowerCase())
    .replace(/^(https:.*):443$|^(http:.*):80$/, '$1$2');
  const scheme = /^(?:localhost|127\\?\.)/.test(body) ? 'https?' : 'https';
  const start = /^[^[(]*:\\?\//.test(body) ? '' : `${scheme}:\\/\\/`;
  const repaired = expressionOf(`^${start}${body}$`, flags);
  return firstProved([repaired, secured(repaired)], undefined);
}

/** Limits an expression to https if it allows http as well. */
function secured(edited: RegExp | undefined): RegExp | undefined {
  return edited && expressionOf(edited.source.replace('^https?:', '^https:'), edited.flags);
}

/**
 * Returns the alternatives that let in nobody. If the expression has only one alternative, returns
 * none.
 */
export function deadBranches(expression: RegExp): readonly AST.Alternative[] {
  const branches = branchesOf(parseExpression(expression));
  if (branches.length < 2 || branches.length > MAX_BRANCHES) return [];
  return branches.filter(({ raw, elements }) => {
    const allowed = allowedOrigins(new RegExp(raw, expression.flags));
    const isDead = allowed.kind === 'computed' && allowed.graph.start === undefined;
    // An alternative of assertions alone, such as ^$, is not meant to name an origin.
    return isDead && elements.some(({ type }) => type !== 'Assertion');
  });
}

/** There is a limit, since the origins of each branch are computed separately. */
const MAX_BRANCHES = 20;

function expressionOf(source: string, flags: string): RegExp | undefined {
  try {
    return new RegExp(source, flags.replace(/[gmy]/g, ''));
  } catch {
    return undefined;
  }
}

/** Returns what an expression lets in; `undefined` if not known exactly, as with lookarounds. */
function exactOrigins(expression: RegExp): AllowedOrigins | undefined {
  const allowed = allowedOrigins(expression);
  return allowed.kind === 'computed' && allowed.isExact ? allowed : undefined;
}

/** Whether all openings are before or after a named host, rather than in place of one. */
function isIntentClear({ named, addresses, open }: AllowedOrigins): boolean {
  const hosts = new Set([...named, ...addresses].map(({ host }) => host));
  // An open end may stand for a missing top-level domain or, after a dot, for another label.
  const areWhole = named.every(
    ({ host, ports }) =>
      ports.has('') && !host.endsWith('.') && (isPublic(host) || isLoopback(host)),
  );
  return open.every(({ tail }) =>
    /^\.?$/.test(tail) ? areWhole : hosts.has(tail.replace(/\.$/, '')),
  );
}

/**
 * Whether the expression names two hosts, one of which was probably not meant: app.example.com and
 * app-example.com.
 */
function isAmbiguous({ named }: AllowedOrigins): boolean {
  const owners = new Map<string, string>();
  return named.some(({ host }) => {
    const name = host.replace(/\.$/, '');
    const letters = name.replace(/[.-]/g, '');
    const owner = ownedPart(name);
    const other = owners.get(letters) ?? owner;
    owners.set(letters, owner);
    return other !== owner;
  });
}

/** Checks whether `whole` lets in everything that `part` lets in. */
function isWithin(part: RegExp, whole: RegExp): boolean {
  const allowed = exactOrigins(part);
  return allowed !== undefined && isSubset(allowed.graph, whole);
}

function isSame(texts: readonly string[], expression: RegExp): boolean {
  const all = expressionFor(texts);
  return isWithin(all, expression) && isWithin(expression, all);
}

/**
 * Escapes the single dots of an expression and anchors its ends, or returns `undefined` if that is
 * impossible. Callers must prove that the result is what was meant.
 *
 * @param withStart whether to anchor the start, too: with `^`, and a scheme if there is none
 */
function edit({ source, flags }: RegExp, withStart: boolean): RegExp | undefined {
  const branches = branchesOf(parseExpression(new RegExp(source, flags)));
  const open = withStart ? branches.filter((each) => !isAnchored(each, 'start')) : [];
  // We cannot tell what should come before punctuation, or after http or https without a colon.
  const isUnknown = open.some(({ raw }) => /^(?:[^\w(]|http(?!s?\??:))/i.test(raw));
  if (isUnknown || (withStart && open.length === 0)) return undefined;
  // Edits from the end, so that earlier indexes stay valid.
  const edited = branches.toReversed().reduce((text, branch) => {
    const scheme = /^[a-z-]+\??:/i.test(branch.raw) ? '^' : '^https:\\/\\/';
    const inner = `${open.includes(branch) ? scheme : ''}${editBranch(branch)}`;
    return text.slice(0, branch.start) + inner + text.slice(branch.end);
  }, source);
  return expressionOf(edited, flags);
}

/**
 * Matches an unescaped dot, or a part that must be left as it is because it begins with a backslash
 * or bracket.
 */
const LONE_DOT = /\\.|\[(?:\\.|[^\]\\])*\]|\.(?![*+?{])/gs;

function editBranch(branch: AST.Alternative): string {
  const { raw } = branch;
  const edited = raw
    .replace(LONE_DOT, (part) => (part.startsWith('.') ? '\\.' : part))
    // In an expression, ":*" is any number of colons, and "t*" any number of "t"s.
    .replace(/:[*+](?:\((?:\[0-9\]|\\d)[*+]\)\??)?(?=\$?$)/, OPTIONAL_PORT)
    .replace(/(?<=(?:^|[^\\])[a-z\d])\*$/i, OPTIONAL_PORT);
  if (isAnchored(branch, 'end')) return edited;
  if (raw.endsWith(':')) return `${edited}\\d+$`;
  // The rest of an IP address.
  const [numbers] = /(?<=[/(])(?:\d{1,3}\\?\.){1,3}$/.exec(raw) ?? [];
  if (numbers !== undefined) {
    const rest = Array.from({ length: 5 - numbers.split('.').length }, () => '\\d+');
    return `${edited}${rest.join('\\.')}${OPTIONAL_PORT}$`;
  }
  // The name of an extension.
  if (raw.endsWith(':\\/\\/')) return `${edited}[\\w.-]+$`;
  // Local servers use many ports.
  const isLocal = /(?:localhost|127\\?\.0\\?\.0\\?\.1|\[::1\\?\])\)*$/.test(raw);
  return `${edited}${isLocal ? OPTIONAL_PORT : ''}$`;
}
