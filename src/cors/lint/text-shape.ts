import type { OriginFix } from '../origin-fault.ts';
import { isOpenToAll } from '../public-suffix.ts';
import { isSerializedOrigin, OPAQUE_SCHEMES } from '../serialized-origin.ts';
import type { Diagnosis, TextFault } from './host.ts';
import { diagnoseSeveral, globToExpression } from './multiple-origins.ts';
import { isPlaceholder, MISSING_VALUE, type Peeled, PLACEHOLDER, peel } from './peel.ts';
import { repairOrigin } from './repair-origin.ts';

// Faults of a text in another form: `"true"`, quotes, an expression without slashes, a wildcard.

/** Texts that are another form of the setting, or several origins, written as one string. */
export function diagnoseShape(text: string): Diagnosis | undefined {
  if (/^(?:true|false)$/i.test(text)) {
    const reason = 'as a string it is compared with the Origin header, byte for byte';
    return { faults: [{ code: 'boolean-as-text', reason }], fix: text.toLowerCase() === 'true' };
  }
  if (/^(?:undefined|NaN|\[object .*\])$/.test(text)) return { faults: [MISSING_VALUE] };
  if (isPlaceholder(text)) return { faults: [PLACEHOLDER] };
  const keyword = diagnoseKeyword(text);
  if (keyword !== undefined) return keyword;
  if (text !== 'null' && /^null$/i.test(text)) return { faults: [UPPER_CASE_NULL] };
  const peeled = peel(text);
  if (peeled !== undefined) return diagnosePeeled(text, peeled);
  return diagnoseSeveral(text) ?? diagnoseExpression(text) ?? diagnoseGlob(text);
}

/** Words that other settings have, such as `'self'` in a Content Security Policy. */
function diagnoseKeyword(text: string): Diagnosis | undefined {
  const word = text.toLowerCase().replace(/^'(.*)'$/, '$1');
  const [code, others] = ['keyword', /^'self'\s+(\S.*)$/is.exec(text)?.[1]];
  const said = KEYWORDS.find(([form]) => form.test(word));
  if (said !== undefined) return { faults: [{ code, reason: said[1] }] };
  if (others === undefined) return undefined;
  const fix = repairOrigin(others) ?? diagnoseShape(others)?.fix;
  return { faults: [{ code, reason: 'pages of the service itself need no permission' }], fix };
}

const KEYWORDS: readonly (readonly [RegExp, string])[] = [
  [/^(?:all|any|anyone|everyone|public)$/, 'everyone is written "*". Use "*"'],
  [/^(?:none|nobody|no|off|disabled)$/, 'nobody is written false. Use false'],
  [
    /^(?:self|same-origin)$/,
    'pages of the service itself need no permission. Use false to allow no others',
  ],
];

/** What is meant by a text inside of quotes and the like. */
function diagnosePeeled(text: string, { fault, inner }: Peeled): Diagnosis {
  if (inner === '*') return { faults: [fault], fix: '*' };
  if (/^\/.+\/[a-z]*$/s.test(inner)) return { faults: [fault], fix: inner };
  const shape = diagnoseShape(inner);
  if (shape === undefined) {
    const origin = repairOrigin(inner);
    return { faults: [fault], fix: isAlone(text, origin) ? [origin] : origin };
  }
  const { faults, fix } = shape;
  // One layer is enough to be told of, whatever is below it.
  const others =
    typeof fix === 'boolean' ? [] : faults.filter(({ code }) => !LAYER_CODES.has(code));
  return { faults: [fault, ...others], fix: isAlone(text, fix) ? [fix] : fix };
}

const LAYER_CODES: ReadonlySet<string> = new Set(['quoted', 'list-in-string', 'setting-name']);

/** Whether an origin is the only one of a list: it is to stay a list. */
function isAlone(text: string, fix: OriginFix | undefined): fix is string {
  return text.startsWith('[') && typeof fix === 'string' && !/^[*/]/.test(fix);
}

const UPPER_CASE_NULL: TextFault = { code: 'upper-case', reason: 'browsers send it in lower case' };

function diagnoseExpression(text: string): Diagnosis | undefined {
  // "Anything after the slash" is a path, not an expression.
  if (isSerializedOrigin(text.replace(/\/\.\*$/, ''))) return undefined;
  const whole = /^\/(?!\/).+\/[a-z]*$/s.test(text);
  if (!whole && !LOOKS_LIKE_EXPRESSION.test(text)) return undefined;
  const reason = 'as a string it is compared with the Origin header, byte for byte';
  const way =
    '. In code, remove the quotes. JSON has no regular expressions: use --origin, CORS_ORIGIN or a configuration file that ends in .mjs';
  return {
    faults: [{ code: 'regexp-as-text', reason: whole ? `${reason}${way}` : reason }],
    fix: whole ? undefined : expressionText(text),
  };
}

// An anchor, an escape, or one of the ways to say "any letters"; "*." alone is a glob.
const LOOKS_LIKE_EXPRESSION =
  /^\^|s\?:|\w\?\.\w|\$$|\\[.dws/-]|\.\+|\/\.\*|\([^)]*[?*+|]|\)[?*+]|\[\^?\\?\w+-\w/i;

/** `text` as an expression, anchored at both ends, its dots escaped unless they repeat. */
function expressionText(text: string): string | undefined {
  // A class has single characters, not numbers.
  if (/\[\d{2,}-\d{2,}\]/.test(text)) return undefined;
  // PHP puts expressions between other marks than slashes; nginx begins them with ~, others with a word.
  const unmarked = text
    .replace(/^([#~%!@])(.*)\1[a-z]*$/s, '$2')
    .replace(/^(?:~\*?|re(?:gexp?)?:)\s*/i, '');
  const bare = unmarked.replace(/^\^|\$$/g, '').replace(/(?<=[\w\])}])\.(?=[\w[({])/g, '\\.');
  const isBareHost = /^(?:localhost|[\w[][^/]*\\\.[a-z]{2})/i.test(bare) && !/:\\?\//.test(bare);
  const inner = isBareHost ? `${/^localhost/.test(bare) ? 'https?' : 'https'}://${bare}` : bare;
  try {
    return `/${new RegExp(`^${inner}$`).source}/`;
  } catch {
    return undefined;
  }
}

function diagnoseGlob(text: string): Diagnosis | undefined {
  const [, scheme] = /^([^:/?#]*):\/\//.exec(text) ?? [];
  const program = diagnoseProgram(text);
  if (program !== undefined) return program;
  if (scheme === 'file') return undefined;
  // A "*" within a scheme is just a wrong character; a scheme that is "*" is a wildcard.
  if (scheme?.includes('*') && scheme !== '*') return undefined;
  const host = text.replace(/^[^/]*:\/\//, '').replace(/\/.*$/s, '');
  if (!host.includes('*') && scheme !== '*' && !/\{[^{}]*,[^{}]*\}/.test(host)) return undefined;
  const [, domain = ''] = /\*[^*./]*\.([^*:/]+)(?::[^/]*)?$/.exec(text) ?? [];
  const shared = isOpenToAll(domain)
    ? `. Anybody can get a name under ${domain}, so list the origins of your own pages`
    : '';
  const reason = `a "*" stands for the names before a domain, as in "https://*.example.com", or for the port, and for nothing else${shared}`;
  return {
    faults: [{ code: 'glob', reason }],
    fix: globToExpression(/^[\d.]+\*/.test(text) ? `http://${text}` : text),
  };
}

/** `tauri://*`: whatever has the scheme of a program. */
function diagnoseProgram(text: string): Diagnosis | undefined {
  const [, scheme = 'http', rest = ''] =
    /^([a-z][a-z\d+.-]*):\/\/([\w.*-]*\*[\w.-]*)\/?$/i.exec(text) ?? [];
  if (/^https?$/.test(scheme) || OPAQUE_SCHEMES.has(scheme)) return undefined;
  const names = EXTENSION_NAMES[scheme] ?? '[\\w.-]+';
  const host = rest
    .split('*')
    .map((part) => part.replaceAll('.', '\\.'))
    .join(names);
  const reason = `a "*" stands for no part of an origin of ${scheme}:. Write the whole origin, or an expression`;
  return { faults: [{ code: 'glob', reason }], fix: `/^${scheme}:\\/\\/${host}$/` };
}

/** How browsers name their extensions. */
const EXTENSION_NAMES: Readonly<Record<string, string>> = {
  'chrome-extension': '[a-p]{32}',
  'moz-extension': '[\\da-f-]{36}',
  'safari-web-extension': '[\\dA-Fa-f-]{36}',
};
