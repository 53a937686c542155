import { isOpenToAll } from '../public-suffix.ts';

/** At least one subdomain, with the dot after it. What no host has never gets to a pattern. */
const SOME_SUBDOMAIN = '[\\w.-]+\\.';

/** Any depth of subdomains, or none. */
export const ANY_SUBDOMAIN = `(?:${SOME_SUBDOMAIN})?`;

/**
 * The expression, as text, that a wildcard pattern such as `https://*.example.com` means: `*.` any
 * depth of subdomains, another `*` any letters within a name, `{a,b}` either, `:*` any port.
 * `undefined` where it means no set of hosts, as an address has no subdomains and a `*` alone is
 * everyone, or where anybody can have a name, as under `*.com`.
 */
export function globToExpression(glob: string): string | undefined {
  const [, scheme = 'https', host, port = ''] =
    /^(?:([a-z][a-z0-9+.-]*|\*):\/\/)?([a-z0-9*._{},-]+)(:[\d*{},]+)?(?:\/.*)?$/i.exec(glob) ?? [];
  if (host === undefined || !/[a-z]/i.test(host) || /^\.|\.\.|\.$/.test(host)) return undefined;
  const [, domain = ''] = /\*\.?([^*]*)$/.exec(host.toLowerCase()) ?? [];
  if (isOpenToAll(domain)) return undefined;
  const schemePart = scheme === '*' ? 'https?' : escapeForPattern(scheme.toLowerCase());
  const portPart = port === ':*' ? '(?::\\d+)?' : globPart(port, '\\d');
  return `/^${schemePart}:\\/\\/${hostPattern(host.toLowerCase())}${portPart}$/`;
}

function hostPattern(host: string): string {
  const [, subdomains, rest = host] = /^(\*+\.?)(.*)$/.exec(host) ?? [];
  const within = globPart(rest, '[a-z0-9-]');
  if (subdomains === undefined) return within;
  // "*example.com" is mostly meant as the domain with its subdomains; never as "evilexample.com".
  return `${subdomains.endsWith('.') ? SOME_SUBDOMAIN : ANY_SUBDOMAIN}${within}`;
}

function globPart(text: string, character: string): string {
  return text.replace(/\*+|\{([^{}]*)\}|[^*{]+|\{/g, (part, choices?: string) => {
    if (part.startsWith('*')) return `${character}+`;
    return choices === undefined
      ? escapeForPattern(part)
      : `(?:${choices.split(',').map(escapeForPattern).join('|')})`;
  });
}

/** `text` with every character that means something in an expression escaped. */
function escapeForPattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
