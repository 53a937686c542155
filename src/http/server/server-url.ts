import type { AddressInfo } from 'node:net';

// Lists the URLs of a server: with `localhost` if it listens on every address, and with each of its
// other names.

/** Addresses that stand for all addresses of a machine. Browsers cannot open them. */
const WILDCARD_ADDRESSES = ['0.0.0.0', '::'];

export type Scheme = 'http' | 'https';

/**
 * Returns the URL at which a browser on this machine reaches a server that listens on this host.
 */
export function serverUrl(host: string, port: number, scheme: Scheme = 'http'): string {
  const name = WILDCARD_ADDRESSES.includes(host) ? 'localhost' : host;
  return `${scheme}://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

/**
 * Returns the URLs of one server, {@link serverUrl} first. All lead to the same service, but a
 * browser treats each as a different origin, since it compares hosts as written.
 */
export function serverUrls(
  host: string,
  addresses: readonly AddressInfo[],
  scheme: Scheme = 'http',
): string[] {
  const [first] = addresses;
  if (first === undefined) return [];
  return [host, ...otherNames(host, addresses)].map((name) => serverUrl(name, first.port, scheme));
}

function otherNames(host: string, addresses: readonly AddressInfo[]): string[] {
  if (['127.0.0.1', '::1'].includes(host)) return ['localhost'];
  if (host !== 'localhost' && !WILDCARD_ADDRESSES.includes(host)) return [];
  // localhost may be 127.0.0.1, ::1 or both, depending on the machine.
  const isVersion4 = addresses.some(({ family, address }) => family === 'IPv4' || address === '::');
  return [isVersion4 ? '127.0.0.1' : '::1'];
}
