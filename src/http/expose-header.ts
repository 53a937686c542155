import type { FastifyReply } from 'fastify';

// Adds our own headers to `Access-Control-Expose-Headers`.

const EXPOSE_HEADERS = 'access-control-expose-headers';

/** Lets scripts of other origins read a header where they may read the answer. */
export function exposeHeader(reply: FastifyReply, name: string): void {
  if (!reply.hasHeader('access-control-allow-origin')) return;
  const exposed = reply.getHeader(EXPOSE_HEADERS);
  reply.header(EXPOSE_HEADERS, exposed === undefined ? name : `${exposed}, ${name}`);
}
