import type { TextFault } from './host.ts';

// Which texts are placeholders that were never filled in, such as `YOUR_ORIGIN` or `${ORIGIN}`.

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
