import type { FaultParts, OriginFix } from '../origin-fault.ts';
import { DEFAULT_PORTS, HIGHEST_PORT, isPunycode, OPAQUE_SCHEME } from '../serialized-origin.ts';

// Finds out why a string is not an origin. Defines the codes and reasons, and checks each part of a
// URL.

/** A fault: its code, the reason in the message, and the remedy if there is no fix. */
export type Words = Pick<FaultParts, 'code' | 'reason'> &
  Partial<Pick<FaultParts, 'severity' | 'start' | 'hint'>>;

/** The faults of a string, and the value that was probably meant. */
export interface Diagnosis {
  readonly faults: readonly Words[];
  readonly fix?: OriginFix | undefined;
}

/** Maps codes to reasons that do not depend on the text. A second sentence says what to do. */
const REASONS = {
  // The text as a whole.
  empty: 'it is empty, and would allow nobody',
  'not-an-origin': 'browsers send an origin as scheme://host[:port]',
  'value-as-text': 'it is a missing value converted to text. Find out where the value was lost',
  'boolean-as-text': 'as a string it is compared with the Origin header, byte for byte',
  'regexp-as-text': 'as a string it is compared with the Origin header, byte for byte',
  keyword: "the service's own pages need no permission",
  'address-range': 'an origin has a single address, and a range needs an expression',
  'list-in-string': 'separate origins by commas in text, and list them in code',
  glob: 'a "*" stands for the names before a domain, as in "https://*.example.com", or for the port, and for nothing else',
  // Characters around a value.
  whitespace: 'it contains whitespace',
  'typographic-character': 'it has punctuation that only looks like ASCII',
  comment: 'the comment is part of it, so no origin equals it',
  'setting-name': 'the name of the setting is part of it',
  quoted: 'the quotes are part of it, so no origin equals it',
  'escaped-slash': 'a slash has no backslash before it, except in an expression',
  // The scheme.
  'no-scheme': 'an origin begins with its scheme, since http and https are different origins',
  'bad-scheme': 'a scheme is a letter, then letters, digits, "+", "-" and "."',
  'upper-case': 'browsers send scheme and host in lowercase',
  'file-scheme':
    'browsers send null for a page opened from a file. Serve the page over http, from localhost for instance',
  'websocket-scheme':
    'it must be the origin of a page, and pages are never loaded over a WebSocket',
  // The host and port.
  'user-info': 'an origin has no user and no password',
  'empty-host': 'it has no host',
  'empty-label': 'its host has a dot with no name before or after it',
  'label-too-long': 'a name between dots has at most 63 characters',
  'host-too-long': 'a host has at most 253 characters',
  'unicode-host':
    'browsers send a host with letters other than a to z in its ASCII form (Punycode)',
  'percent-encoding': 'browsers percent-decode a host',
  'bad-punycode': 'its host has a label "xn--…" that is not valid Punycode',
  'bad-host': 'browsers do not accept this host',
  'bad-ipv4': 'a host that ends in a number is an IPv4 address, four numbers from 0 to 255',
  'bad-ipv6': 'the brackets must contain an IPv6 address, followed by nothing but a port',
  'ipv6-no-brackets':
    'an IPv6 address needs brackets, so that its colons are not mistaken for a port',
  'ipv6-zone': 'browsers do not accept a zone in an IPv6 address, so no page has this origin',
  'ipv4-mapped':
    'it is an IPv4 address mapped into IPv6, and pages are opened under the IPv4 address',
  'bad-port': 'a port is a number from 1 to 65535',
  'empty-port': 'it has a colon, but no port after it',
  'port-leading-zero': 'browsers send a port without leading zeros',
  // Everything after the port.
  'trailing-slash': 'an origin has no path, and browsers never send the slash',
  path: 'an origin has no path: all pages of a host share one origin',
  query: 'an origin has no query',
  fragment: 'an origin has no fragment',
} as const;

/** Returns a fault whose reason is always the same. */
export function fault(code: keyof typeof REASONS): Words {
  return { code, reason: REASONS[code] };
}

/** Returns the fault in a list if the text has it, else an empty list. */
function faultIf(hasIt: boolean, code: keyof typeof REASONS): Words[] {
  return hasIt ? [fault(code)] : [];
}

/** Finds all faults in a string meant to be one origin, in the order of its parts. */
export function lintUrl(text: string): Words[] {
  const [, scheme, user, authority = '', path = '', query, fragment] =
    /^([^:/?#]*):\/\/(?:([^/?#\\]*)@)?([^/?#\\]*)([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(text) ?? [];
  if (scheme === undefined) return lintWithoutAuthority(text);
  if (scheme.toLowerCase() === 'file') return lintScheme(scheme);
  const hasMore = (query ?? fragment) !== undefined;
  const faults = [
    ...lintScheme(scheme),
    ...faultIf(user !== undefined, 'user-info'),
    ...lintAuthority(authority, scheme.toLowerCase()),
    ...faultIf(path === '/' && !hasMore, 'trailing-slash'),
    ...faultIf(path !== '' && path !== '/', 'path'),
    ...faultIf(query !== undefined, 'query'),
    ...faultIf(fragment !== undefined, 'fragment'),
  ];
  return [...new Map(faults.map((each) => [each.code, each])).values()];
}

function lintWithoutAuthority(text: string): Words[] {
  const [, scheme] = /^([a-z][a-z0-9+.-]*):(?!\d)/i.exec(text) ?? [];
  if (scheme === undefined) return [fault('no-scheme')];
  const opaque = lintOpaqueScheme(scheme.toLowerCase());
  if (opaque.length > 0) return opaque;
  return [{ code: 'no-authority', reason: `"${scheme}:" is not followed by "//" and a host` }];
}

function lintScheme(scheme: string): Words[] {
  if (scheme === '') return [fault('no-scheme')];
  if (!/^[a-z][a-z0-9+.-]*$/i.test(scheme)) return [fault('bad-scheme')];
  const upperCase = faultIf(/[A-Z]/.test(scheme), 'upper-case');
  return [...lintOpaqueScheme(scheme.toLowerCase()), ...upperCase];
}

function lintOpaqueScheme(scheme: string): Words[] {
  if (!OPAQUE_SCHEME.test(scheme)) return [];
  if (scheme === 'file') return [fault('file-scheme')];
  if (scheme === 'ws' || scheme === 'wss') return [fault('websocket-scheme')];
  const reason = `no page with an origin of its own is loaded from ${scheme}:`;
  return [{ code: 'opaque-scheme', reason }];
}

/** Finds every fault in the part between `://` and the path: host and port, without the user. */
function lintAuthority(authority: string, scheme: string): Words[] {
  const isWeb = scheme === 'http' || scheme === 'https';
  // Pages of some Electron programs have the origin `app://.`, with the dot.
  if (authority === '.' && !isWeb) return [];
  const [, address, after] = /^\[([^[\]]*)\](?::(.*))?$/.exec(authority) ?? [];
  if (address !== undefined) return [...lintIpv6(address), ...lintPort(after, scheme)];
  if (authority.includes('[')) {
    const unclosed = { code: 'ipv6-no-brackets', reason: 'the bracket is never closed' };
    return [fault('bad-ipv6'), ...(authority.includes(']') ? [] : [unclosed])];
  }
  const isAddress = /^[\da-f:.\]]*$/i.test(authority);
  if (authority.split(':').length > 2 && isAddress) return [fault('ipv6-no-brackets')];
  const [host = '', port] = authority.split(/:(.*)/s);
  return [...lintName(host, isWeb), ...lintPort(port, scheme)];
}

function lintIpv6(address: string): Words[] {
  if (address.includes('%')) return [fault('ipv6-zone')];
  const canonical = URL.parse(`http://[${address}]`)?.hostname;
  if (canonical === undefined) {
    return [{ code: 'bad-ipv6', reason: `${JSON.stringify(address)} is not an IPv6 address` }];
  }
  const reason = `browsers write this address as ${canonical}`;
  return [
    ...faultIf(/[A-F]/.test(address), 'upper-case'),
    ...(canonical === `[${address}]` ? [] : [{ code: 'ipv6-not-canonical', reason }]),
    ...faultIf(canonical.startsWith('[::ffff:'), 'ipv4-mapped'),
  ];
}

const LONGEST_LABEL = 63;
const LONGEST_NAME = 253;

function lintName(name: string, isWeb: boolean): Words[] {
  if (name === '') return [fault('empty-host')];
  const bare = name.replace(/\.$/, '');
  const labels = bare.split('.');
  const faults = [
    ...faultIf(isWeb && /[A-Z]/.test(name), 'upper-case'),
    ...lintLetters(name, isWeb),
    ...faultIf(labels.includes(''), 'empty-label'),
    ...faultIf(isWeb && labels.some(({ length }) => length > LONGEST_LABEL), 'label-too-long'),
    ...faultIf(isWeb && bare.length > LONGEST_NAME, 'host-too-long'),
  ];
  return isWeb && faults.length === 0 ? lintWebHost(name) : faults;
}

function lintLetters(name: string, isWeb: boolean): Words[] {
  const code = 'bad-host-character';
  if (/[^\0-\x7f]/.test(name)) {
    const { reason } = fault('unicode-host');
    const [letter] = hasLookAlikeLetters(name) ? (LOOK_ALIKE_LETTERS.exec(name) ?? []) : [];
    const different = `its ${JSON.stringify(letter)} is not the Latin letter that it looks like, so it is a different host. Retype the name`;
    return [
      { code: isWeb ? 'unicode-host' : code, reason: letter === undefined ? reason : different },
    ];
  }
  if (name.includes('%')) return [fault('percent-encoding')];
  const [character] = (isWeb ? /[^\w.-]/ : /[^\w.~-]/).exec(name) ?? [];
  if (character === undefined) return [];
  return [{ code, reason: `a host cannot contain ${JSON.stringify(character)}` }];
}

// Cyrillic and Greek letters that look like Latin ones.
const LOOK_ALIKE_LETTERS = /[абвгеёїіјкмнорсстухѕԁԛԝһӏαικνορτυχϲ]/iu;

/**
 * Whether a name can be mistaken for another name: it mixes Latin with Cyrillic or Greek letters,
 * or consists entirely of letters that only look Latin.
 */
export function hasLookAlikeLetters(text: string): boolean {
  return text
    .toLowerCase()
    .split(/[./:]+/)
    .some((label) => {
      const foreign = label.match(/[\p{Script=Cyrillic}\p{Script=Greek}]/gu) ?? [];
      if (foreign.length === 0) return false;
      return /[a-z]/.test(label) || foreign.every((letter) => LOOK_ALIKE_LETTERS.test(letter));
    });
}

/** Finds faults that only the URL parser can detect, in a host whose characters are valid. */
function lintWebHost(name: string): Words[] {
  // Browsers read any host that ends in a number as an IPv4 address.
  const isAddress = /(?:^|\.)(?:\d+|0x[\da-f]*)\.?$/.test(name);
  const canonical = URL.parse(`http://${name}`)?.hostname;
  if (canonical === undefined && isAddress) return [fault('bad-ipv4')];
  if (name.includes('xn--') && (canonical === undefined || !isPunycode(name))) {
    return [fault('bad-punycode')];
  }
  if (canonical === undefined) return [fault('bad-host')];
  if (canonical === name) return [];
  const code = isAddress ? 'ipv4-not-canonical' : 'bad-host';
  return [{ code, reason: `browsers write this host as ${canonical}` }];
}

function lintPort(port: string | undefined, scheme: string): Words[] {
  if (port === undefined) return [];
  if (port === '') return [fault('empty-port')];
  if (!/^\d+$/.test(port) || Number(port) === 0 || Number(port) > HIGHEST_PORT) {
    return [fault('bad-port')];
  }
  if (port.startsWith('0')) return [fault('port-leading-zero')];
  if (DEFAULT_PORTS[scheme] !== port) return [];
  const reason = `browsers leave out ${port}, the default port of ${scheme}`;
  return [{ code: 'default-port', reason }];
}
