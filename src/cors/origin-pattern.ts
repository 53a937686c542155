import { parseSerializedOrigin } from './serialized-origin.ts';

// Which texts are a pattern such as `https://*.example.com` or `http://localhost:*`, and what it
// matches.

/** A string with `*` in one of two places: for the names under a domain, or for the port. */
export interface OriginPattern {
  readonly scheme: string;
  /** The domain whose names are meant, or the host whose ports are. */
  readonly host: string;
  /** Whether the names under the host are meant, rather than the host. */
  readonly isParent: boolean;
  /** What the pattern means: anchored, and as large as it says. */
  readonly expression: RegExp;
}

/**
 * Reads a pattern: `https://*.example.com`, one or more labels before the domain;
 * `http://localhost:*`, any port or none; both together. `undefined` where a text is none. No origin
 * contains `*`, so that every string that is an origin means itself.
 */
export function parseOriginPattern(text: string): OriginPattern | undefined {
  const [, scheme, star = '', host = '', port = ''] = PATTERN.exec(text) ?? [];
  if (scheme === undefined || star + port === '' || !text.includes('*')) return undefined;
  const one = `${scheme}://${star === '' ? '' : 'a.'}${host}${port === ':*' ? '' : port}`;
  const isAddress = /^\[|^\d+(?:\.\d+){3}$/.test(host);
  if (parseSerializedOrigin(one) === undefined || (star !== '' && isAddress)) return undefined;
  const names = star === '' ? '' : '(?:[a-z0-9_-]+\\.)+';
  const ports = port === ':*' ? '(?::\\d+)?' : port;
  const source = `^${scheme}:\\/\\/${names}${host.replace(/[.[\]]/g, '\\$&')}${ports}$`;
  return { scheme, host, isParent: star !== '', expression: new RegExp(source) };
}

const PATTERN = /^(https?):\/\/(\*\.)?([^*:/[\]]+|\[[\da-f:]+\])(:\*|:\d+)?$/;

/** Every pattern that matches an origin, so that a list of thousands is as quick as one of a few. */
export function patternsOver(origin: string): string[] {
  const { scheme, host = '', port } = parseSerializedOrigin(origin) ?? {};
  if (scheme !== 'http' && scheme !== 'https') return [];
  const ports = port === '' ? ['', ':*'] : [`:${port}`, ':*'];
  const hosts = [host];
  // No name is under an address.
  const start = /^\[|\d\.?$/.test(host) ? -1 : host.indexOf('.');
  for (let dot = start; dot >= 0; dot = host.indexOf('.', dot + 1)) {
    hosts.push(`*${host.slice(dot)}`);
  }
  return hosts.flatMap((each) => ports.map((end) => `${scheme}://${each}${end}`));
}
