import { show } from '../../errors/shown-value.ts';
import { isOneSlipAway } from '../explain/near-miss.ts';
import type { OriginFault, OriginFix } from '../origin-fault.ts';
import { parseOriginPattern } from '../origin-pattern.ts';
import {
  isSerializedOrigin,
  MAX_ORIGIN_LENGTH,
  parseSerializedOrigin,
} from '../serialized-origin.ts';
import { globToExpression } from './glob.ts';
import { type Diagnosis, hasLookAlikeLetters, type TextFault } from './host.ts';
import { showFix } from './opening-faults.ts';
import { isPlaceholder, MISSING_VALUE, PLACEHOLDER } from './placeholder.ts';
import { repairOrigin, stripInvisible } from './repair-origin.ts';
import { diagnoseRange } from './several.ts';
import { diagnoseShape } from './text-shape.ts';
import { lintUrl } from './url.ts';

// Faults of one string of `origin`, the most telling first: empty, too long, `null`, 0.0.0.0,
// suffixes, typos of the scheme.

/**
 * All faults of one string of a setting, the most telling first.
 *
 * @param sound checks a proposed fix; returns the one to offer, if any
 */
export function lintString(
  text: string,
  where: string,
  sound: (fix: OriginFix) => OriginFix | undefined = (fix) => fix,
): OriginFault[] {
  if (text === '*' || text === 'null' || parseOriginPattern(text) !== undefined) return [];
  if (ANY_ADDRESS.test(text) && isSerializedOrigin(text)) return [anyAddressWarning(text, where)];
  const { faults, fix } = isSerializedOrigin(text) ? diagnoseSerialized(text) : diagnose(text);
  const offered = fix === undefined ? undefined : sound(fix);
  return faults.map((fault) => textError(text, where, fault, offered));
}

/** What is wrong with a text that no browser ever sends. The first kind that fits is the most telling. */
function diagnose(text: string): Diagnosis {
  const trimmed = text.trim();
  if (trimmed === '') {
    return {
      faults: [{ code: 'empty', reason: 'it is empty, and would allow nobody' }],
      fix: false,
    };
  }
  if (text.length > MAX_ORIGIN_LENGTH) {
    const reason = `it has ${text.length} characters, and no origin has more than ${MAX_ORIGIN_LENGTH}`;
    return { faults: [{ code: 'too-long', reason }] };
  }
  if (trimmed === '*') return { faults: lintCharacters(text), fix: '*' };
  const shape = diagnoseShape(trimmed);
  const characters = lintCharacters(text);
  if (shape !== undefined) {
    const invisible = characters.filter(({ code }) => code !== 'whitespace');
    return { faults: [...shape.faults, ...invisible], fix: shape.fix };
  }
  const faults = characters;
  const bare = stripInvisible(trimmed);
  if (!/\s/.test(bare) && bare !== 'null') faults.push(...lintUrl(bare));
  return {
    faults:
      faults.length > 0
        ? faults
        : [{ code: 'not-an-origin', reason: 'browsers send an origin as scheme://host[:port]' }],
    fix: /^(?:capacitor|ionic|tauri):\/\/$/.test(bare)
      ? `${bare}localhost`
      : hasLookAlikeLetters(bare)
        ? undefined
        : (repairOrigin(text) ?? leadingDotFix(bare)),
  };
}

/** A domain with its subdomains, written as cookies have it. */
function leadingDotFix(text: string): OriginFix | undefined {
  return /^(?:https?:\/\/)?\.[^./]/.test(text) ? globToExpression(text) : undefined;
}

function lintCharacters(text: string): TextFault[] {
  const faults: TextFault[] = [];
  const [character] = /[\p{Cc}\p{Cf}]/u.exec(text) ?? [];
  if (character !== undefined) {
    const code = character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0');
    faults.push({
      code: 'control-character',
      reason: `it contains an invisible character, U+${code}`,
    });
  }
  if (/^\s|\s$/.test(text)) {
    faults.push({ code: 'whitespace', reason: 'it has leading or trailing whitespace' });
  } else if (/\s/.test(text)) {
    faults.push({ code: 'whitespace', reason: 'it contains whitespace' });
  }
  return faults;
}

function textError(
  text: string,
  where: string,
  { code, reason }: TextFault,
  fix: OriginFix | undefined,
): OriginFault {
  // A reason with a second sentence says itself what to do.
  const example = reason.includes('. ') ? '' : ' Use one such as "https://app.example.com".';
  const wayOut = fix === undefined ? example : ` Use ${showFix(fix)}.`;
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

/** `0.0.0.0` and `[::]`, which some development servers show as their address. */
function anyAddressWarning(text: string, where: string): OriginFault {
  const reason =
    'a server listens on all addresses under it, and pages are mostly opened at another';
  const fix = text.replace(ANY_ADDRESS, '$1localhost$2');
  const message = `Origin ${show(text)} is probably a mistake: ${reason}. Use ${showFix(fix)}, or what the address bar shows.`;
  const value = show(text);
  return { severity: 'warning', code: 'any-address', where, value, reason, message, fix };
}

const ANY_ADDRESS = /^(https?:\/\/)(?:0\.0\.0\.0|\[::\])(:\d+)?$/;

/** A serialized origin can still be one that no page has. */
function diagnoseSerialized(text: string): Diagnosis {
  const { scheme = '', host = '' } = parseSerializedOrigin(text) ?? {};
  if (/^(?:undefined|null|nan|undefined\..*)$/.test(host)) return { faults: [MISSING_VALUE] };
  if (isPlaceholder(text)) return { faults: [PLACEHOLDER] };
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

/** Whether a scheme is one slip away from a usual one, or written as one that nobody should open. */
function isTypo(scheme: string, usual: string): boolean {
  if (scheme === 'http' || scheme === 'https') return false;
  return scheme === usual.replace('tt', 'xx') || isOneSlipAway(scheme, usual);
}
