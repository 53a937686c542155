import type { OriginFix } from '../origin-fault.ts';
import { DEFAULT_PORTS, isPunycode } from '../serialized-origin.ts';

// Faults of the host and port of an origin: letters, lengths, look-alikes, addresses, Punycode, and
// their words.

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

/** Every fault of the part between `://` and the path: host and port, without user. */
export function lintAuthority(authority: string, scheme: string): TextFault[] {
  if (authority === '') return [EMPTY_HOST];
  const isWeb = scheme === 'http' || scheme === 'https';
  // Electron's own pages have the origin app://.
  if (authority === '.' && !isWeb) return [];
  if (authority.includes('[')) return lintBracketed(authority, scheme);
  const isAddress = /^[\da-f:.\]]*$/i.test(authority);
  if (authority.split(':').length > 2 && isAddress) {
    return [
      {
        code: 'ipv6-no-brackets',
        reason: 'an IPv6 address needs brackets, so that its colons are not taken for a port',
      },
    ];
  }
  const [host = '', port] = authority.split(/:(.*)/s);
  return [...lintName(host, isWeb), ...lintPort(port, scheme)];
}

const EMPTY_HOST: TextFault = { code: 'empty-host', reason: 'it has no host' };

function lintBracketed(authority: string, scheme: string): TextFault[] {
  const [, address, port] = /^\[([^[\]]*)\](?::(.*))?$/.exec(authority) ?? [];
  if (address === undefined) {
    const reason = 'the brackets must contain an IPv6 address, followed by nothing but a port';
    const unclosed = !authority.includes(']');
    return [
      { code: 'bad-ipv6', reason },
      ...(unclosed ? [{ code: 'ipv6-no-brackets', reason: 'the bracket is never closed' }] : []),
    ];
  }
  return [...lintIpv6(address), ...lintPort(port, scheme)];
}

function lintIpv6(address: string): TextFault[] {
  if (address.includes('%')) {
    return [
      {
        code: 'ipv6-zone',
        reason: 'browsers do not accept a zone in an IPv6 address, so no page has this origin',
      },
    ];
  }
  if (!URL.canParse(`http://[${address}]`)) {
    return [{ code: 'bad-ipv6', reason: `${JSON.stringify(address)} is not an IPv6 address` }];
  }
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const faults: TextFault[] = [];
  if (/[A-F]/.test(address)) faults.push(UPPER_CASE);
  if (canonical !== address) {
    faults.push({
      code: 'ipv6-not-canonical',
      reason: `browsers write this address as [${canonical}]`,
    });
  }
  if (canonical.startsWith('::ffff:')) {
    faults.push({
      code: 'ipv4-mapped',
      reason: 'it is an IPv4 address mapped into IPv6, and pages are opened under the IPv4 address',
    });
  }
  return faults;
}

export const UPPER_CASE: TextFault = {
  code: 'upper-case',
  reason: 'browsers send scheme and host in lower case',
};

const LONGEST_LABEL = 63;
const LONGEST_NAME = 253;

function lintName(name: string, isWeb: boolean): TextFault[] {
  if (name === '') return [EMPTY_HOST];
  const faults = lintLetters(name, isWeb);
  const add = (code: string, reason: string) => faults.push({ code, reason });
  const labels = name.replace(/\.$/, '').split('.');
  if (labels.includes('')) add('empty-label', 'its host has a dot with no name before or after it');
  if (isWeb && labels.some((label) => label.length > LONGEST_LABEL)) {
    add('label-too-long', `a name between dots has at most ${LONGEST_LABEL} characters`);
  }
  if (isWeb && name.replace(/\.$/, '').length > LONGEST_NAME) {
    add('host-too-long', `a host has at most ${LONGEST_NAME} characters`);
  }
  return isWeb && faults.length === 0 ? lintWebHost(name) : faults;
}

function lintLetters(name: string, isWeb: boolean): TextFault[] {
  const faults = isWeb && /[A-Z]/.test(name) ? [UPPER_CASE] : [];
  if (/[^\0-\x7f]/.test(name)) {
    const [letter] = hasLookAlikeLetters(name) ? (LOOK_ALIKE_LETTERS.exec(name) ?? []) : [];
    const reason =
      letter === undefined
        ? 'browsers send a host with letters other than a to z in its ASCII form (Punycode)'
        : `its ${JSON.stringify(letter)} is not the Latin letter that it looks like, so it is a different host. Retype the name`;
    return [...faults, { code: isWeb ? 'unicode-host' : 'bad-host-character', reason }];
  }
  if (name.includes('%')) {
    return [...faults, { code: 'percent-encoding', reason: 'browsers send a host decoded' }];
  }
  const [character] = (isWeb ? /[^\w.-]/ : /[^\w.~-]/).exec(name) ?? [];
  if (character === undefined) return faults;
  const reason = `a host cannot contain ${JSON.stringify(character)}`;
  return [...faults, { code: 'bad-host-character', reason }];
}

// Cyrillic and Greek letters that are drawn like Latin ones.
const LOOK_ALIKE_LETTERS = /[абвгеёїіјкмнорсстухѕԁԛԝһӏαικνορτυχϲ]/iu;

/**
 * Whether a name can be mistaken for another: it mixes Latin with Cyrillic or Greek letters, or
 * consists of letters that look Latin but are not.
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

const BAD_PUNYCODE: TextFault = {
  code: 'bad-punycode',
  reason: 'its host has a label "xn--…" that is not valid Punycode',
};

const BAD_HOST: TextFault = { code: 'bad-host', reason: 'browsers do not accept this host' };

/** What only the URL parser can tell about a host of valid characters. */
function lintWebHost(name: string): TextFault[] {
  // A browser takes every host that ends in a number for an IPv4 address.
  const isAddress = /(?:^|\.)(?:\d+|0x[\da-f]*)\.?$/.test(name);
  if (!URL.canParse(`http://${name}`)) {
    if (isAddress) {
      return [
        {
          code: 'bad-ipv4',
          reason: 'a host that ends in a number is an IPv4 address, four numbers from 0 to 255',
        },
      ];
    }
    return [name.includes('xn--') ? BAD_PUNYCODE : BAD_HOST];
  }
  if (name.includes('xn--') && !isPunycode(name)) return [BAD_PUNYCODE];
  const canonical = new URL(`http://${name}`).hostname;
  if (canonical === name) return [];
  return isAddress
    ? [{ code: 'ipv4-not-canonical', reason: `browsers write this address as ${canonical}` }]
    : [{ code: 'bad-host', reason: `browsers write this host as ${canonical}` }];
}

const HIGHEST_PORT = 65_535;

function lintPort(port: string | undefined, scheme: string): TextFault[] {
  if (port === undefined) return [];
  if (port === '') return [{ code: 'empty-port', reason: 'it has a colon, but no port after it' }];
  if (!/^\d+$/.test(port) || Number(port) === 0 || Number(port) > HIGHEST_PORT) {
    const reason = `a port is a number from 1 to ${HIGHEST_PORT}`;
    return [{ code: 'bad-port', reason }];
  }
  if (port.startsWith('0')) {
    return [{ code: 'port-leading-zero', reason: 'browsers send a port without leading zeros' }];
  }
  return DEFAULT_PORTS[scheme] === port
    ? [
        {
          code: 'default-port',
          reason: `browsers leave out ${port}, the default port of ${scheme}`,
        },
      ]
    : [];
}
