import type { AST } from '@eslint-community/regexpp';
import { descendants, isAnchored, isUnbounded } from '../expression/tree.ts';
import { isOpenToAll } from '../public-suffix.ts';
import { parseSerializedOrigin } from '../serialized-origin.ts';
import { type Choices, sample, waysThrough } from './sample.ts';
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
  '//app.example',
  '://app.example',
];

/** Tries the very expression, as the policy would. */
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
    const choices = [
      ...ways.map((picks) => ({ picks })),
      // What is left of the text may be asked for by a look ahead alone: ^(?=https://a\.com$).*
      ...ways.map((picks) => ({ picks, asserted: true })),
      ...filled.map((fill) => ({ picks: new Map<AST.Node, number>(), fill })),
    ];
    const intended = choices
      .flatMap((each) => this.#completions(alternative, each))
      .find((text) => this.admits(text));
    return { alternative, ways, intended };
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
    const schemes = [`http://${rest}`, `evil-${intended}`];
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

  /** An origin of somebody else's that gets in through a repetition such as `.*`. */
  through(
    { alternative, ways }: Branch,
    node: AST.Quantifier,
    flags: string,
  ): { readonly example: string; readonly domain: string } | undefined {
    const fills = ['.evil.test', 'evil', 'evil.test', 'evil-', '-evil.test', 'https://evil-'];
    for (const text of fills) {
      for (const picks of ways) {
        const met = sample(alternative, flags, { picks, fill: { node, text } });
        const beginnings = isAnchored(alternative, 'start') ? [''] : ['', 'https://'];
        const candidates = beginnings.map((start) => `${start}${met.text}`);
        const [found] = this.#strangers(candidates, met.literalTail);
        // The way must lead through the repetition at all.
        if (found?.includes('evil')) return { example: found, domain: domainOf(met.literalTail) };
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
    const isUrl = /^[a-z]*:|^\//i.test(text);
    const isLocal = /^(?:localhost|\d)/.test(text);
    const hosts = isLocal ? ['http://', ...HOST_BEGINNINGS] : HOST_BEGINNINGS;
    const open = isUrl ? URL_BEGINNINGS : [...hosts, ...URL_BEGINNINGS];
    const beginnings = isAnchored(alternative, 'start') ? [''] : open;
    const endings = isAnchored(alternative, 'end') ? [''] : ENDINGS;
    return beginnings.flatMap((start) => endings.map((end) => `${start}${text}${end}`));
  }
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
function domainOf(literalTail: string): string {
  return literalTail
    .replace(/^.*:\/\//, '')
    .replace(/:\d*$/, '')
    .replace(/^[^a-z0-9[]+/i, '');
}
