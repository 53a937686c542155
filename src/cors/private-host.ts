import { parseSerializedOrigin } from './serialized-origin.ts';

// Which hosts are loopback, and which are on private networks.

/**
 * Whether a host always means the machine itself, so that plain http to it is safe. IPv4 addresses
 * mapped into IPv6 count, too.
 *
 * https://w3c.github.io/webappsec-secure-contexts/#is-origin-trustworthy
 *
 * @param host as `URL` has it: canonical, in lower case, IPv6 in brackets
 */
export function isLoopback(host: string): boolean {
  return /^(?:(?:.+\.)?localhost\.?|127(?:\.\d{1,3}){3}|\[::1\]|\[::ffff:7f[\da-f]{2}:[\da-f]{1,4}\])$/.test(
    host,
  );
}

/**
 * Whether a host can only be reached from the machine itself or its network: loopback, and the
 * private and link-local addresses of RFC 1918, RFC 3927, RFC 4193 and RFC 4291.
 */
export function isPrivateHost(host: string): boolean {
  return (
    isLoopback(host) ||
    /^(?:10(?:\.\d+){3}|192\.168(?:\.\d+){2}|172\.(?:1[6-9]|2\d|3[01])(?:\.\d+){2}|169\.254(?:\.\d+){2})$/.test(
      host,
    ) ||
    /^\[(?:f[cd][\da-f]{2}|fe[89ab][\da-f]):/.test(host)
  );
}

/**
 * What browsers ask of a page besides CORS where it calls a server on the user's own machine or
 * network; `undefined` where they ask nothing.
 *
 * https://wicg.github.io/local-network-access/
 *
 * @param page the page's origin
 * @param serverHost a host name or an address, that of IPv6 in brackets
 */
export function localNetworkNote(page: string, serverHost: string): string | undefined {
  const { scheme = '', host = '' } = parseSerializedOrigin(page) ?? {};
  if (!/^https?$/.test(scheme) || isPrivateHost(host) || !isPrivateHost(serverHost)) {
    return undefined;
  }
  const place = isLoopback(serverHost) ? "the user's own machine" : "the user's own network";
  return scheme === 'https'
    ? `If the page calls ${serverHost} directly, without a proxy: since version 142, Chrome and Edge also ask the user before a public site may call ${place}.`
    : `If the page calls ${serverHost} directly, without a proxy: since version 142, Chrome and Edge block calls from public sites over plain http to ${place}. Over https, they ask the user.`;
}
