import type { OriginFix } from '../origin-fault.ts';
import { isOpenToAll } from '../public-suffix.ts';
import { isSerializedOrigin, OPAQUE_SCHEME } from '../serialized-origin.ts';
import { diagnoseMultiple, globToExpression } from './multiple-origins.ts';
import { repairOrigin } from './repair-origin.ts';
import { type Diagnosis, fault, lintUrl, type Words } from './text-faults.ts';
import { lintPlaceholder, type Unwrapped, unwrap } from './unwrap.ts';

// Finds strings written in the wrong form: `"true"`, quotes, an expression without slashes, a
// wildcard.

/**
 * Diagnoses a string in the wrong form: another value as text, such as "true", or several origins
 * in one string.
 */
export function diagnoseShape(text: string): Diagnosis | undefined {
  const [, known, fix] = KNOWN_TEXTS.find(([form]) => form.test(text)) ?? [];
  if (known !== undefined) return { faults: [known], fix };
  const placeholder = lintPlaceholder(text);
  if (placeholder !== undefined) return { faults: [placeholder] };
  const unwrapped = unwrap(text);
  if (unwrapped !== undefined) return diagnoseUnwrapped(text, unwrapped);
  return diagnoseMultiple(text) ?? diagnoseExpression(text) ?? diagnoseGlob(text);
}

const OTHER_FORM: Words = { code: 'keyword', reason: 'it is written differently in this setting' };

/** Values of other types written as text, and keywords of other settings, such as `'self'`. */
const KNOWN_TEXTS: readonly (readonly [form: RegExp, fault: Words, fix?: OriginFix])[] = [
  [/^true$/i, fault('boolean-as-text'), true],
  [/^false$/i, fault('boolean-as-text'), false],
  [/^(?:undefined|NaN|\[object .*\])$/, fault('value-as-text')],
  [/^(?=.*[A-Z])[nN][uU][lL]{2}$/, fault('upper-case')],
  [/^('?)(?:all|any|anyone|everyone|public|\^?\.[*+]\$?)\1$/i, OTHER_FORM, '*'],
  [/^(?:https?:\/\/\*|\*[*.:/])[*.:/]*$/i, fault('glob'), '*'],
  [/^('?)(?:none|nobody|no|off|disabled)\1$/i, OTHER_FORM, false],
  [/^('?)(?:self|same-origin)\1$/i, fault('keyword'), false],
];

/** Diagnoses a string that was inside quotes and the like. */
function diagnoseUnwrapped(text: string, { fault, inner }: Unwrapped): Diagnosis {
  if (inner === '*' || /^\/.+\/[a-z]*$/s.test(inner)) return { faults: [fault], fix: inner };
  const { faults, fix } = diagnoseShape(inner) ?? { faults: [], fix: repairOrigin(inner) };
  // Only one layer of quotes or the like is reported at a time.
  const others = faults.filter(({ code }) => !LAYER_CODE.test(code));
  // For a list with a single origin, the fix is a list, too.
  const isAlone = text.startsWith('[') && typeof fix === 'string' && !/^[*/]/.test(fix);
  return { faults: [fault, ...others], fix: isAlone ? [fix] : fix };
}

const LAYER_CODE = /^(?:quoted|list-in-string|setting-name|boolean-as-text)$/;

function diagnoseExpression(text: string): Diagnosis | undefined {
  // A ".*" after the slash means any path, and does not make the text an expression.
  if (isSerializedOrigin(text.replace(/\/\.\*$/, ''))) return undefined;
  const whole = /^\/(?!\/).+\/[a-z]*$/s.test(text);
  if (!whole && !LOOKS_LIKE_EXPRESSION.test(text)) return undefined;
  const { code, reason } = fault('regexp-as-text');
  if (!whole) return { faults: [{ code, reason }], fix: expressionText(text) };
  return { faults: [{ code, reason: `${reason}. ${UNQUOTED}` }] };
}

const UNQUOTED =
  'In code, remove the quotes. JSON has no regular expressions: use --origin, CORS_ORIGIN or a configuration file that ends in .mjs';

// An anchor, an escape, or a way to write "any letters". A "*." alone is a glob.
const LOOKS_LIKE_EXPRESSION =
  /^\^|s\?:|\w\?\.\w|\$$|\\[.dws/-]|\.\+|\/\.\*|\([^)]*[?*+|]|\)[?*+]|\[\^?\\?\w+-\w/i;

/**
 * Returns `text` as an expression, anchored at both ends, with a scheme, and with the dots between
 * names escaped.
 */
function expressionText(text: string): string | undefined {
  // A character class cannot express a range of numbers such as `[10-20]`.
  if (/\[\d{2,}-\d{2,}\]/.test(text)) return undefined;
  // PHP delimits expressions with characters other than slashes, Ruby with %r{…}. Ruby's anchors
  // are \A and \z. nginx marks expressions with ~ or ~*, other programs with `re:` and the like.
  const unmarked = text
    .replace(/^([#~%!@])(.*)\1[a-z]*$/s, '$2')
    .replace(/^%r\{(.*)\}[a-z]*$/s, '$1')
    .replace(/^(?:~\*?|re(?:gexp?)?:)\s*/i, '')
    .replace(/^\\A|\\[zZ]$/g, '')
    // In some files, each backslash must be doubled.
    .replace(/\\\\(?=[./dw-])/g, '\\');
  const bare = unmarked.replace(/^\^|\$$/g, '').replace(/(?<=[\w\])}])\.(?=[\w[({])/g, '\\.');
  const isBareHost = /^(?:localhost|[\w[][^/]*\\\.[a-z]{2})/i.test(bare) && !/:\\?\//.test(bare);
  const inner = isBareHost ? `${/^localhost/.test(bare) ? 'https?' : 'https'}://${bare}` : bare;
  try {
    const hasChoice = inner.replace(/\(.*\)/g, '').includes('|');
    return `/${new RegExp(hasChoice ? `^(?:${inner})$` : `^${inner}$`).source}/`;
  } catch {
    return undefined;
  }
}

function diagnoseGlob(text: string): Diagnosis | undefined {
  const [, scheme] = /^([^:/?#]*):\/\//.exec(text) ?? [];
  const program = diagnoseProgram(text);
  if (program !== undefined) return program;
  // A "*" within a scheme is a wrong character, but a scheme that is only "*" is a wildcard.
  if (scheme === 'file' || (scheme?.includes('*') && scheme !== '*')) return undefined;
  const host = text.replace(/^[^/]*:\/\//, '').replace(/\/.*$/s, '');
  if (!host.includes('*') && scheme !== '*' && !/\{[^{}]*,[^{}]*\}/.test(host)) return undefined;
  const [, domain = ''] = /\*[^*./]*\.([^*:/]+)(?::[^/]*)?$/.exec(text) ?? [];
  const shared = isOpenToAll(domain)
    ? `. Strangers can have names under ${domain}, so list the origins of your own pages`
    : '';
  // Spring writes `:[*]` for any port.
  const glob = text.replace(/^(?=[\d.]+\*)/, 'http://').replace(/:\[\*\]$/, ':*');
  // If every "*" is in a valid place, something else is wrong.
  const plain = glob
    .replace(/^([a-z]+:\/\/)?\*\./i, '$1x.')
    .replace(/:\*(?=[/?#]|$)|(?<=\/)\.?\*+$/, '');
  const fix = globToExpression(glob);
  const isPlaced = fix?.startsWith('http') && !/[*{]/.test(plain);
  const [first = fault('glob'), ...others] = isPlaced ? lintUrl(plain) : [];
  const faults = [{ ...first, reason: `${first.reason}${shared}` }, ...others];
  return { faults, fix };
}

/** `tauri://*`: anything with an application's scheme. */
function diagnoseProgram(text: string): Diagnosis | undefined {
  const [, scheme = 'http', rest = ''] =
    /^([a-z][a-z\d+.-]*):\/\/([\w.*-]*\*[\w.-]*)\/?$/i.exec(text) ?? [];
  if (/^https?$/i.test(scheme) || OPAQUE_SCHEME.test(scheme)) return undefined;
  const names = EXTENSION_NAMES[scheme] ?? '[\\w.-]+';
  const host = rest.replace(/[.*]/g, (each) => (each === '*' ? names : '\\.'));
  const reason = `with the scheme ${scheme}, a "*" cannot stand for part of the origin. List whole origins`;
  return { faults: [{ code: 'glob', reason }], fix: `/^${scheme}:\\/\\/${host}$/` };
}

/** The hosts of browser extensions' origins, by scheme. */
const EXTENSION_NAMES: Readonly<Record<string, string>> = {
  'chrome-extension': '[a-p]{32}',
  'moz-extension': '[\\da-f-]{36}',
  'safari-web-extension': '[\\dA-Fa-f-]{36}',
};
