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
  /** What that says of a serialized origin, without an automaton: a list may have hundreds. */
  readonly matches: (origin: string) => boolean;
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
  const isParent = star !== '';
  const matches = (origin: string) => {
    const shown = port === ':*' ? origin.replace(/:\d+$/, '') : origin;
    const end = port === ':*' ? host : host + port;
    return isParent
      ? shown.startsWith(`${scheme}://`) && shown.endsWith(`.${end}`)
      : shown === `${scheme}://${end}`;
  };
  return { scheme, host, isParent, expression: new RegExp(source), matches };
}

const PATTERN = /^(https?):\/\/(\*\.)?([^*:/[\]]+|\[[\da-f:]+\])(:\*|:\d+)?$/;
