import { isLoopback, isPrivateHost } from '../private-host.ts';
import { parseSerializedOrigin } from '../serialized-origin.ts';

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
