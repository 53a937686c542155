import { fault, type TextFault } from './text-faults.ts';

// Faults of what people write around a value (quotes, brackets, a comment) or in place of it (placeholders).

/** What surrounds the value in a text: why it does not belong there, and the text without it. */
export interface Unwrapped {
  readonly fault: TextFault;
  readonly inner: string;
}

/**
 * Takes off what people write around a value because another place asks for it: quotes that a
 * container file keeps, brackets, the name of the setting, a comment. One layer at a time;
 * `undefined` if there is none.
 */
export function unwrap(text: string): Unwrapped | undefined {
  for (const [fault, without] of LAYERS) {
    const inner = without(text)?.trim();
    if (inner !== undefined && inner !== text) return { fault, inner };
  }
  return undefined;
}

type Layer = readonly [fault: TextFault, without: (text: string) => string | undefined];

function listFault(reason: string): TextFault {
  return { code: 'list-in-string', reason };
}

// The lengths of what is matched are bounded, so that no text takes long.
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
  [listFault('a list has commas between its elements, and no bullets'), withoutBullets],
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

const BULLET = /^(?:[-*•]|\d{1,3}\.) /;

function withoutBullets(text: string): string | undefined {
  return BULLET.test(text) ? text.replace(/^ {0,9}(?:[-*•]|\d{1,3}\.) +/gm, '') : undefined;
}

function withoutComments(text: string): string | undefined {
  const lines = text.split('\n').map(withoutComment);
  return lines.every((line) => line.trim() === '') ? undefined : lines.join('\n');
}

/** A line without a comment at its end, as the formats have it that know comments. */
function withoutComment(line: string): string {
  const mark = line.search(/(?:^|\s)(?:#|\/\*|<!--)/);
  if (mark >= 0) return line.slice(0, mark).trimEnd();
  // What follows these is a comment only if it is words.
  const [, value = line] =
    /^(\S+)\s{1,99}(?:\/\/|--|;)\s{0,9}(?!localhost\b)[a-z]+(?: [a-z]+){0,9}$/i.exec(line) ?? [];
  return value;
}

/** `CORS_ORIGIN=…`, `origin: …`, `--origin …`, and the header in other servers' configuration. */
const ASSIGNMENT =
  /^(?:export |set |add_header |-e )?(?:["']?[\w.-]{0,40}origins?["']?(?:\s{0,9}=\s{0,9}|\s{0,9}:(?=[\s"'[])\s{0,9})|--[\w-]{0,20}origins?\s|access-control-allow-origin\s)(.+)$/is;

const OPENING = /^(?:\\?["'`“”‘’«„]){1,3}/;
const CLOSING = /(?:\\?["'`“”‘’»]){1,3}$/;

/** Also where only one of the two quotes is left, and with the `r` of Python before them. */
function withoutQuotes(text: string): string | undefined {
  const bare = text.replace(/^r(?=["'])/, '');
  if (!OPENING.test(bare) && !CLOSING.test(bare)) return undefined;
  return bare.replace(OPENING, '').replace(CLOSING, '');
}

/** Brackets around what is a list, not those of an address or of a placeholder. */
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

/** Whether a text stands for a value that somebody, or a template, was to put in its place. */
export function isPlaceholder(text: string): boolean {
  return (
    hasTemplateWord(text) || (!POSSIBLE_ORIGIN.test(text) && PLACEHOLDERS.some((p) => p.test(text)))
  );
}

/** What browsers may send: `https://env.example.com` is a host, though `env.NAME` is a variable. */
const POSSIBLE_ORIGIN = /^https?:\/\/[a-z0-9.-]+(?::\d+)?$/;

/** `https://your-app.vercel.app`, `/^https:\/\/yourdomain\.com$/`: names that examples have. */
export function hasTemplateWord(text: string): boolean {
  return TEMPLATE_WORD.test(text.replace(/\\(?=[./-])/g, ''));
}

const TEMPLATE_WORD =
  /(?<![\w-])(?:example[-_]|(?:your|votre|tu|deine?|ihre?|seu)[-_]?)(?:(?:own|frontend|server|netlify|vercel)[-_])?(?:domain|domaine|dominio|domäne|site|website|app|host|server|frontend|client|project|company|team|org|user|username|usuario|origin|url|ip)s?(?![a-z\d])/i;

const PLACEHOLDERS: readonly RegExp[] = [
  // Variables of shells, templates and pipelines.
  /\$\{|\$\(|\$[A-Z_]{2,}|\$(?:http_)?origin\b|\{\{|%[A-Z_]+%|%\{|#\{|<%|@@|![A-Z]\w+ /i,
  // Code that nothing evaluates here.
  /\b(?:process|import\.meta|Deno)\.env\b|\bos\.(?:environ|getenv)\b|\bgetenv\b|\benv\.[A-Z_]{2,}|\bENV\[/i,
  // References to secrets.
  /^(?:ref\+\w+|vault|op|ssm|arn|secretsmanager):/i,
  // Words to be replaced.
  /[<[{][\w -]*(?:your|domain|origin|host|url|site)[\w -]*[>\]}]/i,
  /<[\w -]+>|__[A-Z_]+__|\bCHANGE[_-]?ME\b/i,
];
