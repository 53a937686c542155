import { isIPv6 } from 'node:net';
import type { FastifyRequest } from 'fastify';

// Who counts as one caller for a limit: an address, of IPv6 the /64 subnet.

/** Groups of 16 bits that name a subnet: one caller can have a whole /64 to itself (RFC 6177). */
const SUBNET_GROUPS = 4;

/** How an IPv4 address begins that is written as an IPv6 address (RFC 4291, 2.5.5.2). */
const MAPPED = '0:0:0:0:0:ffff';

/**
 * Who asks, for limits that hold for each caller: the address, of IPv6 the subnet. Empty on a Unix
 * socket, where callers without a trusted `X-Forwarded-For` cannot be told apart.
 */
export function callerOf({ ip }: FastifyRequest): string {
  // Fastify's type leaves out that a Unix socket has no address.
  const address: string | undefined = ip;
  return address === undefined ? '' : callerAt(address);
}

/** Who asks from an address. */
export function callerAt(address: string): string {
  return isIPv6(address) ? subnetOf(address) : address;
}

/** The subnet of an IPv6 address, or the IPv4 address that it stands for. */
function subnetOf(address: string): string {
  const [withoutZone = ''] = address.split('%', 1);
  // The shortest form, in lower case, whatever form it had.
  const canonical = new URL(`http://[${withoutZone}]`).hostname.slice(1, -1);
  const [head = '', tail] = canonical.split('::');
  const start = head === '' ? [] : head.split(':');
  const end = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = Array<string>(8 - start.length - end.length).fill('0');
  const groups = tail === undefined ? start : [...start, ...zeros, ...end];
  if (groups.slice(0, 6).join(':') === MAPPED) {
    const bytes = groups.slice(6).map((group) => Number.parseInt(group, 16));
    return bytes.flatMap((pair) => [pair >> 8, pair & 0xff]).join('.');
  }
  return `${groups.slice(0, SUBNET_GROUPS).join(':')}::/64`;
}
