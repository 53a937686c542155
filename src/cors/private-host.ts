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
