import { parseExpression } from '../expression/parse.ts';
import type * as AST from '../expression/syntax.ts';
import { branchesOf, descendants, isAnchored, isLoneDot } from '../expression/tree.ts';
import type { Graph } from '../language/graph.ts';
import { isSubset } from '../language/includes.ts';
import { type Language, languageOf } from '../language/language.ts';
import type { OriginFix } from '../origin-fault.ts';
import { parseOriginPattern } from '../origin-pattern.ts';
import { isLoopback } from '../private-host.ts';
import { isOpenToAll, isPublic, ownedPart } from '../public-suffix.ts';
import { NO_TRUST } from '../trust.ts';
import { openingsOfExpression } from './expression-openings.ts';
import { OPTIONAL_PORT } from './glob.ts';

// The fix that the linter offers for an expression, and when it offers none; the most origins of
// one.

/**
 * What was probably meant, where the expression itself says it: the domains that it names, their
 * names where it has a wildcard, over https if it lets that in. Never lets in a stranger, and but for
 * names under those domains nothing that the expression does not.
 */
export function proveFix(expression: RegExp): OriginFix | undefined {
  const edited = edit(expression);
  const language = exactLanguage(expression);
  const meant = edited && exactLanguage(edited);
  if (language === undefined || meant === undefined || edited === undefined) return undefined;
  const origins = originsOf(meant);
  const texts = origins.map(({ text }) => text);
  if (texts.length === 0 || meant.graph.start === undefined || isAmbiguous(meant)) return undefined;
  const list = listOf(texts);
  if (openingsOfExpression(edited, NO_TRUST).length > 0) {
    if (list === undefined || !isIntentClear(meant)) return undefined;
    const isProved = origins.every((each) => each.isOwn || isWithin(each.text, language.graph));
    return isProved ? list : undefined;
  }
  if (!isSubset(meant.graph, language.graph)) return undefined;
  return list !== undefined && sameLanguage(texts, meant.graph) ? list : String(edited);
}

/** Nothing where there are look-arounds, which may let in less than is known. */
function exactLanguage(expression: RegExp): Language | undefined {
  const language = languageOf(expression);
  return language.kind === 'computed' && language.isExact ? language : undefined;
}

/** Whether all that is left open stands beside a host that is named, rather than in place of one. */
function isIntentClear({ named, addresses, open }: Language): boolean {
  const hosts = new Set([...named, ...addresses].map(({ host }) => host));
  // What is open at the end may be a top-level domain, but after one, and after a dot another name.
  const areWhole = named.every(
    ({ host, ports }) =>
      ports.has('') && !host.endsWith('.') && (isPublic(host) || isLoopback(host)),
  );
  return open.every(({ tail }) =>
    /^\.?$/.test(tail) ? areWhole : hosts.has(tail.replace(/\.$/, '')),
  );
}

/** Whether it names two hosts of which one was probably not meant: app.example.com and app-example.com. */
function isAmbiguous({ named }: Language): boolean {
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

/** A longer list is not what anybody meant. */
const MOST_ORIGINS = 8;

function listOf(texts: readonly string[]): OriginFix | undefined {
  const [only] = texts;
  if (only === undefined || texts.length > MOST_ORIGINS) return undefined;
  return texts.length === 1 ? only : texts;
}

/** Of a bare word, nobody knows what was meant to follow. */
function isWholeName(host: string): boolean {
  return (/\.[^.]+$/.test(host) && !isOpenToAll(host)) || isLoopback(host);
}

interface MeantOrigin {
  /** An origin, a pattern, or an expression where neither says it. */
  readonly text: string;
  /** Whether it is about names of one's own domain, which were meant though not all get in. */
  readonly isOwn: boolean;
}

/** The origins and patterns that a language names. */
function originsOf({ named, addresses, open }: Language): MeantOrigin[] {
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
  // People know a machine of their own by plain http.
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
      isOwn: isTouched,
    }));
  });
  return [...new Map(texts.map((each) => [each.text, each])).values()];
}

/** What no pattern says. */
const SOME_PORT = ':\\d+';

/** Any port at all, and any that is written, are not the same. */
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

/** The expression that an origin, a pattern or the text of an expression stands for, without ^ and $. */
function sourceOf(text: string): string {
  const [, source] = /^\/\^(.*)\$\/$/s.exec(text) ?? [];
  if (source !== undefined) return source;
  const pattern = parseOriginPattern(text)?.expression.source.slice(1, -1);
  return pattern ?? text.replace(/[.[\]/]/g, '\\$&');
}

function graphOf(texts: readonly string[]): Graph | undefined {
  const language = languageOf(new RegExp(`^(?:${texts.map(sourceOf).join('|')})$`));
  return language.kind === 'computed' ? language.graph : undefined;
}

function isWithin(text: string, whole: Graph): boolean {
  const graph = graphOf([text]);
  return graph !== undefined && isSubset(graph, whole);
}

function sameLanguage(texts: readonly string[], whole: Graph): boolean {
  const graph = texts.length === 0 ? undefined : graphOf(texts);
  return graph !== undefined && isSubset(graph, whole) && isSubset(whole, graph);
}

/** The expression with its lone dots escaped and its ends held, `undefined` where that is none. */
function edit(expression: RegExp): RegExp | undefined {
  const alternatives = branchesOf(parseExpression(expression));
  const edits = alternatives.flatMap(editsOf);
  try {
    return new RegExp(apply(expression.source, edits), expression.flags.replace(/[gmy]/g, ''));
  } catch {
    return undefined;
  }
}

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

function editsOf(alternative: AST.Alternative): Edit[] {
  const { end, raw } = alternative;
  const edits: Edit[] = [];
  for (const node of descendants(alternative)) {
    // What an assertion asks of the text around it is not part of that text.
    if (isWithinAssertion(node)) continue;
    if (isPortGlob(node, alternative)) edits.push({ ...spanOf(node), text: OPTIONAL_PORT });
    else if (isLoneDot(node)) edits.push({ ...spanOf(node), text: '\\.' });
    else if (/^\.\?\??$/.test(node.raw)) edits.push({ ...spanOf(node), text: '\\.' });
  }
  if (!isAnchored(alternative, 'end')) {
    // A machine of one's own has many ports.
    const isLocal = /(?:localhost|127\\?\.0\\?\.0\\?\.1|\[::1\\?\])$/.test(raw);
    edits.push({
      start: end,
      end,
      text: isLocal ? `${OPTIONAL_PORT}$` : raw.endsWith(':') ? '\\d+$' : '$',
    });
  }
  return edits;
}

function spanOf({ start, end }: AST.Node): { readonly start: number; readonly end: number } {
  return { start, end };
}

/** `:*` at the end, which in an expression is any number of colons. */
function isPortGlob(node: AST.Node, { raw, start }: AST.Alternative): boolean {
  return /^:[*+]$/.test(node.raw) && /^\$?$/.test(raw.slice(node.end - start));
}

function isWithinAssertion({ parent }: AST.Node): boolean {
  if (!parent) return false;
  return parent.type === 'Assertion' || isWithinAssertion(parent);
}

function apply(text: string, edits: readonly Edit[]): string {
  // From the back, so that positions before stay right.
  return edits
    .toSorted((a, b) => b.start - a.start || b.end - a.end)
    .reduce(
      (done, { start, end, text: put }) => done.slice(0, start) + put + done.slice(end),
      text,
    );
}
