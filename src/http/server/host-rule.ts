import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { isLoopback } from '../../cors/private-host.ts';
import type { RequestFault } from '../errors.ts';

// Decides which Host headers are accepted, and rejects the others (421, 400).

/** Reports what is wrong with a request's Host header, if anything. */
export type HostRule = (
  request: Pick<IncomingMessage, 'url' | 'headers' | 'rawHeaders'>,
) => RequestFault | undefined;

export interface HostNames {
  /** The name or address to listen on. */
  readonly host: string;
  /** Names to serve besides this machine's own names, without a port. */
  readonly allowedHosts: readonly string[];
}

/**
 * Creates the rule for a server that listens on these addresses. On loopback, only this machine's
 * names, `host` and `allowedHosts` are served. If others were, a page whose host name resolves to
 * 127.0.0.1 (DNS rebinding) would have the same origin as the service and could read everything. On
 * other addresses, every name is served unless `allowedHosts` lists names.
 *
 * @param addresses empty for a Unix socket, which counts as loopback
 */
export function createHostRule(
  { host, allowedHosts }: HostNames,
  addresses: readonly string[],
): HostRule {
  const servesAny = allowedHosts.length === 0 && !addresses.every(isThisMachine);
  const names = new Set([host, ...allowedHosts].map((name) => name.toLowerCase()));
  const isServed = (name: string) => names.has(name) || isThisMachine(name);
  return ({ url = '', headers, rawHeaders }) => {
    if (!headers.host) return NO_HOST;
    if (hasMultipleHosts(rawHeaders)) return MULTIPLE_HOSTS;
    if (!HOST_FORM.test(headers.host)) return NO_NAME;
    // If the target is an absolute URL, its host counts, not the Host header (RFC 9112, 3.2.2).
    const header = /^https?:\/\/([^/?#]*)/i.exec(url)?.[1] ?? headers.host;
    if (header.includes('@')) return HAS_USER;
    const name = nameOf(header);
    if (servesAny || isServed(name)) return undefined;
    const message = `The host ${JSON.stringify(name)} is not served here: add it with --allowed-hosts (ALLOWED_HOSTS)`;
    return { status: 421, message };
  };
}

const NO_HOST: RequestFault = { status: 400, message: 'The Host header is missing' };

/** Node takes the first Host header, but a proxy may take the last (RFC 9112, 3.2). */
const MULTIPLE_HOSTS: RequestFault = { status: 400, message: 'The Host header is given twice' };

/** A name or an address, with or without a port (RFC 3986, 3.2.2). */
const HOST_FORM = /^(?:\[[\da-f:.]+\]|[\w.~!$&'()*+,;=%-]+)(?::\d*)?$/i;
const NO_NAME: RequestFault = { status: 400, message: 'The Host header has no valid host' };

/** RFC 9110, 4.2.4: a user name obscures which host is meant. */
const HAS_USER: RequestFault = {
  status: 400,
  message: 'The URL has a user name: leave it out, and the "@"',
};

/** @param rawHeaders alternating names and values */
function hasMultipleHosts(rawHeaders: readonly string[]): boolean {
  let count = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i];
    if (name?.length === 4 && name.toLowerCase() === 'host') count++;
  }
  return count > 1;
}

/** Returns the name in a Host header, without port, IPv6 brackets or a trailing dot. */
function nameOf(header: string): string {
  return header
    .toLowerCase()
    .replace(/:\d*$/, '')
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '');
}

/**
 * Checks whether a name or an address, in lowercase and without brackets, always means this
 * machine.
 */
export function isThisMachine(name: string): boolean {
  if (isIP(name) !== 6) return isLoopback(name);
  // An address can be written in several ways.
  return isLoopback(URL.parse(`http://[${name}]`)?.hostname ?? name);
}
