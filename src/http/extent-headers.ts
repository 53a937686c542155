import type { FastifyReply, FastifyRequest } from 'fastify';
import type { EncodedAnswer, FoodQuery } from '../catalog/food-catalog.ts';
import { exposeHeader } from './expose-header.ts';
import type { Query } from './routes.ts';

// The headers `X-Total-Count`, `Link` (next page) and `X-Missing-Ids`: their form and length.

const TOTAL_HEADER = 'x-total-count';
const LINK_HEADER = 'link';
const MISSING_HEADER = 'x-missing-ids';

/** The most bytes of a header here: proxies refuse long ones. */
const MAX_EXTENT_BYTES = 4_096;

/** Says how many foods a selection has, and where the next of them are. */
export function sendExtent(
  request: FastifyRequest<Query>,
  reply: FastifyReply,
  { selection, groupsOf }: FoodQuery,
  answer: EncodedAnswer,
): void {
  if (selection === undefined || groupsOf !== undefined) return;
  if (selection.isCounted) sendTotal(reply, answer.total);
  const link = linkTo(request, answer.nextOffset);
  if (link !== undefined && link.length <= MAX_EXTENT_BYTES) sendHeader(reply, LINK_HEADER, link);
}

/** Says how many foods there are. */
export function sendTotal(reply: FastifyReply, total = 0): void {
  sendHeader(reply, TOTAL_HEADER, String(total));
}

/** Says which keys no food has, or how many where they are too long. */
export function sendMissing(reply: FastifyReply, keys: readonly string[]): void {
  if (keys.length === 0) return;
  // Half of a surrogate pair cannot be encoded.
  const list = keys.map((key) => encodeURIComponent(key.toWellFormed())).join(',');
  const isShort = list.length <= MAX_EXTENT_BYTES;
  sendHeader(reply, MISSING_HEADER, isShort ? list : `count=${keys.length}`);
}

/**
 * RFC 8288. The address has a query alone, so it is good behind a proxy too; parameters that nothing
 * reads are left out.
 */
function linkTo(request: FastifyRequest<Query>, offset: number | undefined): string | undefined {
  if (offset === undefined) return undefined;
  const { parameters } = request.query;
  const query = new URLSearchParams();
  for (const name of request.routeOptions.config.route?.parameters ?? []) {
    const value = parameters.get(name);
    if (value !== null && name !== 'offset') query.set(name, value);
  }
  query.set('offset', String(offset));
  return `<?${query}>; rel="next"`;
}

function sendHeader(reply: FastifyReply, name: string, value: string): void {
  exposeHeader(reply, name);
  reply.header(name, value);
}
