import { requireTexts } from '../errors/check-arguments.ts';
import { isLoopback, isPrivateHost } from './private-host.ts';
import { isSerializedOrigin, parseSerializedOrigin } from './serialized-origin.ts';

// Local Network Access: which calls browsers block, or ask the user about, whatever CORS says.

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
