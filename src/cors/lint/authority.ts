import { DEFAULT_PORTS, isPunycode } from '../serialized-origin.ts';
import { fault, faultIf, type TextFault } from './text-faults.ts';

// Faults of the host and port of an origin: letters, lengths, look-alikes, addresses, Punycode.

/** Every fault of the part between `://` and the path: host and port, without user. */
export function lintAuthority(authority: string, scheme: string): TextFault[] {
  const isWeb = scheme === 'http' || scheme === 'https';
  // Electron's own pages have the origin app://.
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

function lintIpv6(address: string): TextFault[] {
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

function lintName(name: string, isWeb: boolean): TextFault[] {
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

function lintLetters(name: string, isWeb: boolean): TextFault[] {
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

/** What only the URL parser can tell about a host of valid characters. */
function lintWebHost(name: string): TextFault[] {
  // A browser takes every host that ends in a number for an IPv4 address.
  const isAddress = /(?:^|\.)(?:\d+|0x[\da-f]*)\.?$/.test(name);
  const canonical = URL.parse(`http://${name}`)?.hostname;
  if (canonical === undefined && isAddress) return [fault('bad-ipv4')];
  if (name.includes('xn--') && (canonical === undefined || !isPunycode(name))) {
    return [fault('bad-punycode')];
  }
  if (canonical === undefined) return [fault('bad-host')];
  if (canonical === name) return [];
  return isAddress
    ? [{ code: 'ipv4-not-canonical', reason: `browsers write this address as ${canonical}` }]
    : [{ code: 'bad-host', reason: `browsers write this host as ${canonical}` }];
}

const HIGHEST_PORT = 65_535;

function lintPort(port: string | undefined, scheme: string): TextFault[] {
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
