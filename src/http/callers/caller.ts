import { BlockList, isIP, isIPv6 } from 'node:net';
import type { FastifyRequest } from 'fastify';

// Identifies the caller for limits: an IPv4 address or an IPv6 /64 subnet.

/** How many 16-bit groups identify a subnet. One device may have a whole /64 (RFC 8273). */
const SUBNET_GROUPS = 4;

/** The prefix of an IPv4-mapped IPv6 address (RFC 4291, 2.5.5.2). */
const MAPPED = '0:0:0:0:0:ffff';
const IPV6_GROUPS = /[\da-f]+/g;

/**
 * Returns the caller for per-caller limits: the IPv4 address or the IPv6 subnet. Returns '' on a
 * Unix socket without a trusted `X-Forwarded-For`, since nothing distinguishes its callers.
 */
export function callerOf({ ip }: FastifyRequest): string {
  // Fastify's type ignores that there is no address on a Unix socket.
  const address: string | undefined = ip;
  return address === undefined ? '' : callerAt(address);
}

/** Returns the caller at an address. */
export function callerAt(address: string): string {
  return isIPv6(address) ? subnetOf(address) : address;
}

/** Returns the subnet of an IPv6 address, or the IPv4 address that is mapped to it. */
function subnetOf(address: string): string {
  const [withoutZone = ''] = address.split('%', 1);
  // The URL parser yields the shortest lowercase form.
  const canonical = new URL(`http://[${withoutZone}]`).hostname.slice(1, -1);
  const { length = 0 } = canonical.match(IPV6_GROUPS) ?? [];
  const groups = canonical.replace('::', `:${'0:'.repeat(8 - length)}`).match(IPV6_GROUPS) ?? [];
  if (groups.slice(0, 6).join(':') === MAPPED) {
    const bytes = groups.slice(6).map((group) => group.padStart(4, '0'));
    return Buffer.from(bytes.join(''), 'hex').join('.');
  }
  return `${groups.slice(0, SUBNET_GROUPS).join(':')}::/64`;
}

/** Named address ranges. */
const RANGES: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  // The private networks of RFC 1918 and RFC 4193.
  private: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/**
 * Checks whether a string names proxies: an address, a subnet such as `10.0.0.0/8`, `loopback` or
 * `private`.
 */
export function isProxyText(text: string): boolean {
  if (Object.hasOwn(RANGES, text)) return true;
  const [address = '', prefix, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return (
    prefix === undefined ||
    (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128))
  );
}

/**
 * Checks whether an address belongs to a proxy whose `X-Forwarded-For` and `X-Request-Id` can be
 * trusted.
 */
export type ProxyTrust = (address: string | undefined) => boolean;

export interface ProxyTrustOptions {
  /** Addresses, subnets and names, as accepted by {@link isProxyText}. */
  readonly trustProxy: readonly string[];
  /**
   * The Unix socket to listen on. Its callers have no address; the socket's permissions decide who
   * may connect.
   */
  readonly socket?: string | undefined;
}

/**
 * Creates the check for trusted proxies. On a Unix socket, if any proxy is trusted, every peer is.
 */
export function createProxyTrust({ trustProxy, socket }: ProxyTrustOptions): ProxyTrust {
  const trustsCaller = socket !== undefined && trustProxy.length > 0;
  const trusted = new BlockList();
  for (const text of trustProxy.flatMap((one) => RANGES[one] ?? [one])) {
    const [address = '', prefix] = text.split('/');
    const family = familyOf(address);
    if (prefix === undefined) trusted.addAddress(address, family);
    else trusted.addSubnet(address, Number(prefix), family);
  }
  return (address) => {
    // A TCP connection that was closed in the meantime has no address either.
    if (address === undefined) return trustsCaller;
    return isIP(address) !== 0 && trusted.check(address, familyOf(address));
  };
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4';
}
