import { fault, type Words } from './text-faults.ts';

// Faults of what people write around a value (quotes, brackets, a comment) or instead of it
// (placeholders).

/** Why the text around a value does not belong there, and the value without it. */
export interface Unwrapped {
  readonly fault: Words;
  readonly inner: string;
}

/**
 * Removes what people write around a value because other places require it: quotes that a container
 * file keeps, brackets, the name of the setting, a comment. One layer at a time; `undefined` if
 * there is none.
 */
export function unwrap(text: string): Unwrapped | undefined {
  for (const [fault, without] of LAYERS) {
    const inner = without(text)?.trim();
    if (inner !== undefined && inner !== text) return { fault, inner };
  }
  return undefined;
}

type Layer = readonly [fault: Words, without: (text: string) => string | undefined];

function listFault(reason: string): Words {
  return { code: 'list-in-string', reason };
}

// All these matches are bounded in length, so that no text takes long.
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
  [
    listFault('a list is written as origins with commas between them, or as a JSON array'),
    withoutBrackets,
  ],
  [fault('escaped-slash'), withoutEscapes],
  [
    listFault('a list has commas between its elements, and no bullets'),
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
  // The text after these is a comment only if it consists of words.
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

/** Removes brackets around a list, but not those of an IPv6 address or a placeholder. */
function withoutBrackets(text: string): string | undefined {
  const [, inner] =
    /^(?:new )?(?:Set|Array|List|list|set|tuple|url)?\(\s*(.*)\)$/s.exec(text) ??
    /^\[(.*?)\]?$/s.exec(text) ??
    /^(.*[^:[\]]["'])\]$/s.exec(text) ??
    /^[{<](.*)[}>]$/s.exec(text) ??
    [];
  if (inner === undefined || /^[\da-f:.%]*:[^\]]*$/i.test(inner)) return undefined;
  return /:\/\/|["'“]|^\s*\*\s*$|^[\w.-]+(?::\d+|\.[a-z]{2,})(?:$|,)/i.test(inner)
    ? inner
    : undefined;
}

/** Whether a text is a placeholder that somebody, or a template, should have replaced. */
export function isPlaceholder(text: string): boolean {
  return (
    hasTemplateWord(text) || (!POSSIBLE_ORIGIN.test(text) && PLACEHOLDERS.some((p) => p.test(text)))
  );
}

/**
 * An origin that browsers may send: `https://env.example.com` has a host, though `env.NAME` is a
 * variable.
 */
const POSSIBLE_ORIGIN = /^https?:\/\/[a-z0-9.-]+(?::\d+)?$/;

/**
 * Whether a text has a name from an example: `https://your-app.vercel.app`,
 * `/^https:\/\/yourdomain\.com$/`.
 */
export function hasTemplateWord(text: string): boolean {
  return TEMPLATE_WORD.test(text.replace(/\\(?=[./-])/g, ''));
}

// "your-server.de" is a provider's domain.
const TEMPLATE_WORD =
  /(?<![\w-])(?!your-server\.de\b)(?:example[-_]|(?:your|votre|tu|deine?|ihre?|seu)[-_]?)(?:(?:own|frontend|server|netlify|vercel)[-_])?(?:domain|domaine|dominio|domäne|site|website|app|host|server|frontend|client|project|company|team|org|user|username|usuario|origin|url|ip)s?(?![a-z\d])/i;

const PLACEHOLDERS: readonly RegExp[] = [
  // Variables in shells, templates and pipelines.
  /\$\{|\$\(|\$[A-Z_]{2,}|\$(?:http_)?origin\b|\{\{|%[A-Z_]+%|%\{|#\{|<%|@@|![A-Z]\w+ /i,
  // Code that is not evaluated here.
  /\b(?:process|import\.meta|Deno)\.env\b|\bos\.(?:environ|getenv)\b|\bgetenv\b|\benv\.[A-Z_]{2,}|\bENV\[/i,
  // References to secrets.
  /^(?:ref\+\w+|vault|op|ssm|arn|secretsmanager):/i,
  // Words meant to be replaced.
  /[<[{][\w -]*(?:your|domain|origin|host|url|site)[\w -]*[>\]}]/i,
  /<[\w -]+>|__[A-Z_]+__|\bCHANGE[_-]?ME\b/i,
];
