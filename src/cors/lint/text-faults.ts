import type { OriginFix } from '../origin-fault.ts';

// Why a text is no origin: codes and reasons.

/** A fault of a text: its code, and the reason as the message shows it. */
export interface TextFault {
  readonly code: string;
  readonly reason: string;
}

/** What is wrong with a text, and what was probably meant. */
export interface Diagnosis {
  readonly faults: readonly TextFault[];
  readonly fix?: OriginFix | undefined;
}

/** Code → reason, where it does not depend on the text. A second sentence says what to do. */
const REASONS = {
  // The whole.
  empty: 'it is empty, and would allow nobody',
  'not-an-origin': 'browsers send an origin as scheme://host[:port]',
  'value-as-text': 'it is a missing value converted to text. Find out where the value was lost',
  placeholder: 'it contains a placeholder that was never filled in',
  'boolean-as-text': 'as a string it is compared with the Origin header, byte for byte',
  'regexp-as-text': 'as a string it is compared with the Origin header, byte for byte',
  keyword: 'pages of the service itself need no permission',
  'address-range': 'an origin has one address, and a range of addresses is an expression',
  'list-in-string': 'a string is a single origin, and several need a list',
  // What is around a value.
  whitespace: 'it contains whitespace',
  'typographic-character': 'it has punctuation that only looks like ASCII',
  comment: 'the comment is part of it, so no origin equals it',
  'setting-name': 'the name of the setting is part of it',
  quoted: 'the quotes are part of it, so no origin equals it',
  'escaped-slash': 'a slash has no backslash before it, except in an expression',
  // Scheme.
  'no-scheme': 'an origin begins with its scheme, since http and https are different origins',
  'bad-scheme': 'a scheme is a letter, then letters, digits, "+", "-" and "."',
  'upper-case': 'browsers send scheme and host in lower case',
  'file-scheme':
    'browsers send null for a page opened from a file. Serve the page over http, from localhost for instance',
  'websocket-scheme':
    'it must be the origin of a page, and pages are never loaded over a WebSocket',
  // Host and port.
  'user-info': 'an origin has no user and no password',
  'empty-host': 'it has no host',
  'empty-label': 'its host has a dot with no name before or after it',
  'label-too-long': 'a name between dots has at most 63 characters',
  'host-too-long': 'a host has at most 253 characters',
  'unicode-host':
    'browsers send a host with letters other than a to z in its ASCII form (Punycode)',
  'percent-encoding': 'browsers send a host decoded',
  'bad-punycode': 'its host has a label "xn--…" that is not valid Punycode',
  'bad-host': 'browsers do not accept this host',
  'bad-ipv4': 'a host that ends in a number is an IPv4 address, four numbers from 0 to 255',
  'bad-ipv6': 'the brackets must contain an IPv6 address, followed by nothing but a port',
  'ipv6-no-brackets': 'an IPv6 address needs brackets, so that its colons are not taken for a port',
  'ipv6-zone': 'browsers do not accept a zone in an IPv6 address, so no page has this origin',
  'ipv4-mapped':
    'it is an IPv4 address mapped into IPv6, and pages are opened under the IPv4 address',
  'bad-port': 'a port is a number from 1 to 65535',
  'empty-port': 'it has a colon, but no port after it',
  'port-leading-zero': 'browsers send a port without leading zeros',
  // After them.
  'trailing-slash': 'an origin has no path, and browsers never send the slash',
  path: 'an origin has no path; all pages of a host share one',
  query: 'an origin has no query',
  fragment: 'an origin has no fragment',
} as const;

/** A fault whose reason is always the same. */
export function fault(code: keyof typeof REASONS): TextFault {
  return { code, reason: REASONS[code] };
}

/** The same in a list, where a text has it. */
export function faultIf(hasIt: boolean, code: keyof typeof REASONS): TextFault[] {
  return hasIt ? [fault(code)] : [];
}
