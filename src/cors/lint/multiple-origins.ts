import { parseOriginPattern } from '../origin-setting.ts';
import { DEFAULT_PORTS } from '../serialized-origin.ts';
import { repairOrigin } from './repair-origin.ts';
import { type Diagnosis, fault } from './text-faults.ts';

// Faults in strings that stand for several origins (a list, two schemes, ports, ranges), and the
// meaning of wildcards.

/**
 * Diagnoses strings that stand for several origins: a list, two schemes, several ports, an IP
 * address range.
 */
export function diagnoseMultiple(text: string): Diagnosis | undefined {
  return diagnoseList(text) ?? diagnoseRange(text) ?? diagnoseChoice(text);
}

function diagnoseList(text: string): Diagnosis | undefined {
  const plain = text.replace(/\\[nrt"']|%2C|%20/gi, ' ');
  if (/[()\\^$]/.test(plain)) return undefined;
  const separators = /(?:[\s,;|&"'“”[\]]|\b(?:and|or)\b|[+:](?=https?:\/\/))+/i;
  const parts = plain.split(separators).filter((part) => part !== '');
  // A space within an origin does not make it a list.
  const isMixed = new Set(parts.map((part) => part.includes('://'))).size > 1;
  const isList =
    (parts.length > 1 &&
      parts.every((part) => LIKE_ORIGIN.test(part)) &&
      !(isMixed && !/[,;|&]/.test(plain))) ||
    (parts.length === 1 && /[,;|]\s*$/.test(text));
  if (!isList) return undefined;
  const origins = parts.map((part) => {
    if (part === '*' || part === 'null') return part;
    return part.includes('*') ? globToExpression(part) : repairOrigin(part);
  });
  const fix = allOf(origins);
  return { faults: [fault('list-in-string')], fix: fix?.length === 1 ? fix[0] : fix };
}

/** Returns the distinct origins, or `undefined` if any is unknown. */
function allOf(origins: readonly (string | undefined)[]): string[] | undefined {
  const known = new Set(origins.filter((origin) => origin !== undefined));
  return origins.includes(undefined) ? undefined : [...known];
}

/** Notations that people use for http and https together, although these make two origins. */
const BOTH_SCHEMES =
  /^(?:https?\(s\)|http\[s\]|http\*|https?[|/]https?|\{https?,https?\}|http\{,?s,?\})(?=:\/\/)/i;

/** Several ports after one host: `http://localhost:3000,3001`. */
const SEVERAL_PORTS = /^(.*[^:]:)\[?(\d+(?:[,;|/ ]+\d+)+)\]?$/;

/** Diagnoses one string with two schemes or several ports. */
function diagnoseChoice(text: string): Diagnosis | undefined {
  const [, start = '', ports = ''] = SEVERAL_PORTS.exec(text) ?? [];
  const isOfSchemes = BOTH_SCHEMES.test(text);
  if (!isOfSchemes && ports === '') return undefined;
  const texts = isOfSchemes
    ? ['http', 'https'].map((each) => text.replace(BOTH_SCHEMES, each))
    : ports.split(/\D+/).map((port) => `${start}${port}`);
  const reason = 'each scheme and port is a separate origin, and several origins need a list';
  const code = isOfSchemes ? 'bad-scheme' : 'bad-port';
  return { faults: [{ code, reason }], fix: allOf(texts.map(repairOrigin)) };
}

/**
 * `http://192.168.1.0/24:3000`: the port may be before or after the prefix length, which may be a
 * mask.
 */
const NETWORK =
  /^(?:(https?):\/\/)?((?:\d{1,3}\.){3}\d{1,3})(:\d+)?\/(\d{1,2}|255(?:\.255){0,3}(?:\.0){0,3})(:\d+)?$/;

/** `192.168.1.x`. */
const UNKNOWN_NUMBERS = /^(?:https?:\/\/)?\d{1,3}\.[\d.x]{0,9}\.x(?::\d+)?$/i;

/** `192.168.1.0-255`, or an IPv6 network. */
const OTHER_RANGE = /^(?:https?:\/\/)?[\d.]+-[\d.]+(?::\d+)?$|^[\da-f:]*::[\da-f:]*\/\d+$/i;

/** Diagnoses IP address ranges. Some of them look like hosts. */
export function diagnoseRange(text: string): Diagnosis | undefined {
  const faults = [fault('address-range')];
  if (UNKNOWN_NUMBERS.test(text)) {
    const glob = `${text.includes('://') ? '' : 'http://'}${text.replace(/x/gi, '*')}`;
    return { faults, fix: globToExpression(glob) };
  }
  const [, scheme = 'http', address, port = '', size = '', portAfter = ''] =
    NETWORK.exec(text) ?? [];
  if (address === undefined) return OTHER_RANGE.test(text) ? { faults } : undefined;
  // The number of leading octets that the prefix length or mask fixes.
  const fixed = size.startsWith('255') ? size.split('255').length - 1 : Number(size) / 8;
  if (![1, 2, 3, 4].includes(fixed)) return { faults };
  const host = address.split('.').map((number, place) => (place < fixed ? number : '*'));
  const glob = `${scheme}://${host.join('.')}${port}${portAfter}`;
  return { faults, fix: fixed < 4 ? globToExpression(glob) : repairOrigin(glob) };
}

const LIKE_ORIGIN = /^(?:\*|null|(?:localhost|[\w*-]+(?:\.[\w*-]+)+)(?::\d+)?)$|:\/\/./;

/**
 * One or more subdomains, with the dot after them. This also matches characters that no host has,
 * which is harmless: origins with such characters are refused before any expression is tested.
 */
const SOME_SUBDOMAIN = '[\\w.-]+\\.';

/** Any depth of subdomains, or none. */
const ANY_SUBDOMAIN = `(?:${SOME_SUBDOMAIN})?`;

/** Any port, or the default one. */
export const OPTIONAL_PORT = '(?::\\d+)?';

/**
 * Returns the pattern, or the text of an expression, that a wildcard such as
 * `https://*.example.com` means: `*.` stands for any depth of subdomains, any other `*` for
 * characters within a name (digits in an IP address), `{a,b}` for either one, `:*` for any port,
 * and a leading dot for the domain with its subdomains. Returns `undefined` if it is not a set of
 * hosts: an IP address has no subdomains, and a single `*` is everyone. The result is only a
 * proposal: the caller checks whom it lets in.
 */
export function globToExpression(glob: string): string | undefined {
  const [, scheme = 'https', written = '', port = ''] =
    /^(?:([a-z][a-z0-9+.-]*|\*):\/\/)?(\[[\da-f:]+\]|[^\s/:[\]?#@\\()^$|+]+)(:[\d*{},]*)?(?:\/.*)?$/i.exec(
      glob,
    ) ?? [];
  const host = written.toLowerCase();
  const hosts = hostPattern(host);
  if (hosts === undefined) return undefined;
  const isBareLocal = !glob.includes('://') && LOCAL_HOST.test(host.replace(/\*/g, ''));
  const known = isBareLocal ? 'http' : scheme.toLowerCase();
  const ports = portPattern(port, known);
  // The equivalent pattern, if there is one, as for "https://*.example.com:443".
  const pattern = `${known}://${hosts.replace(SOME_SUBDOMAIN, '*.')}${ports}`
    .replace(OPTIONAL_PORT, ':*')
    .replace(/\\(.)/g, '$1');
  if (parseOriginPattern(pattern) !== undefined) return pattern;
  const schemes = isBareLocal || scheme === '*' ? 'https?' : escapeForExpression(known);
  return `/^${schemes}:\\/\\/${hosts}${ports}$/`;
}

const LOCAL_HOST = /^(?:(?:.*\.)?localhost|127\.0\.0\.1|\[::1\])$/i;

function portPattern(port: string, scheme: string): string {
  if (/^:\*+$/.test(port)) return OPTIONAL_PORT;
  return port === `:${DEFAULT_PORTS[scheme]}` ? '' : globPart(port, '\\d');
}

function hostPattern(host: string): string | undefined {
  if (/^\[.*\]$/.test(host)) return escapeForExpression(host);
  if (/^\d+(?:\.(?:\d+|\*)){3}$/.test(host)) return globPart(host, '\\d');
  const [, subdomains = '', rest = ''] = /^(\*+\.|\.|\*+(?=[a-z0-9])|)(.*?)$/i.exec(host) ?? [];
  // "https://example.com*" means anything after the host.
  const [, named = rest, after = ''] = /^(localhost|[^*{}]*\.[^*{}.]{2,})(\*+)$/.exec(rest) ?? [];
  const domain = toAscii(named);
  if (domain === undefined || !/[a-z]/.test(domain) || /^\.|\.\.|\.$/.test(domain))
    return undefined;
  const within = `${globPart(domain, '[a-z0-9-]')}${after === '' ? '' : OPTIONAL_PORT}`;
  if (subdomains === '') return within;
  // "*example.com" usually means the domain with its subdomains, but never "evilexample.com".
  return `${subdomains.startsWith('*') && subdomains.endsWith('.') ? SOME_SUBDOMAIN : ANY_SUBDOMAIN}${within}`;
}

/** Converts non-ASCII letters of a host as browsers do, if it has any. */
function toAscii(host: string): string | undefined {
  if (!/[^\0-\x7f]/.test(host)) return host;
  return /[*{}]/.test(host) ? undefined : URL.parse(`http://${host}`)?.hostname;
}

function globPart(text: string, character: string): string {
  return text.replace(/\*+|\{([^{}]*)\}|[^*{]+|\{/g, (part, choices?: string) => {
    if (part.startsWith('*')) return `${character}+`;
    return choices === undefined
      ? escapeForExpression(part)
      : `(?:${choices.split(',').map(escapeForExpression).join('|')})`;
  });
}

/** Escapes the characters of `text` that are special in an expression. */
function escapeForExpression(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
