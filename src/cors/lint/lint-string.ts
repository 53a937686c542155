import { show } from '../../errors/shown-value.ts';
import { makeFault, type OriginFault, type OriginFix, showFix } from '../origin-fault.ts';
import { parseOriginPattern } from '../origin-setting.ts';
import { MAX_ORIGIN_LENGTH, parseSerializedOrigin } from '../serialized-origin.ts';
import { diagnoseRange, globToExpression } from './multiple-origins.ts';
import { isOneTypoAway, repairOrigin, stripInvisible } from './repair-origin.ts';
import { type Diagnosis, fault, hasLookAlikeLetters, lintUrl, type Words } from './text-faults.ts';
import { diagnoseShape } from './text-shape.ts';
import { lintPlaceholder } from './unwrap.ts';

// Finds the faults in one string of an `origin`, the clearest first: wrong characters, wrong form
// (text-shape.ts), and wrong parts of a URL (text-faults.ts).

/** A fix or, if there is none, advice in words. */
export interface Offer {
  readonly fix?: OriginFix | undefined;
  readonly hint?: string;
}

/**
 * Finds all faults in one string of a setting, the clearest first.
 *
 * @param toValid returns what to offer in place of a proposed fix, which may have faults itself
 */
export function lintString(
  text: string,
  where: string,
  toValid: (fix: OriginFix) => Offer = (fix) => ({ fix }),
): OriginFault[] {
  if (text === '*' || text === 'null' || parseOriginPattern(text) !== undefined) return [];
  const { scheme, host = '' } = parseSerializedOrigin(text) ?? {};
  const { faults, fix } =
    scheme === undefined ? diagnose(text) : diagnoseSerialized(text, scheme, host);
  const offered = fix === undefined ? {} : toValid(fix);
  return faults.map((fault) => textError(text, where, fault, offered));
}

/**
 * Diagnoses a string that no browser ever sends. The first kind of fault that applies explains the
 * text best.
 */
function diagnose(text: string): Diagnosis {
  const trimmed = text.trim();
  if (trimmed === '') return { faults: [fault('empty')], fix: false };
  if (text.length > MAX_ORIGIN_LENGTH) {
    const reason = `it has ${text.length} characters, and no origin has more than ${MAX_ORIGIN_LENGTH}`;
    return { faults: [{ code: 'too-long', reason }] };
  }
  const invisible = lintInvisible(text);
  const whitespace = /\s/.test(text) ? [fault('whitespace')] : [];
  if (trimmed === '*') return { faults: [...invisible, ...whitespace], fix: '*' };
  const shape = diagnoseShape(trimmed);
  if (shape !== undefined) {
    return { ...shape, faults: [...shape.faults, ...lintInvisible(text.replace(/\s/g, ''))] };
  }
  const bare = stripInvisible(trimmed);
  const ofUrl = /\s/.test(bare) || bare === 'null' ? [] : lintUrl(bare);
  const faults = [...invisible, ...whitespace, ...ofUrl];
  return { faults: faults.length > 0 ? faults : [fault('not-an-origin')], fix: repair(text, bare) };
}

function lintInvisible(text: string): Words[] {
  const [character] = /[\p{Cc}\p{Cf}]/u.exec(text) ?? [];
  if (character === undefined) return [];
  const code = character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0');
  const reason = `it contains an invisible character, U+${code}`;
  return [{ code: 'control-character', reason }];
}

function repair(text: string, bare: string): OriginFix | undefined {
  if (/^(?:capacitor|ionic|tauri):\/\/$/.test(bare)) return `${bare}localhost`;
  if (hasLookAlikeLetters(bare)) return undefined;
  // A domain with its subdomains, written as in cookies.
  const isDomain = /^(?:https?:\/\/)?\.[^./]/.test(bare);
  return repairOrigin(text) ?? (isDomain ? globToExpression(bare) : undefined);
}

function textError(text: string, where: string, words: Words, { fix, hint }: Offer): OriginFault {
  // The second sentence of a reason already says what to do.
  const hasHint = fix !== undefined || words.reason.includes('. ');
  const origin = text.includes('localhost') ? 'http://localhost:3000' : 'https://app.example.com';
  const example = hasHint ? undefined : `Use an origin such as ${show(origin)}`;
  const base = { where, value: text, fix, ...words };
  if (fix === undefined) return makeFault({ ...base, hint: hint ?? example });
  const isList = typeof fix === 'object' && where === 'origin' && /[\s;|[(]/.test(text);
  const asText = `Use ${fix} as text, or ${showFix(fix)} in code`;
  return makeFault(isList ? { ...base, hint: asText } : base);
}

/** `0.0.0.0` and `[::]`, which some development servers display as their address. */
const ANY_ADDRESS = /^(https?:\/\/)(?:0\.0\.0\.0|\[::\])(:\d+)?$/;

/** Finds reasons why a valid serialized origin is probably not the origin of a page. */
function diagnoseSerialized(text: string, scheme: string, host: string): Diagnosis {
  if (ANY_ADDRESS.test(text)) {
    const fix = text.replace(ANY_ADDRESS, '$1localhost$2');
    const start = `Origin ${show(text)} is probably a mistake`;
    const reason = 'it is an address to listen on, and pages are mostly opened at localhost';
    return { faults: [{ severity: 'warning', code: 'any-address', start, reason }], fix };
  }
  if (/^(?:undefined|null|nan|undefined\..*)$/.test(host))
    return { faults: [fault('value-as-text')] };
  const placeholder = lintPlaceholder(text);
  if (placeholder !== undefined) return { faults: [placeholder] };
  const range = diagnoseRange(text);
  if (range !== undefined) return range;
  const faults = lintUrl(text);
  if (faults.length > 0) return { faults, fix: repairOrigin(text) };
  const meant = ['https', 'http'].find((name) => isTypo(scheme, name));
  if (meant === undefined) return { faults: [] };
  const reason = `its scheme looks like a misspelled ${meant}, and no web page has it`;
  return {
    faults: [{ code: 'misspelled-scheme', reason }],
    fix: repairOrigin(`${meant}${text.slice(scheme.length)}`),
  };
}

/** Whether a scheme is one typo away from a usual one, or its defanged form, such as hxxp. */
function isTypo(scheme: string, usual: string): boolean {
  if (scheme === 'http' || scheme === 'https') return false;
  return scheme === usual.replace('tt', 'xx') || isOneTypoAway(scheme, usual);
}
