import type { OriginFix } from '../origin-fault.ts';
import { isOpenToAll } from '../public-suffix.ts';
import { globToExpression } from './glob.ts';
import type { TextFault } from './host.ts';
import { repairOrigin } from './repair-origin.ts';

/** What is wrong with a text, and what was probably meant. */
export interface Diagnosis {
  readonly faults: readonly TextFault[];
  readonly fix?: OriginFix | undefined;
}

/** Texts that are another form of the setting, or several origins, written as one string. */
export function diagnoseShape(text: string): Diagnosis | undefined {
  if (/^(?:true|false)$/i.test(text)) {
    const reason = 'as a string it is compared with the Origin header, byte for byte';
    return { faults: [{ code: 'boolean-as-text', reason }], fix: text.toLowerCase() === 'true' };
  }
  if (/^(?:undefined|NaN|\[object .*\])$/.test(text)) return { faults: [MISSING_VALUE] };
  if (/\$\{|\$[A-Z_]{2,}|\{\{|%[A-Z_]+%|<[\w-]+>/.test(text)) return { faults: [PLACEHOLDER] };
  if (/^null$/i.test(text)) return { faults: [UPPER_CASE_NULL] };
  // Python writes an expression as r"…".
  const quoted = /^r?["'`“”‘’«](.*)["'`“”‘’»]$/s.exec(text)?.[1];
  if (quoted !== undefined) {
    const reason = 'the quotes are part of it, so no origin equals it';
    const inner = quoted === '*' ? undefined : diagnoseShape(quoted);
    const fix = quoted === '*' ? '*' : inner === undefined ? repairOrigin(quoted) : inner.fix;
    return { faults: [{ code: 'quoted', reason }, ...(inner?.faults ?? [])], fix };
  }
  return diagnoseList(text) ?? diagnoseExpression(text) ?? diagnoseGlob(text);
}

/** A value that got lost on its way into the setting. */
export const MISSING_VALUE: TextFault = {
  code: 'value-as-text',
  reason: 'it is a missing value converted to text. Find out where the value was lost',
};

const PLACEHOLDER: TextFault = {
  code: 'placeholder',
  reason: 'it contains a placeholder that was never filled in',
};

const UPPER_CASE_NULL: TextFault = { code: 'upper-case', reason: 'browsers send it in lower case' };

function diagnoseList(text: string): Diagnosis | undefined {
  const inner = /^\[(.*)\]$/s.exec(text)?.[1];
  const isArray = inner !== undefined && /^\s*["']|:\/\//.test(inner);
  if (/[()\\^$]/.test(text)) return undefined;
  const several = /:\/\/.*:\/\//s.test(text);
  const separators = isArray || several ? /(?:[\s,;|&"']|\b(?:and|or)\b)+/i : /\s*[,;|]\s*/;
  const parts = (isArray ? inner : text).split(separators).filter((part) => part !== '');
  const isList =
    isArray ||
    (parts.length > 1 && parts.every(looksLikeOrigin)) ||
    (parts.length === 1 && /[,;|]\s*$/.test(text));
  if (!isList) return undefined;
  const origins = parts.map((part) => {
    if (part === '*' || part === 'null') return part;
    return part.includes('*') ? globToExpression(part) : repairOrigin(part);
  });
  const known = [...new Set(origins.filter((origin) => origin !== undefined))];
  const reason = 'a string is a single origin, and several need a list';
  const fix = origins.includes(undefined) || known.length === 0 ? undefined : known;
  return {
    faults: [{ code: 'list-in-string', reason }],
    fix: fix?.length === 1 && !isArray ? fix[0] : fix,
  };
}

function looksLikeOrigin(text: string): boolean {
  return (
    text === '*' ||
    text === 'null' ||
    /:\/\//.test(text) ||
    /^(?:localhost|[\w*-]+(?:\.[\w*-]+)+)(?::\d+)?$/.test(text)
  );
}

function diagnoseExpression(text: string): Diagnosis | undefined {
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
  /^\^|s\?:|\$$|\\[.dws/-]|\.\+|\/\.\*|\([^)]*[?*+|]|\)[?*+]|\[\^?\\?\w+-\w/i;

/** `text` as an expression, anchored at both ends, its dots escaped unless they repeat. */
function expressionText(text: string): string | undefined {
  const bare = text.replace(/^\^|\$$/g, '').replace(/(?<=[\w\])}])\.(?=[\w[({])/g, '\\.');
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
  // A "*" within a scheme is just a wrong character; a scheme that is "*" is a wildcard.
  if (scheme?.includes('*') && scheme !== '*') return undefined;
  const host = text.replace(/^[^/]*:\/\//, '').replace(/\/.*$/s, '');
  if (!host.includes('*') && scheme !== '*' && !/\{[^{}]*,[^{}]*\}/.test(host)) return undefined;
  const [, domain = ''] = /\*[^*.]*\.([^*:/]+)(?::[^/]*)?$/.exec(text) ?? [];
  const shared = isOpenToAll(domain)
    ? `. Anybody can get a name under ${domain}, so list the origins of your own pages`
    : '';
  const reason = `a string has no wildcards: it is compared byte for byte${shared}`;
  return { faults: [{ code: 'glob', reason }], fix: globToExpression(text) };
}
