import { requireTexts } from '../errors/check-arguments.ts';
import { isSerializedOrigin, parseSerializedOrigin } from './serialized-origin.ts';

// Tells which hosts are loopback, and which are on private networks.

/**
 * Whether a host always means the machine itself, so that plain http to it is safe. IPv4 addresses
 * mapped into IPv6 count too.
 *
 * https://w3c.github.io/webappsec-secure-contexts/#is-origin-trustworthy
 *
 * @param host as in `URL`: canonical, in lowercase, IPv6 in brackets
 */
export function isLoopback(host: string): boolean {
  return /^(?:(?:.+\.)?localhost\.?|127(?:\.\d{1,3}){3}|\[::1\]|\[::ffff:7f[\da-f]{2}:[\da-f]{1,4}\])$/.test(
    host,
  );
}

/** Matches the addresses of {@link isPrivateHost}. */
export const PRIVATE_ADDRESS =
  /^(?:(?:127|10)(?:\.\d+){3}|192\.168(?:\.\d+){2}|172\.(?:1[6-9]|2\d|3[01])(?:\.\d+){2}|169\.254(?:\.\d+){2}|\[(?:::1|::ffff:7f[\da-f]{2}:[\da-f]{1,4}|(?:f[cd][\da-f]{2}|fe[89ab][\da-f]):[\da-f:]*)\])$/;

/**
 * Whether a host can only be reached from the machine itself or its network: loopback, and the
 * private and link-local addresses of RFC 1918, RFC 3927, RFC 4193 and RFC 4291.
 */
export function isPrivateHost(host: string): boolean {
  return isLoopback(host) || PRIVATE_ADDRESS.test(host);
}

/**
 * Returns the network that a host is on, as browsers classify it. Only IP addresses, `localhost`
 * and `.local` names can count as not public.
 *
 * https://wicg.github.io/local-network-access/#ip-address-space
 */
export function addressSpaceOf(host: string): 'public' | 'local' | 'loopback' {
  if (isLoopback(host)) return 'loopback';
  return isPrivateHost(host) || /\.local\.?$/.test(host) ? 'local' : 'public';
}

/**
 * Whether browsers ask the user before a page may call a server. They do if a public page calls a
 * local server, or if a page that is not on loopback calls a loopback server.
 */
export function needsPermission(pageHost: string, serverHost: string): boolean {
  const nearness = (host: string) => ['public', 'local', 'loopback'].indexOf(addressSpaceOf(host));
  return nearness(pageHost) < nearness(serverHost);
}

/**
 * Describes what browsers require, besides CORS, when a page calls a server on the user's own
 * machine or network; `undefined` if nothing.
 *
 * https://wicg.github.io/local-network-access/
 *
 * @param page the page's origin
 * @param serverHost a host name or an IP address, IPv6 in brackets
 */
export function localNetworkNote(...given: [page: string, serverHost: string]): string | undefined {
  const [page, serverHost] = requireTexts(given, [
    ["a page's origin", isSerializedOrigin],
    ["a server's host", (host) => parseSerializedOrigin(`http://${host}`)?.port === ''],
  ]);
  return networkNote(page, serverHost);
}

/** Like {@link localNetworkNote}, but does not check its arguments. */
export function networkNote(page: string, serverHost: string): string | undefined {
  const { scheme = '', host = '' } = parseSerializedOrigin(page) ?? {};
  if (!/^https?$/.test(scheme) || !needsPermission(host, serverHost)) return undefined;
  const place = isLoopback(serverHost) ? "the user's own machine" : "the user's own network";
  const start = `If the page calls ${serverHost} directly, without a proxy: Chrome (since 142), Edge (since 143) and Firefox (rolling out)`;
  return scheme === 'https'
    ? `${start} also ask the user before a page from elsewhere may call ${place}.`
    : `${start} block calls from pages over plain http to ${place}. Over https, they ask the user.`;
}
