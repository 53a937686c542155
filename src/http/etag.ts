import type { FastifyRequest } from 'fastify';
import type { FoodCatalog } from '../catalog/food-catalog.ts';

// What the ETag of answers is made of, and `If-None-Match` (304).

/**
 * The ETag of every answer. An answer depends on the address, the catalog and this build with its
 * settings alone, so nothing is hashed per request.
 */
export function etagOf(catalog: FoodCatalog, build: string): string {
  return `"${build}-${catalog.revision}"`;
}

/** Whether the caller has the answer already (RFC 9110, 13.1.2, weak comparison). */
export function isHeld({ headers }: FastifyRequest, etag: string): boolean {
  const ifNoneMatch = headers['if-none-match'];
  if (ifNoneMatch === undefined) return false;
  // No tag has a quote within, so that this one is found as a whole, in a list or alone.
  return ifNoneMatch.includes(etag) || ifNoneMatch.trim() === '*';
}
