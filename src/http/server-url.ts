import type { AddressInfo } from 'node:net';

/** Addresses that stand for all of a machine's, none of which a browser can go to. */
const EVERY_ADDRESS = ['0.0.0.0', '::'];

/** The address at which a browser on this machine reaches a server that listens at this host. */
export function serverUrl(host: string, port: number): string {
  const name = EVERY_ADDRESS.includes(host) ? 'localhost' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

/**
 * Addresses of one server, {@link serverUrl} first. They answer the same, and are for a browser as
 * many origins, since an origin is the host as written.
 */
export function serverUrls(host: string, addresses: readonly AddressInfo[]): string[] {
  const [first] = addresses;
  if (first === undefined) return [];
  return [host, ...otherNames(host, addresses)].map((name) => serverUrl(name, first.port));
}

function otherNames(host: string, addresses: readonly AddressInfo[]): string[] {
  if (['127.0.0.1', '::1'].includes(host)) return ['localhost'];
  if (host !== 'localhost' && !EVERY_ADDRESS.includes(host)) return [];
  // localhost may be 127.0.0.1, ::1 or both, as the machine has it.
  const isVersion4 = addresses.some(({ family, address }) => family === 'IPv4' || address === '::');
  return [isVersion4 ? '127.0.0.1' : '::1'];
}
