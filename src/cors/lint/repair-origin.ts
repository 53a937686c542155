import { isSerializedOrigin } from '../serialized-origin.ts';

// Proposes the origin that a string was meant to be: trimmed, with a scheme, no path, in lowercase.

/**
 * Repairs a string that is almost an origin: trims it, adds a scheme, removes the path, query, user
 * and default port, and converts the host to lowercase and canonical form. Returns `undefined` if
 * the origin could only be guessed.
 */
export function repairOrigin(text: string): string | undefined {
  const bare = stripInvisible(text)
    .trim()
    .replace(/^(?:blob|view-source):/i, '')
    .replace(/^(https?) ?[:.;,]? ?\/\/ ?(?=\S)/i, '$1://')
    .replace(/\/\.?\*+$/, '')
    .replace(/^(?:and|or|&)\s+/i, '')
    .replace(/(?<=^(?:https?:\/\/)?localhost)[.,; ](?=\d{2,5}$)/, ':')
    .replace(/^https?:\/*(?=https?:)/i, '')
    .replace(/(?:\\\/|\/:path\*)$/, '');
  const badScheme = /:\/\//.test(bare) && !/^(?:[a-z][a-z0-9+.-]*)?:\/\//i.test(bare);
  if (
    /[\s*\p{Cc}]/u.test(bare) ||
    PARTIAL_ADDRESS.test(bare) ||
    badScheme ||
    !NAMES_HOST.test(bare)
  )
    return undefined;
  const url = withScheme(bare);
  // Tries again without an empty port.
  return originOf(url) ?? originOf(url.replace(/:(?=$|[/?#])/, ''));
}

/** The beginning of an IPv4 address, which the URL parser would complete, or two addresses. */
const PARTIAL_ADDRESS = /^(?:[a-z]+:\/\/)?(?:(?:\d+\.){1,3}(?:$|[:/])|[\d.]+-[\d.]+)/i;

/**
 * Without a scheme, a single word is probably not a host, unless it is localhost or an IP address.
 */
const NAMES_HOST = /:\/\/|:.*:|\..|^[/\\]{2}\w|^localhost\b|^https?:\/?\w/i;

/**
 * Removes invisible characters picked up when copying. Control characters in the middle stay, since
 * they may have replaced other characters.
 */
export function stripInvisible(text: string): string {
  return text.replace(/\p{Cf}|^\p{Cc}+|\p{Cc}+$/gu, '');
}

const WEB_SCHEME: Readonly<Record<string, string>> = { ws: 'http', wss: 'https' };

function withScheme(text: string): string {
  const [, scheme = '', rest = ''] = /^([a-z][a-z0-9+.-]*):[/\\]*(.*)$/i.exec(text) ?? [];
  // `localhost:3000` parses as the scheme "localhost", but means a host and a port.
  const isHostAndPort = /^\d+(?:[/?#]|$)/.test(rest) && !/:[/\\]/.test(text);
  if (scheme !== '' && !isHostAndPort) {
    const name = scheme.toLowerCase();
    return `${WEB_SCHEME[name] ?? name}://${bracketed(rest)}`;
  }
  const bare = text.replace(/^(?::?[/\\]+)/, '');
  return `${schemeFor(bare)}://${bracketed(bare)}`;
}

/**
 * Chooses http for localhost and IP addresses, which rarely have a certificate, and for port 80.
 */
function schemeFor(host: string): string {
  const isLocal =
    /^(?:localhost\b|[\d.]+(?::|$)|\[|[\da-f]*::)/i.test(host) && !host.startsWith('.');
  return isLocal || /:80(?:[/?#]|$)/.test(host) ? 'http' : 'https';
}

/**
 * Puts brackets around an IPv6 address. The last digits of the text are read as a port if possible.
 */
function bracketed(authority: string): string {
  if (/^\[[^\]]*\]|^[^:[\]]+\[/.test(authority)) return authority;
  const bare = authority.replace(/^\[|\]/g, '');
  if (!/^[\da-f]*:[\da-f:.]*:[\da-f:.]*$/i.test(bare)) return authority;
  const [, address = bare, port] = /^(.*):([1-9]\d{1,4})$/.exec(bare) ?? [];
  return port !== undefined && URL.canParse(`http://[${address}]`)
    ? `[${address}]:${port}`
    : `[${bare}]`;
}

function originOf(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const { protocol, host } = new URL(url);
  // If a server listens on all addresses, its pages are opened at localhost.
  const shown = host.replace(/^(?:0\.0\.0\.0|\[::\])(?=:|$)/, 'localhost');
  const origin = `${protocol}//${mappedAddress(host) ?? shown}`;
  return isSerializedOrigin(origin) ? origin : undefined;
}

/** Converts an IPv4-mapped IPv6 address to IPv4: `[::ffff:7f00:1]:90` → `127.0.0.1:90`. */
function mappedAddress(host: string): string | undefined {
  const [, high, low, port = ''] =
    /^\[::ffff:([\da-f]{1,4}):([\da-f]{1,4})\](:\d+)?$/.exec(host) ?? [];
  if (high === undefined || low === undefined) return undefined;
  const bits = [Number.parseInt(high, 16), Number.parseInt(low, 16)];
  return `${bits.flatMap((pair) => [pair >> 8, pair & 255]).join('.')}${port}`;
}

/**
 * Whether the strings differ in one letter that is missing, added, replaced, or swapped with its
 * neighbor.
 */
export function isOneTypoAway(a: string, b: string): boolean {
  if (a === b) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start++;
  const [restA, restB] = [a.slice(start), b.slice(start)];
  const swapped = restA.replace(/^(.)(.)/s, '$2$1');
  return (
    restA.slice(1) === restB.slice(1) ||
    restA === restB.slice(1) ||
    restA.slice(1) === restB ||
    swapped === restB
  );
}
