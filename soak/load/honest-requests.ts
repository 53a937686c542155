import { readQueries } from '../../test/cases/read-cases.ts';
import { Random } from '../fuzz/random.ts';
import type { Known } from '../fuzz/targets.ts';
import type { ValidRequest } from '../fuzz/valid-request.ts';

/** The origin of the calling page, which the service allows in every test. */
const PAGE_ORIGIN = 'http://localhost:3000';

export interface HonestRequest extends ValidRequest {
  readonly isForPage: boolean;
}

interface Making extends Partial<Omit<HonestRequest, 'bytes'>> {
  readonly path: string;
  readonly lines?: readonly string[];
}

const PREFLIGHT = [
  'Access-Control-Request-Method: GET',
  'Access-Control-Request-Headers: content-type',
];

/**
 * Makes requests as pages, programs, and monitors send them.
 * @param pageFiles paths of the files that the page loads
 */
export function honestRequests(
  count: number,
  seed: number,
  known: Known,
  pageFiles: readonly string[],
): HonestRequest[] {
  const random = new Random(seed);
  const misspelled = readQueries('queries-misspelled.txt');
  const text = () => random.pick(known.queries);
  const search = (q = text()) => `/api/food?q=${encodeURIComponent(q)}`;
  const typed = (q = text()) => q.slice(0, random.integer(1, q.length));
  /** How many of every 200 requests are of each kind, on average. */
  const kinds: readonly (readonly [count: number, make: () => Making])[] = [
    [80, () => ({ path: search() })],
    [30, () => ({ path: search(typed()) })],
    [16, () => ({ path: `${search()}&match=words` })],
    [20, () => ({ path: `${search(random.pick(misspelled))}&match=fuzzy` })],
    [10, () => ({ path: `${search()}&fields=${random.pick(known.fields)}&limit=20` })],
    [10, () => ({ path: `/api/food/${random.pick(known.ids)}` })],
    [2, () => ({ path: '/api/fields' })],
    [8, () => ({ path: search(), method: 'OPTIONS', isPreflight: true, lines: PREFLIGHT })],
    [8, () => ({ path: search(), statuses: [304], lines: [`If-None-Match: ${known.etag}`] })],
    [2, () => ({ path: search(), method: 'HEAD' })],
    [8, () => ({ path: random.pick(pageFiles) ?? '/', isForPage: true, isApi: false })],
    [2, () => ({ path: '/health/ready', isApi: false })],
    [2, () => ({ path: '/api/none', statuses: [404] })],
    [1, () => ({ path: `${search()}&limit=0`, statuses: [400] })],
    [1, () => ({ path: search(), method: 'DELETE', statuses: [405] })],
  ];
  const makers = kinds.flatMap(([count, make]) => Array.from({ length: count }, () => make));
  const encodings = ['gzip, deflate, br, zstd', 'gzip', 'identity'] as const;
  return Array.from({ length: count }, () =>
    requestOf(random.make(makers), random.pick(encodings)),
  );
}

/** Makes only searches, one for each query in a file of `test/cases`. */
export function searchRequests(file: Parameters<typeof readQueries>[0]): HonestRequest[] {
  return readQueries(file).map((q) =>
    requestOf({ path: `/api/food?q=${encodeURIComponent(q)}` }, 'identity'),
  );
}

function requestOf({ path, lines = [], ...made }: Making, encoding: string): HonestRequest {
  const { method = 'GET', isApi = true } = made;
  const head = [
    `${method} ${path} HTTP/1.1`,
    'Host: localhost',
    `Origin: ${PAGE_ORIGIN}`,
    `Accept-Encoding: ${encoding}`,
    ...lines,
  ];
  return {
    statuses: [200],
    isPreflight: false,
    isForPage: false,
    isLast: false,
    echo: undefined,
    ...made,
    method,
    isApi,
    granted: isApi ? PAGE_ORIGIN : undefined,
    bytes: Buffer.from(`${head.join('\r\n')}\r\n\r\n`),
  };
}
