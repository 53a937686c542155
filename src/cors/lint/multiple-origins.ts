import { parseOriginPattern } from '../origin-setting.ts';
import { DEFAULT_PORTS } from '../serialized-origin.ts';
import { repairOrigin } from './repair-origin.ts';
import { type Diagnosis, fault } from './text-faults.ts';

// Faults of one text that stands for several origins (a list, two schemes, ports, ranges), and what wildcards mean.

/** Texts that stand for several origins: a list, two schemes, some ports, a range of addresses. */
export function diagnoseMultiple(text: string): Diagnosis | undefined {
  return diagnoseList(text) ?? diagnoseSchemes(text) ?? diagnoseRange(text) ?? diagnosePorts(text);
}

function diagnoseList(text: string): Diagnosis | undefined {
  const plain = text.replace(/\\[nrt"']|%2C|%20/gi, ' ');
  if (/[()\\^$]/.test(plain)) return undefined;
  const separators = /(?:[\s,;|&"'“”[\]]|\b(?:and|or)\b|[+:](?=https?:\/\/))+/i;
  const parts = plain.split(separators).filter((part) => part !== '');
  // A space within an origin makes no list of it.
  const isMixed = new Set(parts.map((part) => part.includes('://'))).size > 1;
  const isList =
    (parts.length > 1 && parts.every(looksLikeOrigin) && !(isMixed && !/[,;|&]/.test(plain))) ||
    (parts.length === 1 && /[,;|]\s*$/.test(text));
  if (!isList) return undefined;
  const origins = parts.map((part) => {
    if (part === '*' || part === 'null') return part;
    return part.includes('*') ? globToExpression(part) : repairOrigin(part);
  });
  const fix = allOf(origins);
  return { faults: [fault('list-in-string')], fix: fix?.length === 1 ? fix[0] : fix };
}

/** The origins, each once, if all of them are known. */
function allOf(origins: readonly (string | undefined)[]): string[] | undefined {
  const known = new Set(origins.filter((origin) => origin !== undefined));
  return origins.includes(undefined) ? undefined : [...known];
}

/** Ways to write http and https as one: two origins. */
const BOTH_SCHEMES =
  /^(?:https?\(s\)|http\[s\]|http\*|https?[|/]https?|\{https?,https?\}|http\{,?s,?\})(?=:\/\/)/i;

function diagnoseSchemes(text: string): Diagnosis | undefined {
  if (!BOTH_SCHEMES.test(text)) return undefined;
  const origins = ['http', 'https'].map((each) => repairOrigin(text.replace(BOTH_SCHEMES, each)));
  const reason = 'http and https are two origins, and several need a list';
  return { faults: [{ code: 'bad-scheme', reason }], fix: allOf(origins) };
}

function diagnosePorts(text: string): Diagnosis | undefined {
  const [, start, ports] = /^(.*[^:]:)\[?(\d+(?:[,;|/ ]+\d+)+)\]?$/.exec(text) ?? [];
  const origins = ports?.split(/\D+/).map((port) => repairOrigin(`${start}${port}`));
  const reason = 'each port is an origin of its own, and several need a list';
  return origins && { faults: [{ code: 'bad-port', reason }], fix: allOf(origins) };
}

/** `http://192.168.1.0/24:3000`, the port before or after the size, which may be a mask. */
const NETWORK =
  /^(?:(https?):\/\/)?((?:\d{1,3}\.){3}\d{1,3})(:\d+)?\/(\d{1,2}|255(?:\.255){0,3}(?:\.0){0,3})(:\d+)?$/;

/** `192.168.1.x`. */
const UNKNOWN_NUMBERS = /^(?:https?:\/\/)?\d{1,3}\.[\d.x]{0,9}\.x(?::\d+)?$/i;

/** `192.168.1.0-255`, or a network of IPv6. */
const OTHER_RANGE = /^(?:https?:\/\/)?[\d.]+-[\d.]+(?::\d+)?$|^[\da-f:]*::[\da-f:]*\/\d+$/i;

/** A range of addresses. Some of them look like hosts. */
export function diagnoseRange(text: string): Diagnosis | undefined {
  if (UNKNOWN_NUMBERS.test(text)) {
    const glob = `${text.includes('://') ? '' : 'http://'}${text.replace(/x/gi, '*')}`;
    return { faults: [fault('address-range')], fix: globToExpression(glob) };
  }
  const [, scheme = 'http', address, port = '', size = '', portAfter = ''] =
    NETWORK.exec(text) ?? [];
  if (address === undefined) {
    return OTHER_RANGE.test(text) ? { faults: [fault('address-range')] } : undefined;
  }
  // How many of the four numbers are the same in the whole network.
  const fixed = size.startsWith('255') ? size.split('255').length - 1 : Number(size) / 8;
  if (![1, 2, 3, 4].includes(fixed)) return { faults: [fault('address-range')] };
  const host = address.split('.').map((number, place) => (place < fixed ? number : '*'));
  const glob = `${scheme}://${host.join('.')}${port}${portAfter}`;
  return {
    faults: [fault('address-range')],
    fix: fixed < 4 ? globToExpression(glob) : repairOrigin(glob),
  };
}

function looksLikeOrigin(text: string): boolean {
  return (
    text === '*' ||
    text === 'null' ||
    /:\/\/./.test(text) ||
    /^(?:localhost|[\w*-]+(?:\.[\w*-]+)+)(?::\d+)?$/.test(text)
  );
}

/** At least one subdomain, with the dot after it. What no host has never gets to an expression. */
const SOME_SUBDOMAIN = '[\\w.-]+\\.';

/** Any depth of subdomains, or none. */
const ANY_SUBDOMAIN = `(?:${SOME_SUBDOMAIN})?`;

/** Any port, or the default one. */
export const OPTIONAL_PORT = '(?::\\d+)?';

/**
 * The pattern, or the expression as text, that a wildcard such as `https://*.example.com` means: `*.` any
 * depth of subdomains, another `*` any letters within a name, `{a,b}` either, `:*` any port, and a
 * dot in front the domain with its subdomains. `undefined` where it means no set of hosts, as an
 * address has no subdomains, and a `*` alone is everyone. Only a proposal: the caller checks whom it
 * lets in.
 */
export function globToExpression(glob: string): string | undefined {
  const [, scheme = 'https', host = '', port = ''] =
    /^(?:([a-z][a-z0-9+.-]*|\*):\/\/)?(\[[\da-f:]+\]|[^\s/:[\]?#@\\()^$|+]+)(:[\d*{},]*)?(?:\/.*)?$/i.exec(
      glob,
    ) ?? [];
  const hosts = hostPattern(host.toLowerCase());
  if (hosts === undefined) return undefined;
  const pattern = patternFor(scheme, host.toLowerCase(), port, glob.includes('://'));
  if (pattern !== undefined) return pattern;
  const isOpen = scheme === '*' || (!glob.includes('://') && isLocal(host.replace(/\*/g, '')));
  const schemes = isOpen ? 'https?' : escapeForExpression(scheme.toLowerCase());
  return `/^${schemes}:\\/\\/${hosts}${portPattern(port, scheme)}$/`;
}

/** The pattern that says the same, where there is one: `https://*.example.com:443`. */
function patternFor(
  scheme: string,
  host: string,
  port: string,
  hasScheme: boolean,
): string | undefined {
  const [, subdomains = '', domain = '', after = ''] =
    /^(\*+\.)?(localhost|[^*{}]*\.[^*{}.]+|\[.*\]|[^*{}]+(?!\*))(\*+)?$/.exec(host) ?? [];
  const ascii = toAscii(domain);
  const web = !hasScheme && isLocal(host) ? 'http' : scheme.toLowerCase();
  const ports = after !== '' || /^:\*+$/.test(port) ? ':*' : withoutDefault(port, web);
  const text = `${web}://${subdomains === '' ? '' : '*.'}${ascii}${ports}`;
  return ascii !== undefined && parseOriginPattern(text) !== undefined ? text : undefined;
}

function isLocal(host: string): boolean {
  return /^(?:(?:.*\.)?localhost|127\.0\.0\.1|\[::1\])$/i.test(host);
}

function portPattern(port: string, scheme: string): string {
  if (/^:\*+$/.test(port)) return OPTIONAL_PORT;
  return globPart(withoutDefault(port, scheme), '\\d');
}

function withoutDefault(port: string, scheme: string): string {
  return port === `:${DEFAULT_PORTS[scheme]}` ? '' : port;
}

function hostPattern(host: string): string | undefined {
  if (/^\[.*\]$/.test(host)) return escapeForExpression(host);
  if (/^\d+(?:\.(?:\d+|\*)){3}$/.test(host)) return globPart(host, '\\d');
  const [, subdomains = '', rest = ''] = /^(\*+\.|\.|\*+(?=[a-z0-9])|)(.*?)$/i.exec(host) ?? [];
  // "https://example.com*" is meant for whatever comes after the host.
  const [, named = rest, after = ''] = /^(localhost|[^*{}]*\.[^*{}.]{2,})(\*+)$/.exec(rest) ?? [];
  const domain = toAscii(named);
  if (domain === undefined || !/[a-z]/.test(domain) || /^\.|\.\.|\.$/.test(domain))
    return undefined;
  const within = `${globPart(domain, '[a-z0-9-]')}${after === '' ? '' : OPTIONAL_PORT}`;
  if (subdomains === '') return within;
  // "*example.com" is mostly meant as the domain with its subdomains; never as "evilexample.com".
  return `${subdomains.startsWith('*') && subdomains.endsWith('.') ? SOME_SUBDOMAIN : ANY_SUBDOMAIN}${within}`;
}

/** A host with its letters beyond ASCII as browsers send them, where it has any. */
function toAscii(host: string): string | undefined {
  if (!/[^\0-\x7f]/.test(host)) return host;
  return !/[*{}]/.test(host) && URL.canParse(`http://${host}`)
    ? new URL(`http://${host}`).hostname
    : undefined;
}

function globPart(text: string, character: string): string {
  return text.replace(/\*+|\{([^{}]*)\}|[^*{]+|\{/g, (part, choices?: string) => {
    if (part.startsWith('*')) return `${character}+`;
    return choices === undefined
      ? escapeForExpression(part)
      : `(?:${choices.split(',').map(escapeForExpression).join('|')})`;
  });
}

/** `text` with every character escaped that means something in an expression. */
function escapeForExpression(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
