import { OPAQUE_SCHEMES } from '../serialized-origin.ts';
import { lintAuthority, type TextFault, UPPER_CASE } from './host.ts';

// Faults of the parts of an address and their words: scheme, user, path, trailing slash, query.

/** All faults of a text that is meant to be one origin, in the order of its parts. */
export function lintUrl(text: string): TextFault[] {
  const [, scheme, rest] = /^([^:/?#]*):\/\/(.*)$/s.exec(text) ?? [];
  if (scheme === undefined || rest === undefined) return lintWithoutAuthority(text);
  if (scheme.toLowerCase() === 'file') return lintScheme(scheme);
  const [, authority = '', tail = ''] = /^([^/?#\\]*)(.*)$/s.exec(rest) ?? [];
  const at = authority.lastIndexOf('@');
  return dedupe([
    ...lintScheme(scheme),
    ...(at >= 0 ? [USER_INFO] : []),
    ...lintAuthority(authority.slice(at + 1), scheme.toLowerCase()),
    ...lintTail(tail),
  ]);
}

const USER_INFO: TextFault = { code: 'user-info', reason: 'an origin has no user and no password' };

function dedupe(faults: readonly TextFault[]): TextFault[] {
  return [...new Map(faults.map((fault) => [fault.code, fault])).values()];
}

function lintWithoutAuthority(text: string): TextFault[] {
  const [, scheme, rest = ''] = /^([a-z][a-z0-9+.-]*):(.*)$/is.exec(text) ?? [];
  const isHostAndPort = /^\d/.test(rest);
  if (scheme === undefined || isHostAndPort) {
    return [
      {
        code: 'no-scheme',
        reason: 'an origin begins with its scheme, since http and https are different origins',
      },
    ];
  }
  const opaque = lintOpaqueScheme(scheme.toLowerCase());
  if (opaque !== undefined) return [opaque];
  return [{ code: 'no-authority', reason: `"${scheme}:" is not followed by "//" and a host` }];
}

function lintScheme(scheme: string): TextFault[] {
  if (scheme === '') {
    return [{ code: 'no-scheme', reason: 'an origin begins with its scheme' }];
  }
  if (!/^[a-z][a-z0-9+.-]*$/i.test(scheme)) {
    return [
      {
        code: 'bad-scheme',
        reason: 'a scheme is a letter, then letters, digits, "+", "-" and "."',
      },
    ];
  }
  const opaque = lintOpaqueScheme(scheme.toLowerCase());
  return [...(opaque ? [opaque] : []), ...(/[A-Z]/.test(scheme) ? [UPPER_CASE] : [])];
}

function lintOpaqueScheme(scheme: string): TextFault | undefined {
  if (!OPAQUE_SCHEMES.has(scheme)) return undefined;
  if (scheme === 'file') {
    return {
      code: 'file-scheme',
      reason:
        'browsers send null for a page opened from a file. Serve the page over http, from localhost for instance',
    };
  }
  if (scheme === 'ws' || scheme === 'wss') {
    return {
      code: 'websocket-scheme',
      reason: 'it must be the origin of a page, and pages are never loaded over a WebSocket',
    };
  }
  return {
    code: 'opaque-scheme',
    reason: `no page with an origin of its own is loaded from ${scheme}:`,
  };
}

function lintTail(tail: string): TextFault[] {
  const [, path = '', query = '', fragment = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(tail) ?? [];
  const faults: TextFault[] = [];
  if (path === '/' && query === '' && fragment === '') {
    faults.push({
      code: 'trailing-slash',
      reason: 'an origin has no path, and browsers never send the slash',
    });
  } else if (path !== '' && path !== '/') {
    faults.push({ code: 'path', reason: 'an origin has no path; all pages of a host share one' });
  }
  if (query !== '') faults.push({ code: 'query', reason: 'an origin has no query' });
  if (fragment !== '') faults.push({ code: 'fragment', reason: 'an origin has no fragment' });
  return faults;
}
