import { parseSerializedOrigin } from './serialized-origin.ts';

// The pattern `https://*.example.com` or `http://localhost:*`: how it is matched.

/** A string with `*` in one of two places: for the names under a domain, or for the port. */
export interface OriginPattern {
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
  return { host, isParent: star !== '', expression: new RegExp(source) };
}

const PATTERN = /^(https?):\/\/(\*\.)?([^*:/[\]]+|\[[\da-f:]+\])(:\*|:\d+)?$/;
