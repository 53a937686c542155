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
    ? `If it calls ${serverHost} itself, without a proxy in between: Chrome and Edge, since version 142, also ask the user before a page of a public site may call ${place}.`
    : `If it calls ${serverHost} itself, without a proxy in between: Chrome and Edge, since version 142, let no page of a public site over plain http call ${place}. Serve the page over https, and the user is asked.`;
}
