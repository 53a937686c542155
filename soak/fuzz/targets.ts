import { readQueries } from '../../test/cases/read-cases.ts';
import {
  BAD_ESCAPES,
  FDC_PATHS,
  ODD_PIECES,
  READING_PATHS,
  VALID_VALUES,
} from '../parameter-values.ts';
import type { Random } from './random.ts';

export interface Known {
  readonly queries: readonly string[];
  readonly fields: readonly string[];
  readonly ids: readonly string[];
  readonly etag: string;
}

export async function learn(port: number): Promise<Known> {
  const base = `http://127.0.0.1:${port}/api`;
  const listed = await fetch(`${base}/fields`);
  const fields: unknown = await listed.json();
  const names = Array.isArray(fields) ? fields.map(({ name }) => String(name)) : [];
  const eggs: unknown = await (await fetch(`${base}/food?q=egg&fields=ndb_no`)).json();
  const ids = Array.isArray(eggs) ? eggs.map(({ ndb_no }) => String(ndb_no)) : [];
  return {
    queries: readQueries('queries-usda.txt'),
    fields: names,
    ids,
    etag: listed.headers.get('etag') ?? '',
  };
}

/** The target of a request, and the expected response to a GET. */
export interface FuzzedTarget {
  readonly target: string;
  /** The possible statuses of a GET without a cached response. */
  readonly statuses: readonly number[];
  /** Whether the path is below `/api/`, where every response has CORS headers. */
  readonly isApi: boolean;
  /** Whether responses depend on `If-None-Match`; `undefined` if that is not known. */
  readonly hasEtag: boolean | undefined;
  readonly hasOptions: boolean;
  readonly hasPost?: boolean;
  readonly echo?: string;
  /** Whether `Host` is ignored. */
  readonly isHealth?: boolean;
}

/** Long searches wait, and may be refused if there are too many. */
const REFUSABLE = [200, 503];
const MATCH_STATUSES: ReadonlyMap<string, readonly number[]> = new Map([
  ['substring', [200]],
  // A query of more than 16 words may get a 400.
  ['words', [...REFUSABLE, 400]],
  ['fuzzy', REFUSABLE],
]);

export function fuzzTarget(random: Random, known: Known): FuzzedTarget {
  if (random.chance(0.06)) return fuzzInterface(random);
  const kind = random.next();
  if (kind < 0.12) return selection(random);
  if (kind < 0.72) return search(random, known);
  if (kind < 0.8) return food(random, known);
  if (kind < 0.84) {
    const target = `/api/fields${query(random, [])}`;
    return { target, statuses: [200], isApi: true, hasEtag: true, hasOptions: true };
  }
  if (kind < 0.9) return page(random);
  return unknown(random);
}

function search(random: Random, known: Known): FuzzedTarget {
  const odd = ['/api/food/', '/api/%66ood', '/%61pi/food', 'http://localhost/api/food'];
  const path = random.pick(['/api/food', '/api/food', '/api/food', ...odd]);
  const parameters: string[] = [];
  const add = (name: string, value: string) => parameters.push(`${name}=${value}`);
  if (random.chance(0.95)) add('q', text(random, known));
  const modes = ['words', 'fuzzy', 'substring', '', 'Fuzzy', random.text(3, 97, 122)];
  if (random.chance(0.3)) add('match', random.pick(modes));
  if (random.chance(0.2)) {
    const limit = random.pick(['0', '101', '-1', '1e1', '', '٣', '1'.repeat(100), ' 5']);
    add('limit', encode(random.chance(0.6) ? String(random.integer(1, 100)) : limit));
  }
  if (random.chance(0.2)) add('fields', fieldList(random, known));
  if (random.chance(0.05)) add(random.pick(['q', 'match', 'limit', 'fields']), '1');
  const target = `${path}${query(random, parameters)}`;
  const expected = searchStatuses(target, known);
  return { target, ...expected, isApi: true, hasOptions: true };
}

/** Returns the statuses that the API contract allows for a search with this URL. */
function searchStatuses(
  target: string,
  { fields }: Known,
): Pick<FuzzedTarget, 'statuses' | 'hasEtag'> {
  const wrong = { statuses: [400], hasEtag: false };
  const parameters = new URLSearchParams(target.slice((target.indexOf('?') >>> 0) + 1));
  const q = target.includes('?') ? parameters.getAll('q') : [];
  if (q.length > 1) return wrong;
  if (q.join('') === '') return { statuses: [200], hasEtag: false };
  for (const name of ['match', 'limit', 'fields']) {
    if (parameters.getAll(name).length > 1) return wrong;
  }
  const match = parameters.get('match') ?? 'substring';
  const statuses = MATCH_STATUSES.get(match);
  if (statuses === undefined) return wrong;
  const limit = parameters.get('limit') ?? '100';
  if (!/^0{0,2}([1-9]|[1-9]\d|100)$|^0[1-9]\d$/.test(limit)) return wrong;
  const names = parameters.get('fields')?.split(',') ?? [];
  const isKnown = names.every((name) => fields.includes(name));
  if (!isKnown || new Set(names).size < names.length) return wrong;
  return { statuses, hasEtag: true };
}

const ODD_ENDS = ["'", '"', '\\', '%', '_', '*', ';--', '\0', '\u0301'];

function text(random: Random, { queries }: Known): string {
  const query = random.pick(queries);
  const plain = () => encode(query);
  return random.make([
    () => encode(random.text(random.integer(0, 30), 0, 0xff)),
    () => encode(random.text(random.integer(1, 20), 0x100, 0xffff)),
    () => random.pick([...BAD_ESCAPES, '']),
    () => encode(query + random.pick(ODD_ENDS)),
    () => encode(query.slice(0, random.integer(1, query.length))),
    () => encode(query.toUpperCase().split(' ').reverse().join(' ')),
    () => encode(random.text(random.chance(0.02) ? 8_192 : random.integer(1, 3), 0x61, 0x7a)),
    ...[plain, plain, plain, plain, plain],
  ]);
}

function fieldList(random: Random, { fields }: Known): string {
  const names = Array.from({ length: random.integer(1, 5) }, () => random.pick(fields));
  if (random.chance(0.2)) names.push(random.pick(['', 'kcal ', 'nothing', '__proto__', '*']));
  return names.map(encode).join(random.pick([',', '%2C']));
}

/** Longer than the service accepts, but not so long that Node's parser rejects the target. */
const MAX_ODD_BYTES = 30 * 1_024;

/** Makes parameters for any path that reads some, most of them valid. */
function selection(random: Random): FuzzedTarget {
  const { path, parameters } = random.pick(READING_PATHS);
  const odd = random.chance(0.3) ? random.pick(parameters) : undefined;
  const given = parameters
    .filter((name) => name === odd || random.chance(0.4))
    .map((name) => {
      if (name !== odd) return `${name}=${encode(random.pick(VALID_VALUES[name]))}`;
      const piece = encode(random.pick([...ODD_PIECES, random.text(3, 0x20, 0xff)]));
      const max = Math.min(9_000, Math.floor(MAX_ODD_BYTES / piece.length));
      return `${name}=${piece.repeat(random.integer(0, random.chance(0.05) ? max : 30))}`;
    });
  if (random.chance(0.1)) given.reverse();
  const target = `${path}${given.length === 0 ? '' : `?${given.join('&')}`}`;
  return { target, statuses: [200, 400, 503], isApi: true, hasEtag: undefined, hasOptions: true };
}

/** Makes a request without a body to an interface, such as that of Open Food Facts. */
function fuzzInterface(random: Random): FuzzedTarget {
  const found = { isApi: true, hasEtag: undefined, hasOptions: true } as const;
  if (random.chance(0.1))
    return { target: '/mcp', ...found, statuses: [405], hasEtag: false, hasPost: true };
  const code = random.pick(['2000000010017', '01001', '173410', '1'.repeat(40), 'x']);
  const path = random.pick([
    ...[`/api/v2/product/${code}`, `/api/v0/product/${code}.json`, `/fdc/v1/food/${code}`],
    ...['/api/v2/search', '/cgi/search.pl', '/search', ...FDC_PATHS],
  ]);
  const names = [
    ...['fields', 'page', 'page_size', 'search_terms', 'q', 'json', 'code', 'lc', 'format'],
    ...['nutrients', 'query', 'dataType', 'pageSize', 'sortBy', 'brandOwner', 'fdcIds'],
  ];
  const values = ['1', '3', 'code,nutriments', 'butter', 'abridged', 'SR Legacy', ...ODD_PIECES];
  const given = names
    .filter(() => random.chance(0.2))
    .map((name) => `${name}=${encode(random.pick(values))}`);
  const target = given.length === 0 ? path : `${path}?${given.join('&')}`;
  return { target, ...found, statuses: [200, 400, 404, 503], hasPost: FDC_PATHS.includes(path) };
}

function food(random: Random, { ids, fields }: Known): FuzzedTarget {
  const found = { isApi: true, hasEtag: true, hasOptions: true };
  const id = random.pick(ids);
  if (random.chance(0.8)) {
    const more = random.chance(0.25) ? `?fields=${random.pick(fields)}` : '';
    return { target: `/api/food/${id}${more}`, statuses: [200], ...found };
  }
  const unknownId = `x${encode(random.text(random.integer(1, 20), 0x20, 0xff))}`;
  return { target: `/api/food/${unknownId}`, ...found, statuses: [404], hasEtag: false };
}

function page(random: Random): FuzzedTarget {
  const target = random.pick(['/', '/openapi.json', '/docs', '/health/live', '/health/ready']);
  const isHealth = target.startsWith('/health/');
  return { target, statuses: [200], isApi: false, hasEtag: false, hasOptions: false, isHealth };
}

function unknown(random: Random): FuzzedTarget {
  const name = `none${random.integer(0, 1e9)}`;
  const target = random.pick([
    `/api/${name}`,
    `/api/food/1/${name}`,
    `/api/${name}/%zz`,
    `/api/%zz${name}`,
    `/api/../${name}`,
    `/api//${name}`,
    `/api/food/${name}?q=egg`,
    `/${name}`,
    `//api/${name}`,
    `/API/${name}`,
    `/%zz/${name}`,
    `/${name}/../../etc/passwd`,
    `/api/${name}/${encode(random.text(10, 0, 0xff))}`,
    `http://localhost/api/${name}`,
    `http://localhost:80/${name}`,
  ]);
  const isApi = target.replace(/^http:\/\/[^/]*/, '').startsWith('/api/');
  // A single segment after `/api/food/` is a food's key.
  const hasOptions = target.startsWith('/api/food/none');
  return { target, statuses: [404], isApi, hasEtag: false, hasOptions, echo: name };
}

/** Makes the query of a URL, sometimes with parameters that are odd or that trackers add. */
function query(random: Random, parameters: readonly string[]): string {
  if (random.chance(0.005)) return `?${'a&'.repeat(random.integer(60, 20_000))}b`;
  const all = random.chance(0.1)
    ? [...parameters, random.pick(['utm_source=x', 'q[]=1', 'q[a]=1', '=', '&', 'fbclid=%zz'])]
    : parameters;
  return all.length === 0 ? '' : `?${all.join('&')}`;
}

/** Encodes a value. Lone surrogates, which cannot be encoded, are replaced. */
function encode(value: string): string {
  return encodeURIComponent(value.toWellFormed());
}
