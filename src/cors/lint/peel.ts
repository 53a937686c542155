import type { TextFault } from './host.ts';

// Faults of what people write around a value (quotes, brackets, a comment) or in place of it (placeholders).

/** What surrounds the value in a text: why it does not belong there, and the text without it. */
export interface Peeled {
  readonly fault: TextFault;
  readonly inner: string;
}

/**
 * Takes off what people write around a value because another place asks for it: quotes that a
 * container file keeps, brackets, the name of the setting, a comment. One layer at a time;
 * `undefined` if there is none.
 */
export function peel(text: string): Peeled | undefined {
  for (const [fault, without] of LAYERS) {
    const inner = without(text)?.trim();
    if (inner !== undefined && inner !== text) return { fault, inner };
  }
  return undefined;
}

type Layer = readonly [fault: TextFault, without: (text: string) => string | undefined];

// The lengths of what is matched are bounded, so that no text takes long.
const LAYERS: readonly Layer[] = [
  [
    { code: 'typographic-character', reason: 'it has punctuation that only looks like ASCII' },
    (text) => {
      const ascii = text.replace(/[：／．，；。、‐-―−＊＃]/g, (each) => ASCII[each] ?? '-');
      return ascii === text ? undefined : ascii;
    },
  ],
  [
    { code: 'comment', reason: 'the comment is part of it, so no origin equals it' },
    (text) => {
      const lines = text.split('\n').map(withoutComment);
      return lines.every((line) => line.trim() === '') ? undefined : lines.join('\n');
    },
  ],
  [
    { code: 'setting-name', reason: 'the name of the setting is part of it' },
    (text) => ASSIGNMENT.exec(text)?.[1]?.replace(/;$/, ''),
  ],
  [
    { code: 'percent-encoding', reason: 'it is encoded for a URL, and browsers send it decoded' },
    (text) =>
      /^\w+%3A%2F%2F[\w.-]+(?:%3A\d+)?$/i.test(text) ? decodeURIComponent(text) : undefined,
  ],
  [{ code: 'quoted', reason: 'the quotes are part of it, so no origin equals it' }, withoutQuotes],
  [
    {
      code: 'list-in-string',
      reason: 'a list is written as origins with commas between them, or as a JSON array',
    },
    withoutBrackets,
  ],
  [
    {
      code: 'escaped-slash',
      reason: 'a slash has no backslash before it, except in an expression',
    },
    (text) => {
      const plain = text.replaceAll('\\/', '/');
      return /[\\^$()+?|]/.test(plain) ? undefined : plain;
    },
  ],
  [
    { code: 'list-in-string', reason: 'a list has commas between its elements, and no bullets' },
    (text) =>
      /^(?:[-*•]|\d{1,3}\.) /.test(text)
        ? text.replace(/^ {0,9}(?:[-*•]|\d{1,3}\.) +/gm, '')
        : undefined,
  ],
];

const ASCII: Readonly<Record<string, string>> = {
  '：': ':',
  '／': '/',
  '．': '.',
  '。': '.',
  '，': ',',
  '、': ',',
  '；': ';',
  '＊': '*',
  '＃': '#',
};

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
    TEMPLATE_WORD.test(text) ||
    (!POSSIBLE_ORIGIN.test(text) && PLACEHOLDERS.some((p) => p.test(text)))
  );
}

/** What browsers may send: `https://env.example.com` is a host, though `env.NAME` is a variable. */
const POSSIBLE_ORIGIN = /^https?:\/\/[a-z0-9.-]+(?::\d+)?$/;

/** `https://your-app.vercel.app`, `https://yourdomain.com`: origins by their form that examples have. */
const TEMPLATE_WORD =
  /(?:^|\/|\.)(?:your|votre|tu|deine?|ihre?|seu)[-_]?(?:(?:own|frontend|server|netlify|vercel)[-_])?(?:domain|domaine|dominio|domäne|site|website|app|host|server|frontend|client|project|company|origin|url|ip)s?(?=[-_.:/]|$)/i;

const PLACEHOLDERS: readonly RegExp[] = [
  // Variables of shells, templates and pipelines.
  /\$\{|\$\(|\$[A-Z_]{2,}|\$(?:http_)?origin\b|\{\{|%[A-Z_]+%|%\{|#\{|<%|@@|![A-Z]\w+ /i,
  // Expressions of programs that nobody evaluates here.
  /\b(?:process|import\.meta|Deno)\.env\b|\bos\.(?:environ|getenv)\b|\bgetenv\b|\benv\.[A-Z_]{2,}|\bENV\[/i,
  // References to secrets.
  /^(?:ref\+\w+|vault|op|ssm|arn|secretsmanager):/i,
  // Words to be replaced.
  /[<[{][\w -]*(?:your|domain|origin|host|url|site)[\w -]*[>\]}]/i,
  /<[\w -]+>|__[A-Z_]+__|\bCHANGE[_-]?ME\b/i,
];

export const PLACEHOLDER: TextFault = {
  code: 'placeholder',
  reason: 'it contains a placeholder that was never filled in',
};

/** A value that got lost on its way into the setting. */
export const MISSING_VALUE: TextFault = {
  code: 'value-as-text',
  reason: 'it is a missing value converted to text. Find out where the value was lost',
};
