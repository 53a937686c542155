import { BlockList, isIP } from 'node:net';

// Which proxies are trusted (`X-Forwarded-For`): addresses, subnets, `loopback`, `private`.

/** What the names of address ranges stand for. */
const RANGES: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  // RFC 1918 and RFC 4193.
  private: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/** Whether a text names proxies: an address, a subnet such as `10.0.0.0/8`, `loopback`, `private`. */
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

/** Whether an address is that of a proxy whose `X-Forwarded-For` and `X-Request-Id` can be believed. */
export type ProxyTrust = (address: string | undefined) => boolean;

export interface ProxyTrustOptions {
  /** Each as {@link isProxyText} accepts it. */
  readonly trustProxy: readonly string[];
  /** The Unix socket to listen on. Its callers have no address; who they are, its permissions say. */
  readonly socket?: string | undefined;
}

/** On a Unix socket, whoever connects is trusted where any proxy is. */
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
    // Also what is left of a TCP connection that was closed meanwhile.
    if (address === undefined) return trustsCaller;
    return isIP(address) !== 0 && trusted.check(address, familyOf(address));
  };
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4';
}
