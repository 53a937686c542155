import type { FastifyReply } from 'fastify';

// `Access-Control-Expose-Headers` for our own headers.

const EXPOSE_HEADERS = 'access-control-expose-headers';

/** Lets scripts of other origins read a header where they may read the answer. */
export function exposeHeader(reply: FastifyReply, name: string): void {
  if (!reply.hasHeader('access-control-allow-origin')) return;
  const exposed = reply.getHeader(EXPOSE_HEADERS);
  reply.header(EXPOSE_HEADERS, exposed === undefined ? name : `${exposed}, ${name}`);
}
