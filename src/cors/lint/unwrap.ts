import { show } from '../../errors/shown-value.ts';
import { fault, type Words } from './text-faults.ts';

// Finds what people write around a value (quotes, brackets, a comment) or instead of it
// (placeholders).

/** Why the text around a value does not belong there, and the value without it. */
export interface Unwrapped {
  readonly fault: Words;
  readonly inner: string;
}

/**
 * Removes what people write around a value because other places allow it: quotes that Docker's
 * env files keep, brackets, the name of the setting, a comment. Removes one layer at a time.
 * Returns `undefined` if there is none.
 */
export function unwrap(text: string): Unwrapped | undefined {
  for (const [fault, without] of LAYERS) {
    const inner = without(text)?.trim();
    if (inner !== undefined && inner !== text) return { fault, inner };
  }
  return undefined;
}

type Layer = readonly [fault: Words, without: (text: string) => string | undefined];

// Repetitions that could backtrack are bounded, so that every string is fast to check.
const LAYERS: readonly Layer[] = [
  [fault('typographic-character'), withAsciiPunctuation],
  [fault('comment'), withoutComments],
  [fault('setting-name'), (text) => ASSIGNMENT.exec(text)?.[1]?.replace(/;$/, '')],
  [
    { code: 'percent-encoding', reason: 'it is percent-encoded, and browsers send it decoded' },
    (text) => (ENCODED_URL.test(text) ? decodeURIComponent(text) : undefined),
  ],
  [fault('keyword'), (text) => /^'self'\s+(\S.*)$/is.exec(text)?.[1]],
  [fault('quoted'), withoutQuotes],
  [fault('list-in-string'), withoutBrackets],
  [fault('escaped-slash'), withoutEscapes],
  [
    fault('list-in-string'),
    (text) => (/^(?:[-*•]|\d{1,3}\.) /.test(text) ? text.replace(BULLETS, '') : undefined),
  ],
];

const ENCODED_URL = /^\w+%3A%2F%2F[\w.-]+(?:%3A\d+)?$/i;

function withAsciiPunctuation(text: string): string {
  return text
    .replace(/[：／．，；＊＃]/g, (each) => each.normalize('NFKC'))
    .replace(/。/g, '.')
    .replace(/、/g, ',')
    .replace(/[‐-―−]/g, '-');
}

function withoutEscapes(text: string): string | undefined {
  const plain = text.replaceAll('\\/', '/');
  return /[\\^$()+?|]/.test(plain) ? undefined : plain;
}

const BULLETS = /^ {0,9}(?:[-*•]|\d{1,3}\.) +/gm;

function withoutComments(text: string): string | undefined {
  const lines = text.split('\n').map(withoutComment);
  return lines.every((line) => line.trim() === '') ? undefined : lines.join('\n');
}

/** Removes a comment from the end of a line, in the syntax of common file formats. */
function withoutComment(line: string): string {
  const mark = line.search(/(?:^|\s)(?:#|\/\*|<!--)/);
  if (mark >= 0) return line.slice(0, mark).trimEnd();
  // Text after `//`, `--` or `;` is a comment only if it consists of words.
  const [, value = line] =
    /^(\S+)\s{1,99}(?:\/\/|--|;)\s{0,9}(?!localhost\b)[a-z]+(?: [a-z]+){0,9}$/i.exec(line) ?? [];
  return value;
}

/**
 * `CORS_ORIGIN=…`, `origin: …`, `--origin …`, and the header in configurations of other servers.
 */
const ASSIGNMENT =
  /^(?:export |set |add_header |-e )?(?:["']?[\w.-]{0,40}origins?["']?(?:\s{0,9}=\s{0,9}|\s{0,9}:(?=[\s"'[])\s{0,9})|--[\w-]{0,20}origins?\s|access-control-allow-origin\s)(.+)$/is;

const OPENING = /^(?:\\?["'`“”‘’«„]){1,3}/;
const CLOSING = /(?:\\?["'`“”‘’»]){1,3}$/;

/** Removes quotes, even if only one of the two is left, and Python's `r` before them. */
function withoutQuotes(text: string): string | undefined {
  const bare = text.replace(/^r(?=["'])/, '');
  if (!OPENING.test(bare) && !CLOSING.test(bare)) return undefined;
  return bare.replace(OPENING, '').replace(CLOSING, '');
}

/** Removes brackets around a list, but not around an IPv6 address or a placeholder. */
function withoutBrackets(text: string): string | undefined {
  const [, inner] =
    /^(?:new )?(?:Set|Array|List|list|set|tuple|url)?\(\s{0,9}(.*)\)$/s.exec(text) ??
    /^\[(.*?)\]?$/s.exec(text) ??
    /^(.*[^:[\]]["'])\]$/s.exec(text) ??
    /^[{<](.*)[}>]$/s.exec(text) ??
    [];
  if (inner === undefined || /^[\da-f:.%]*:[^\]]*$/i.test(inner)) return undefined;
  return /:\/\/|["'“]|^\s*\*\s*$|^[\w.-]+(?::\d+|\.[a-z]{2,})(?:$|,)/i.test(inner)
    ? inner
    : undefined;
}

/** Reports a variable or placeholder that should have been replaced, by a program or by hand. */
export function lintPlaceholder(text: string): Words | undefined {
  const isPossible = POSSIBLE_ORIGIN.test(text);
  const [variable] = (isPossible ? null : (VARIABLE.exec(text) ?? UNEVALUATED.exec(text))) ?? [];
  if (variable === undefined) return lintTemplateWord(text);
  return { code: 'placeholder', reason: `its variable ${show(variable)} was not expanded` };
}

/**
 * Checked first: in `https://env.example.com`, `env.example` is part of a host, although it looks
 * like a variable such as `env.NAME`.
 */
const POSSIBLE_ORIGIN = /^https?:\/\/[a-z0-9.-]+(?::\d+)?$/;

/** Variables of shells, templates and pipelines. */
const VARIABLE =
  /\$\{[^}]*\}?|\$\(.*\)|\$(?:env:)?[a-z_]\w+|\{\{.*\}\}|(?<=^|:\/\/|:|\.)\{[\w-]+\}|%[a-z_]+%|[%#]\{[^}]*\}?|<%.*|@@\w*@*|![a-z]\w+ .*/i;

/** Code that is not evaluated here, and references to secrets. */
const UNEVALUATED =
  /\b(?:process|import\.meta|deno)\.env\b[\w.]*|\b(?:os\.environ|getenv|env\[|env\.[a-z_]{2}).*|^(?:ref\+\w+|vault|op|ssm|arn|secretsmanager):.*/i;

/** Reports a name from an example: `your-app.vercel.app`, `/^https:\/\/yourdomain\.com$/`. */
export function lintTemplateWord(text: string): Words | undefined {
  const [word] = TEMPLATE_WORD.exec(text.replace(/\\(?=[./-])/g, '')) ?? [];
  if (word === undefined) return undefined;
  return { code: 'placeholder', reason: `${show(word)} is a placeholder that was never filled in` };
}

// "your-server.de" is a provider's domain.
const TEMPLATE_WORD =
  /(?<![\w-])(?!your-server\.de\b)(?:example[-_]|(?:your|votre|tu|deine?|ihre?|seu)[-_]?)(?:(?:own|frontend|server|netlify|vercel)[-_])?(?:domain|domaine|dominio|domäne|site|website|app|host|server|frontend|client|project|company|(?<=your[-_]?)name|team|org|user|username|usuario|origin|url|ip)s?(?![a-z\d])|(?<!\?)<[\w -]+>|[[{][\w -]*(?:your|domain|origin|host|url|site)[\w -]*[\]}]|__[a-z_]+__|\bchange(?:_me\b|-?me\b(?!\.))/i;
