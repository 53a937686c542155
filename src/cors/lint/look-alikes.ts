import type { AST } from '@eslint-community/regexpp';
import { descendants, isAnchored, isLoneDot, isUnbounded } from '../expression/tree.ts';
import { isLoopback, isPrivateHost } from '../private-host.ts';
import { isOpenToAll, isPublic, ownedPart } from '../public-suffix.ts';
import { parseSerializedOrigin } from '../serialized-origin.ts';
import { type Choices, membersOf, type Piece, sample, waysThrough } from './sample.ts';
import { admits, type Trial } from './trial.ts';

/** One alternative of an expression, and origins it lets in. */
export interface Branch {
  readonly alternative: AST.Alternative;
  readonly ways: readonly Choices['picks'][];
  /** An origin it is probably meant to let in; `undefined` where none was found. */
  readonly intended: string | undefined;
}

// What an author who left an end open may have meant to stand there.
const HOST_BEGINNINGS = ['https://', 'https://app.', 'https://app', 'http://localhost', ''];
const URL_BEGINNINGS = ['', 'https', 'http', 'https:', 'https:/', 'h'];
const ENDINGS = [
  '',
  '.example',
  'example',
  '.com',
  'com',
  ':3000',
  '3000',
  '//app.example',
  '://app.example',
];

/** Tests the expression itself, as the policy would. */
export class LookAlikes {
  readonly #trial: Trial;

  constructor(trial: Trial) {
    this.#trial = trial;
  }

  /** Whether the policy would let `origin` in. */
  admits(origin: string): boolean {
    return admits(this.#trial, origin);
  }

  branch(alternative: AST.Alternative): Branch {
    const ways = waysThrough(alternative);
    const wildcards = [...descendants(alternative)].filter(isUnbounded);
    // A wildcard may be meant for the scheme too: ^.*\.example\.com$
    const filled = wildcards.map((node) => ({ node, text: 'https://app' }));
    const [shortest = new Map<AST.Node, number>(), longest = shortest] = ways;
    const choices = [
      ...ways.map((picks) => ({ picks })),
      // What is left of the text may be asked for by a look ahead alone: ^(?=https://a\.com$).*
      ...ways.map((picks) => ({ picks, asserted: true })),
      ...filled.flatMap((fill) => [shortest, longest].map((picks) => ({ picks, fill }))),
    ];
    const intended = choices
      .flatMap((each) => this.#completions(alternative, each))
      .find((text) => this.admits(text));
    return { alternative, ways, intended };
  }

  /** An origin over plain http that gets in, other than one of the machine itself. */
  plainHttp({ alternative, ways }: Branch): string | undefined {
    return ways
      .flatMap((picks) => this.#completions(alternative, { picks }))
      .flatMap((text) => [text, text.replace(/^https:/, 'http:')])
      .find((text) => {
        if (!text.startsWith('http:') || !this.admits(text)) return false;
        return !isLoopback(parseSerializedOrigin(text)?.host ?? '');
      });
  }

  /** Texts that the expression matches, though no browser sends them. */
  unsendable({ alternative, ways }: Branch): string | undefined {
    return ways
      .flatMap((picks) => this.#completions(alternative, { picks }))
      .find((text) => this.#trial.matches(text));
  }

  /**
   * Origins of somebody else's that get in because nothing holds the expression at its start, the
   * likeliest first.
   */
  beforeStart({ intended = '' }: Branch, tail: string): string[] {
    const { scheme = '', host = '', port = '' } = parseSerializedOrigin(intended) ?? {};
    const rest = port === '' ? host : `${host}:${port}`;
    const web = scheme === 'http' ? scheme : 'https';
    const hosts = [`evil-${rest}`, `evil${rest}`, `evil.${rest}`].map((each) => `${web}://${each}`);
    // The scheme itself may be open: plain http, which anyone on the network can answer for. A page
    // of a scheme of its own has the origin null in a browser, so that is the last resort.
    const schemes = isPrivateHost(host)
      ? [`evil-${intended}`]
      : [`http://${rest}`, `evil-${intended}`];
    return [
      ...this.#strangers(hosts, tail),
      ...schemes.filter((text) => text !== intended && this.admits(text)),
    ];
  }

  /** The same for its end. */
  afterEnd({ intended = '' }: Branch, tail: string): string[] {
    const hosts = ['.evil.test', '-evil.test', 'evil.test'].map((end) => `${intended}${end}`);
    const ports = ['0', ':8080', 'x'].map((end) => `${intended}${end}`);
    return [...this.#strangers(hosts, tail), ...ports.filter((text) => this.admits(text))];
  }

  /**
   * An origin of somebody else's that gets in through a part that leaves its text open, such as
   * `.*` or `[a-z]{2}`: one whose registered domain is not all spelled out by the expression.
   */
  through(
    { alternative, ways }: Branch,
    node: AST.Node,
    flags: string,
  ): { readonly example: string; readonly domain: string } | undefined {
    const beginnings = isAnchored(alternative, 'start') ? [''] : ['', 'https://'];
    for (const text of fillsFor(node, flags)) {
      for (const picks of ways) {
        const met = sample(alternative, flags, { picks, fill: { node, text } });
        for (const start of beginnings) {
          const pieces = [{ text: start, literal: true }, ...met.pieces];
          const example = `${start}${met.text}`;
          // The way must lead through the part at all.
          if (!isOwnerOpen(pieces) || !this.admits(example)) continue;
          return { example, domain: domainOf(textAfterFill(pieces)) };
        }
      }
    }
    return undefined;
  }

  /** An origin that gets in because this `.` stands for any character. */
  throughDot({ alternative, ways }: Branch, node: AST.Node, flags: string): string | undefined {
    const candidates = ['x', '-'].flatMap((text) =>
      ways.flatMap((picks) => {
        const met = sample(alternative, flags, { picks, dot: { node, text } }).text;
        const meant = sample(alternative, flags, { picks }).text;
        return met === meant ? [] : this.#complete(alternative, met);
      }),
    );
    return candidates.find((text) => this.admits(text));
  }

  #strangers(candidates: readonly string[], tail: string): string[] {
    return candidates.filter((text) => this.admits(text) && !isWithin(text, tail));
  }

  #completions(alternative: AST.Alternative, choices: Choices): string[] {
    return this.#complete(
      alternative,
      sample(alternative, this.#trial.expression.flags, choices).text,
    );
  }

  #complete(alternative: AST.Alternative, text: string): string[] {
    if (text === 'null') return [text];
    const isLocal = /^(?:localhost|\d)/.test(text);
    const isUrl = !isLocal && /^[a-z]*:|^\//i.test(text);
    const hosts = isLocal ? ['http://', ...HOST_BEGINNINGS] : HOST_BEGINNINGS;
    const open = isUrl ? URL_BEGINNINGS : [...hosts, ...URL_BEGINNINGS];
    const beginnings = isAnchored(alternative, 'start') ? [''] : open;
    const endings = isAnchored(alternative, 'end') ? [''] : ENDINGS;
    return beginnings.flatMap((start) => endings.map((end) => `${start}${text}${end}`));
  }
}

/** Parts of an alternative that leave open what they match. */
export function openParts(alternative: AST.Alternative, flags: string): AST.Node[] {
  const isOpen = (node: AST.Node) => isSet(node) && membersOf(node, flags).length > 1;
  return [...descendants(alternative)].filter((node) => {
    if (node.type === 'Quantifier') return isUnbounded(node) || [...descendants(node)].some(isOpen);
    return isOpen(node) && !isLoneDot(node) && node.parent?.type !== 'Quantifier';
  });
}

function isSet(node: AST.Node): node is AST.CharacterSet | AST.CharacterClass {
  return node.type === 'CharacterSet' || node.type === 'CharacterClass';
}

// What an attacker would put in for a repetition, if it takes any text.
const FILLS = ['.evil.test', 'evil', 'evil.test', 'evil-', '-evil.test', 'https://evil-'];

function fillsFor(node: AST.Node, flags: string): readonly string[] {
  const isQuantifier = node.type === 'Quantifier';
  const part = isQuantifier ? node.element : node;
  const [min, max] = isQuantifier ? [node.min, node.max] : [1, 1];
  if (!isSet(part)) return max > 1 ? FILLS : [];
  const members = membersOf(part, flags);
  const length = Math.max(min, Math.min(max, 'evil'.length));
  // Where three letters are all there is room for, they are likely a top-level domain.
  const words = [length < 'evil'.length ? 'net' : 'evil', 'x', ...members]
    .filter((word) => [...word.slice(0, length)].every((each) => members.includes(each)))
    .slice(0, MAX_WORDS);
  const shaped = words.map((word) => word.repeat(length).slice(0, length));
  // The numbers of an address are short.
  if (members.includes('6')) shaped.push('6'.repeat(Math.max(min, 1)));
  return isUnbounded(node) ? [...FILLS, ...shaped] : shaped;
}

// A letter, a digit, and one of "-" and "." are enough to try.
const MAX_WORDS = 8;

/**
 * Whether the registered domain of an origin, made of these pieces, has a letter in it that was
 * filled in. Addresses of private networks and of the machine itself are nobody else's.
 */
function isOwnerOpen(pieces: readonly Piece[]): boolean {
  const text = pieces.map((piece) => piece.text).join('');
  const { scheme = '', host = '' } = parseSerializedOrigin(text) ?? {};
  if (!/^https?$/.test(scheme) || isPrivateHost(host)) return false;
  const hostEnd = text.indexOf('://') + '://'.length + host.length;
  // Under a top-level domain of one's own, all names are one's own.
  const owned = isPublic(host) ? ownedPart(host) : host.replace(/^.*\.(?=[^.])/, '');
  const ownedStart = hostEnd - owned.length;
  let start = 0;
  for (const piece of pieces) {
    const end = start + piece.text.length;
    if (piece.filled && start < hostEnd && end > ownedStart) return true;
    start = end;
  }
  return false;
}

function textAfterFill(pieces: readonly Piece[]): string {
  const after = pieces.slice(pieces.findLastIndex(({ filled }) => filled) + 1);
  const open = after.findIndex(({ literal, text }) => !literal && text !== '');
  return (open < 0 ? after : after.slice(0, open)).map(({ text }) => text).join('');
}

/**
 * Whether an origin belongs to the owner of the domain that an expression ends in, letter by
 * letter: it is that domain, or one under it, where not everybody can have one.
 */
function isWithin(origin: string, literalTail: string): boolean {
  const domain = domainOf(literalTail);
  const host = parseSerializedOrigin(origin)?.host ?? '';
  if (domain === '' || isOpenToAll(domain)) return false;
  return host === domain || host.endsWith(`.${domain}`);
}

/** The domain that an expression ends in, without what may follow it. */
export function domainOf(literalTail: string): string {
  return literalTail
    .replace(/^.*:\/\//, '')
    .replace(/:\d*$/, '')
    .replace(/^[^a-z0-9[]+/i, '');
}
