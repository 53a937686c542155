import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { ProxyTrust } from '../callers/trusted-proxies.ts';

// The id of each request: which ids of a trusted proxy are taken, else a new one.

/** What proxies make: UUIDs, hexadecimal numbers, trace ids. Anything else could forge log lines. */
const REQUEST_ID = /^[\w.:=@/+-]{1,128}$/;

/** The id of each request: the one that a trusted proxy gave it, else a new one. */
export function requestIds(proxyTrust: ProxyTrust): (request: IncomingMessage) => string {
  return ({ headers, socket }) => {
    const given = headers['x-request-id'];
    return typeof given === 'string' && REQUEST_ID.test(given) && proxyTrust(socket.remoteAddress)
      ? given
      : randomUUID();
  };
}
