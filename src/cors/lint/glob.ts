import { parseOriginPattern } from '../origin-pattern.ts';
import { DEFAULT_PORTS } from '../serialized-origin.ts';

// Which pattern or expression the linter offers for a wildcard such as `*.example.com` or `:*`.

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
