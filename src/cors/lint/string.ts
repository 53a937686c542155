import { show } from '../../errors/shown-value.ts';
import { isOneSlipAway } from '../explain/near-miss.ts';
import type { OriginFault, OriginFix } from '../origin-fault.ts';
import { parseOriginPattern } from '../origin-setting.ts';
import {
  isSerializedOrigin,
  MAX_ORIGIN_LENGTH,
  OPAQUE_SCHEMES,
  parseSerializedOrigin,
} from '../serialized-origin.ts';
import {
  type Diagnosis,
  hasLookAlikeLetters,
  lintAuthority,
  type TextFault,
  UPPER_CASE,
} from './host.ts';
import { diagnoseRange, globToExpression } from './multiple-origins.ts';
import { showFix } from './opening-faults.ts';
import { isPlaceholder, MISSING_VALUE, PLACEHOLDER } from './peel.ts';
import { repairOrigin, stripInvisible } from './repair-origin.ts';
import { diagnoseShape } from './text-shape.ts';

// Faults of one string of `origin`, the most telling first: what it is made of, and the parts of an address.

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

/** All faults of a text that is meant to be one origin, in the order of its parts. */
export function lintUrl(text: string): TextFault[] {
  const [, scheme, rest] = /^([^:/?#]*):\/\/(.*)$/s.exec(text) ?? [];
  if (scheme === undefined || rest === undefined) return lintWithoutAuthority(text);
  if (scheme.toLowerCase() === 'file') return lintScheme(scheme);
  const [, authority = '', tail = ''] = /^([^/?#\\]*)(.*)$/s.exec(rest) ?? [];
  const at = authority.lastIndexOf('@');
  return dedupe([
    ...lintScheme(scheme),
    ...(at >= 0 ? [USER_INFO] : []),
    ...lintAuthority(authority.slice(at + 1), scheme.toLowerCase()),
    ...lintTail(tail),
  ]);
}

const USER_INFO: TextFault = { code: 'user-info', reason: 'an origin has no user and no password' };

function dedupe(faults: readonly TextFault[]): TextFault[] {
  return [...new Map(faults.map((fault) => [fault.code, fault])).values()];
}

function lintWithoutAuthority(text: string): TextFault[] {
  const [, scheme, rest = ''] = /^([a-z][a-z0-9+.-]*):(.*)$/is.exec(text) ?? [];
  const isHostAndPort = /^\d/.test(rest);
  if (scheme === undefined || isHostAndPort) {
    return [
      {
        code: 'no-scheme',
        reason: 'an origin begins with its scheme, since http and https are different origins',
      },
    ];
  }
  const opaque = lintOpaqueScheme(scheme.toLowerCase());
  if (opaque !== undefined) return [opaque];
  return [{ code: 'no-authority', reason: `"${scheme}:" is not followed by "//" and a host` }];
}

function lintScheme(scheme: string): TextFault[] {
  if (scheme === '') {
    return [{ code: 'no-scheme', reason: 'an origin begins with its scheme' }];
  }
  if (!/^[a-z][a-z0-9+.-]*$/i.test(scheme)) {
    return [
      {
        code: 'bad-scheme',
        reason: 'a scheme is a letter, then letters, digits, "+", "-" and "."',
      },
    ];
  }
  const opaque = lintOpaqueScheme(scheme.toLowerCase());
  return [...(opaque ? [opaque] : []), ...(/[A-Z]/.test(scheme) ? [UPPER_CASE] : [])];
}

function lintOpaqueScheme(scheme: string): TextFault | undefined {
  if (!OPAQUE_SCHEMES.has(scheme)) return undefined;
  if (scheme === 'file') {
    return {
      code: 'file-scheme',
      reason:
        'browsers send null for a page opened from a file. Serve the page over http, from localhost for instance',
    };
  }
  if (scheme === 'ws' || scheme === 'wss') {
    return {
      code: 'websocket-scheme',
      reason: 'it must be the origin of a page, and pages are never loaded over a WebSocket',
    };
  }
  return {
    code: 'opaque-scheme',
    reason: `no page with an origin of its own is loaded from ${scheme}:`,
  };
}

function lintTail(tail: string): TextFault[] {
  const [, path = '', query = '', fragment = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(tail) ?? [];
  const faults: TextFault[] = [];
  if (path === '/' && query === '' && fragment === '') {
    faults.push({
      code: 'trailing-slash',
      reason: 'an origin has no path, and browsers never send the slash',
    });
  } else if (path !== '' && path !== '/') {
    faults.push({ code: 'path', reason: 'an origin has no path; all pages of a host share one' });
  }
  if (query !== '') faults.push({ code: 'query', reason: 'an origin has no query' });
  if (fragment !== '') faults.push({ code: 'fragment', reason: 'an origin has no fragment' });
  return faults;
}
