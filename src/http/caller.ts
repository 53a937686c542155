import { isIPv6 } from 'node:net';
import type { FastifyRequest } from 'fastify';

/** Groups of 16 bits that name a subnet: one caller can have a whole /64 to itself (RFC 6177). */
const SUBNET_GROUPS = 4;

/**
 * Who asks, for limits that hold for each caller: the address, of IPv6 the subnet. Empty on a Unix
 * socket, where callers without a trusted `X-Forwarded-For` cannot be told apart.
 */
export function callerOf({ ip }: FastifyRequest): string {
  // Fastify's type leaves out that a Unix socket has no address.
  const address: string | undefined = ip;
  if (address === undefined) return '';
  if (!isIPv6(address)) return address;
  const mapped = /^::ffff:([\d.]+)$/i.exec(address)?.[1];
  return mapped ?? subnetOf(address);
}

function subnetOf(address: string): string {
  const [withoutZone = ''] = address.split('%', 1);
  // The shortest form, in lower case, whatever form it had.
  const canonical = new URL(`http://[${withoutZone}]`).hostname.slice(1, -1);
  const [head = '', tail] = canonical.split('::');
  const start = head === '' ? [] : head.split(':');
  const end = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = Array<string>(8 - start.length - end.length).fill('0');
  const groups = tail === undefined ? start : [...start, ...zeros, ...end];
  return `${groups.slice(0, SUBNET_GROUPS).join(':')}::/64`;
}
