import type { FastifyReply, FastifyRequest } from 'fastify';
import type {
  EncodedAnswer,
  FoodCatalog,
  FoodQuery,
  Interpretation,
} from '../catalog/food-catalog.ts';
import type { GetTerms } from '../food/table-terms.ts';
import { exposeHeader, sendError } from './errors.ts';
import type { Query } from './routes.ts';

// Sends the headers of responses with foods: `X-Total-Count`, `Link` (next page), `X-Missing-Ids`,
// the interpretation of a fuzzy search, and `ETag`. Checks conditions on the ETag (304, 412).

const TOTAL_HEADER = 'x-total-count';
const LINK_HEADER = 'link';
const MISSING_HEADER = 'x-missing-ids';

/** The maximum size of the next-page link and of the list of keys: proxies reject long headers. */
const MAX_HEADER_BYTES = 4_096;

/**
 * Sends headers that say how a fuzzy search was interpreted and how many foods a selection has,
 * with a link to the next page. The body remains the array that the API contract requires.
 */
export function sendAnswerHeaders(
  request: FastifyRequest<Query>,
  reply: FastifyReply,
  { selection, groupsOf }: FoodQuery,
  answer: EncodedAnswer,
): void {
  const { interpretation } = answer;
  if (interpretation !== undefined)
    reply.header(INTERPRETATION_HEADER, interpretationText(interpretation));
  if (selection === undefined || groupsOf !== undefined) return;
  if (selection.wantsTotal) sendTotal(reply, answer.total);
  const link = linkTo(request, answer.nextOffset);
  if (link !== undefined && link.length <= MAX_HEADER_BYTES) sendHeader(reply, LINK_HEADER, link);
}

/**
 * Lets pages read the headers of {@link sendAnswerHeaders}. A 304 needs the list of exposed headers
 * too, since its list replaces the one in the stored response (RFC 9111, 3.2).
 */
export function exposeAnswerHeaders(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { match, selection }: FoodQuery,
): void {
  if (match === 'fuzzy') exposeHeader(reply, INTERPRETATION_HEADER);
  if (selection === undefined || headers['if-none-match'] === undefined) return;
  for (const name of [TOTAL_HEADER, LINK_HEADER]) exposeHeader(reply, name);
}

/** Sends how many foods there are. */
export function sendTotal(reply: FastifyReply, total = 0): void {
  sendHeader(reply, TOTAL_HEADER, String(total));
}

/** Sends the keys that no food has, or how many if the list is too long. */
export function sendMissing(reply: FastifyReply, keys: readonly string[]): void {
  if (keys.length === 0) return;
  // Lone surrogates cannot be encoded.
  const list = keys.map((key) => encodeURIComponent(key.toWellFormed())).join(',');
  const isShort = list.length <= MAX_HEADER_BYTES;
  sendHeader(reply, MISSING_HEADER, isShort ? list : `count=${keys.length}`);
}

/**
 * Builds the link to the next page (RFC 8288). Its URL has only a query, so it works behind a proxy
 * too. Parameters that the route does not read are left out.
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

/** Adds a link for each license to the `Link` header (RFC 8288), with the source to credit. */
export function sendTerms(reply: FastifyReply, terms: GetTerms | undefined): void {
  const links = (terms?.() ?? []).map(({ license, licenseUrl, attribution }) => {
    const title = encodeURIComponent([attribution, license].filter(Boolean).join(', '));
    return `<${licenseUrl}>; rel="license"; title*=UTF-8''${title}`;
  });
  if (links.length === 0) return;
  const next = reply.getHeader(LINK_HEADER) ?? [];
  sendHeader(reply, LINK_HEADER, [...links, next].flat().join(', '));
}

function sendHeader(reply: FastifyReply, name: string, value: string): void {
  exposeHeader(reply, name);
  reply.header(name, value);
}

/** The response header that says how `match=fuzzy` interpreted the search. */
const INTERPRETATION_HEADER = 'x-food-lookup-interpretation';

/** The maximum size of the interpretation header, since proxies reject long ones. */
export const MAX_INTERPRETATION_LENGTH = 1_024;

/**
 * Returns an interpretation as ASCII JSON of at most {@link MAX_INTERPRETATION_LENGTH} bytes.
 * Readings that do not fit are left out, and `isComplete` is then false.
 */
export function interpretationText({ readings, ...rest }: Interpretation): string {
  const texts = readings.map(asciiJson);
  // The other fields, without braces.
  const end = `],${asciiJson(rest).slice(1, -1)}`;
  let length = START.length + end.length + INCOMPLETE.length;
  let count = 0;
  for (const text of texts) {
    length += text.length + 1;
    if (length > MAX_INTERPRETATION_LENGTH) break;
    count++;
  }
  const isComplete = count === texts.length;
  return START + texts.slice(0, count).join(',') + end + (isComplete ? COMPLETE : INCOMPLETE);
}

const START = '{"readings":[';
const COMPLETE = ',"isComplete":true}';
const INCOMPLETE = ',"isComplete":false}';

/** Returns JSON in which every non-ASCII character is escaped, one UTF-16 code unit at a time. */
function asciiJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[^\x20-\x7e]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** What the headers of a response need besides the catalog. */
interface HeaderParts {
  readonly build: string;
  readonly cacheControl: string;
  readonly terms?: GetTerms;
  /** Whether the ETag is sent as a weak one, which never matches `If-Match`. Default: false. */
  readonly isWeak?: boolean;
}

/**
 * Returns the ETag of responses from a catalog. They depend only on the URL, the catalog, and this
 * build with its settings, so nothing is hashed per request.
 */
function etagOf(catalog: FoodCatalog, { build }: HeaderParts): string {
  return `"${build}-${catalog.revision}"`;
}

/** Adds what every response from a catalog has: terms, `Cache-Control`, `ETag`. */
export function addHeaders(
  reply: FastifyReply,
  catalog: FoodCatalog,
  sent: HeaderParts,
): FastifyReply {
  const etag = etagOf(catalog, sent);
  sendTerms(reply, sent.terms);
  reply.header('cache-control', sent.cacheControl);
  return reply.header('etag', sent.isWeak ? `W/${etag}` : etag);
}

/**
 * Sends a 412 if the caller requires a different version, or a 304 if it already has this version
 * (RFC 9110, 13.2.2).
 *
 * @returns whether a response was sent
 */
export function answerPrecondition(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  catalog: FoodCatalog,
  sent: HeaderParts,
): boolean {
  const etag = etagOf(catalog, sent);
  const { 'if-match': ifMatch, 'if-none-match': ifNoneMatch } = headers;
  if (ifMatch !== undefined && !listsEtag(ifMatch.replaceAll(`W/${etag}`, ''), etag, sent.isWeak)) {
    sendError(reply, { status: 412, message: ETAG_MISMATCH });
    return true;
  }
  if (ifNoneMatch === undefined || !listsEtag(ifNoneMatch, etag)) return false;
  addHeaders(reply, catalog, sent).code(304).send();
  return true;
}

/**
 * Responds as {@link answerPrecondition} does, or else adds the headers of {@link addHeaders}.
 *
 * @returns whether a 412 or 304 was sent
 */
export function answerConditional(
  request: FastifyRequest,
  reply: FastifyReply,
  catalog: FoodCatalog,
  sent: HeaderParts,
): boolean {
  if (answerPrecondition(request, reply, catalog, sent)) return true;
  addHeaders(reply, catalog, sent);
  return false;
}

const ETAG_MISMATCH = 'The ETag does not match If-Match: send the request without If-Match';

/**
 * Checks whether a header is `*` or lists the tag. No tag contains a quote, so a substring match is
 * enough.
 */
function listsEtag(tags: string, etag: string, isWeak = false): boolean {
  return (!isWeak && tags.includes(etag)) || tags.trim() === '*';
}
