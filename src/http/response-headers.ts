import type { FastifyReply, FastifyRequest } from 'fastify';
import type {
  EncodedAnswer,
  FoodCatalog,
  FoodQuery,
  Interpretation,
} from '../catalog/food-catalog.ts';
import type { TermsNow } from '../food/table-terms.ts';
import { exposeHeader, sendError } from './errors.ts';
import type { Query } from './routes.ts';

// The headers of answers with foods: `X-Total-Count`, `Link` (next page), `X-Missing-Ids`, what fuzzy
// understood, `ETag` and the conditions on it (304, 412).

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

/**
 * Lets pages read how many foods there are and where the next are, on a 304 too: what it exposes takes the
 * place of what the stored answer exposed.
 */
export function exposeExtent(reply: FastifyReply): void {
  for (const name of [TOTAL_HEADER, LINK_HEADER]) exposeHeader(reply, name);
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

/** Names the licenses of the foods and who is to be named (RFC 8288), beside the next page. */
export function sendTerms(reply: FastifyReply, terms: TermsNow | undefined): void {
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

/** The response header that says what `match=fuzzy` understood. */
const INTERPRETATION_HEADER = 'x-food-lookup-interpretation';

/** The most bytes of its value: proxies refuse long headers. */
export const MAX_INTERPRETATION_LENGTH = 1_024;

/** Adds the header. The body stays the contract's array. */
export function sendInterpretation(reply: FastifyReply, interpretation: Interpretation): void {
  reply.header(INTERPRETATION_HEADER, interpretationText(interpretation));
}

/**
 * Lets scripts of other origins read the header where they may read the answer. A 304 needs this
 * too: its headers replace those of the copy that the browser has (RFC 9111, 3.2).
 */
export function exposeInterpretation(reply: FastifyReply): void {
  exposeHeader(reply, INTERPRETATION_HEADER);
}

/**
 * An interpretation as JSON in ASCII, at most {@link MAX_INTERPRETATION_LENGTH} bytes: readings that
 * have no room are left out, and then `isComplete` is false.
 */
export function interpretationText({ readings, ...rest }: Interpretation): string {
  const texts = readings.map(asciiJson);
  // The rest has no braces of its own.
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

/** JSON in which every character that is not ASCII is escaped, unit by unit. */
function asciiJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[^\x20-\x7e]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/**
 * The ETag of every answer. An answer depends on the address, the catalog and this build with its
 * settings alone, so nothing is hashed per request.
 */
export function etagOf(catalog: FoodCatalog, build: string): string {
  return `"${build}-${catalog.revision}"`;
}

/**
 * Answers 412 or 304 where the caller's conditions are not met: it wants another answer, or has this one
 * already (RFC 9110, 13.2.2).
 *
 * @param reply with the headers of such an answer; called where one is sent
 * @param isWeak whether the tag is sent as a weak one, which no `If-Match` names
 * @returns whether it has answered
 */
export function answerPrecondition(
  { headers }: FastifyRequest,
  reply: () => FastifyReply,
  etag: string,
  isWeak = false,
): boolean {
  const { 'if-match': ifMatch, 'if-none-match': ifNoneMatch } = headers;
  if (ifMatch !== undefined && !names(ifMatch.replaceAll(`W/${etag}`, ''), etag, isWeak)) {
    sendError(reply(), { code: 'preconditionFailed', message: WRONG_TAG });
    return true;
  }
  if (ifNoneMatch === undefined || !names(ifNoneMatch, etag)) return false;
  reply().code(304).send();
  return true;
}

/** What the headers of an answer depend on, beside the catalog. */
interface Sent {
  readonly build: string;
  readonly cacheControl: string;
  readonly terms?: TermsNow;
}

/**
 * Sends what every answer from a catalog has: terms, `Cache-Control`, `ETag`.
 *
 * @returns whether a condition was answered, see {@link answerPrecondition}
 */
export function answerTagged(
  request: FastifyRequest,
  reply: FastifyReply,
  catalog: FoodCatalog,
  { build, cacheControl, terms }: Sent,
): boolean {
  const etag = etagOf(catalog, build);
  sendTerms(reply, terms);
  reply.header('cache-control', cacheControl).header('etag', etag);
  return answerPrecondition(request, () => reply, etag);
}

const WRONG_TAG = 'The ETag does not match If-Match: send the request without it';

/** No tag has a quote within, so that this one is found as a whole, in a list or alone. */
function names(tags: string, etag: string, isWeak = false): boolean {
  return (!isWeak && tags.includes(etag)) || tags.trim() === '*';
}
