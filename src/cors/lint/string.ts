import { type OriginFault, type OriginFix, show } from '../origin-fault.ts';
import { isSerializedOrigin, MAX_ORIGIN_LENGTH } from '../serialized-origin.ts';
import { globToExpression } from './glob.ts';
import type { TextFault } from './host.ts';
import { repairOrigin, stripInvisible } from './repair-origin.ts';
import { lintUrl } from './url.ts';

/** Every fault of one string of a setting, the most telling first. */
export function lintString(text: string, where: string): OriginFault[] {
  if (text === '*') return [];
  if (text === 'null') return [nullWarning(where)];
  if (isSerializedOrigin(text)) return lintSerialized(text, where);
  const { faults, fix } = diagnose(text);
  return faults.map((fault) => textError(text, where, fault, fix));
}

interface Diagnosis {
  readonly faults: readonly TextFault[];
  readonly fix?: OriginFix | undefined;
}

/** What is wrong with a text that no browser ever sends. The first kind that fits says the most. */
function diagnose(text: string): Diagnosis {
  const trimmed = text.trim();
  if (trimmed === '') {
    return {
      faults: [{ code: 'empty', reason: 'it is empty, and would allow nobody' }],
      fix: false,
    };
  }
  if (text.length > MAX_ORIGIN_LENGTH) {
    const reason = `it has ${text.length} characters, and no origin has over ${MAX_ORIGIN_LENGTH}`;
    return { faults: [{ code: 'too-long', reason }] };
  }
  if (trimmed === '*') return { faults: lintCharacters(text), fix: '*' };
  const shape = diagnoseShape(trimmed);
  const faults = [...(shape?.faults ?? []), ...lintCharacters(text)];
  if (shape !== undefined) return { faults, fix: shape.fix };
  const bare = stripInvisible(trimmed);
  faults.push(...(/\s/.test(bare) ? [] : bare === 'null' ? [] : lintUrl(bare)));
  return {
    faults:
      faults.length > 0
        ? faults
        : [{ code: 'not-an-origin', reason: 'browsers send an origin as scheme://host[:port]' }],
    fix: bare === 'null' ? bare : repairOrigin(text),
  };
}

/** Texts that are another form of the setting, or several origins, written as one string. */
function diagnoseShape(text: string): Diagnosis | undefined {
  if (/^(?:true|false)$/i.test(text)) {
    const reason = 'as text it is compared with the Origin header, letter by letter';
    return { faults: [{ code: 'boolean-as-text', reason }], fix: text.toLowerCase() === 'true' };
  }
  if (/^(?:undefined|NaN|\[object .*\])$/.test(text)) return { faults: [MISSING_VALUE] };
  if (/\$\{|\$[A-Z_]{2,}|\{\{|%[A-Z_]+%|<[\w-]+>/.test(text)) return { faults: [PLACEHOLDER] };
  if (/^null$/i.test(text)) return { faults: [UPPER_CASE_NULL], fix: 'null' };
  const quoted = /^["'`“”‘’«](.*)["'`“”‘’»]$/s.exec(text)?.[1];
  if (quoted !== undefined) {
    const reason = 'the quotes are part of it, so no origin is equal to it';
    return {
      faults: [{ code: 'quoted', reason }],
      fix: quoted === '*' ? '*' : repairOrigin(quoted),
    };
  }
  return diagnoseList(text) ?? diagnoseExpression(text) ?? diagnoseGlob(text);
}

const MISSING_VALUE: TextFault = {
  code: 'value-as-text',
  reason: 'it is what a missing value looks like as text. Find out where it was lost',
};

const PLACEHOLDER: TextFault = {
  code: 'placeholder',
  reason: 'it holds a placeholder that nothing was put in for',
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
  const origins = parts.map((part) =>
    part === '*' || part === 'null' ? part : repairOrigin(part),
  );
  const known = origins.filter((origin) => origin !== undefined);
  const reason = 'one string is one origin, and several make a list';
  const fix = known.length < origins.length || known.length === 0 ? undefined : known;
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
  const reason = 'as text it is compared with the Origin header, letter by letter';
  const way =
    '. In code, remove the quotes around it; JSON holds no expressions: use --origin, CORS_ORIGIN or a configuration file that ends in .mjs';
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
  const inner = text.replace(/^\^|\$$/g, '').replace(/(?<!\\)\.(?![*+?{])/g, '\\.');
  try {
    return `/${new RegExp(`^${inner}$`).source}/`;
  } catch {
    return undefined;
  }
}

function diagnoseGlob(text: string): Diagnosis | undefined {
  const [, scheme] = /^([^:/?#]*):\/\//.exec(text) ?? [];
  // In the scheme, a "*" is a character that no scheme has, unless it is all there is.
  if (scheme?.includes('*') && scheme !== '*') return undefined;
  const host = text.replace(/^[^/]*:\/\//, '').replace(/\/.*$/s, '');
  if (!host.includes('*') && scheme !== '*' && !/\{[^{}]*,[^{}]*\}/.test(host)) return undefined;
  const reason = 'there are no wildcards within a string, which is compared letter by letter';
  return { faults: [{ code: 'glob', reason }], fix: globToExpression(text) };
}

function lintCharacters(text: string): TextFault[] {
  const faults: TextFault[] = [];
  if (/[\p{Cc}\p{Cf}]/u.test(text)) {
    const [character = ''] = /[\p{Cc}\p{Cf}]/u.exec(text) ?? [];
    const code = character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0');
    faults.push({
      code: 'control-character',
      reason: `it holds a character that cannot be seen, U+${code}`,
    });
  }
  if (/^\s|\s$/.test(text)) {
    faults.push({ code: 'whitespace', reason: 'there is white space around it' });
  } else if (/\s/.test(text)) {
    faults.push({ code: 'whitespace', reason: 'there is white space in it' });
  }
  return faults;
}

function textError(
  text: string,
  where: string,
  { code, reason }: TextFault,
  fix: OriginFix | undefined,
): OriginFault {
  const wayOut = fix === undefined ? '' : ` Use ${showFix(fix)}.`;
  return {
    severity: 'error',
    code,
    where,
    value: show(text),
    reason,
    message: `Cannot use origin ${show(text)}: ${reason}.${wayOut}`,
    ...(fix !== undefined && { fix }),
  };
}

/** A fix as messages show it, as it stands in code: strings in quotes, expressions bare. */
export function showFix(fix: OriginFix): string {
  if (typeof fix === 'object') return `[${fix.map(showFix).join(', ')}]`;
  return typeof fix === 'string' && !fix.startsWith('/') ? JSON.stringify(fix) : String(fix);
}

/** What the origin `null` stands for, and so why it is no one to trust. */
export const NULL_REASON =
  'any page can put itself into a sandboxed frame and send it, and so does every file that a user opens';

function nullWarning(where: string): OriginFault {
  return {
    severity: 'warning',
    code: 'null-origin',
    where,
    value: '"null"',
    reason: NULL_REASON,
    message: `Origin "null" names nobody: ${NULL_REASON}. Serve the page over http and list its origin, such as "http://localhost:3000".`,
  };
}

/** A serialized origin can still be one that pages do not have. */
function lintSerialized(text: string, where: string): OriginFault[] {
  const mapped = lintUrl(text);
  if (mapped.length > 0) {
    return mapped.map((fault) => textError(text, where, fault, repairOrigin(text)));
  }
  const [scheme = ''] = text.split(':');
  const meant = ['https', 'http'].find((name) => isTypo(scheme, name));
  if (meant === undefined) return [];
  const fix = `${meant}${text.slice(scheme.length)}`;
  return [
    {
      severity: 'warning',
      code: 'misspelled-scheme',
      where,
      value: show(text),
      reason: `its scheme looks like a misspelled ${meant}`,
      message: `Origin ${show(text)} allows no web page: its scheme looks like a misspelled ${meant}. Use ${show(fix)}.`,
      fix,
    },
  ];
}

/** Whether one letter was lost, doubled, or swapped with its neighbour. */
function isTypo(text: string, word: string): boolean {
  if (text === 'http' || text === 'https' || text === word) return false;
  const letters = [...word];
  return letters.some((letter, i) => {
    const [before, after] = [word.slice(0, i), word.slice(i + 1)];
    const swapped = `${before}${after.slice(0, 1)}${letter}${after.slice(1)}`;
    return [`${before}${after}`, `${before}${letter}${letter}${after}`, swapped].includes(text);
  });
}
