import { readNutrients } from '../../src/catalog/nutrients.ts';
import { MAX_CONDITIONS } from '../../src/catalog/selection/selection.ts';
import {
  MAX_HEADERS_BYTES,
  MAX_TARGET_BYTES,
  MAX_VALUE_BYTES,
  READ_HEADERS,
} from '../../src/http/server/request-limits.ts';
import {
  ALL_PATHS,
  BAD_ESCAPES,
  ODD_PIECES,
  READING_PATHS,
  VALID_VALUES,
} from '../parameter-values.ts';
import { ANSWERED_KINDS, IN_TEXTS, type Kind, type Parts, repeated } from './answered-kinds.ts';
import type { Choices } from './hill-climb.ts';

export interface CostlyRequest {
  readonly bytes: Buffer;
  readonly answers: number;
}

const IN_PATHS = ['a', '/', '%41', '%zz', '%', '..', './', ';', ':', '%2F', '\x80', 'é', '%F0%9F'];
const IN_QUERIES = ['a&', '&', '=', 'a=1&', 'q=&', 'q=a&', '%41=%41&', '\x80', ...BAD_ESCAPES];
const IN_VALUES = [
  ...[',', ' ,', ';', 'a', 'a,', ' ', '\t', '"', '"a",', 'W/"a",', '*', '*,', ':', ':1', '.', '['],
  ...['gzip,', 'gzip;q=0,', 'x-a,', '1.1.1.1,', '127.0.0.1,', '::1,', 'https://', 'null', '\x80'],
];
/** Texts that many foods contain, so that selecting among these foods is slow. */
const SELECTED_TEXTS = [
  ...['r', 'e', 'e a i o r n t s l c', ', ', ' a', 'e, r', 'in', 'chese', 'beef raw'],
  ...['~', ' ~', ', ~', '~ ', '~ e', 'e ~ r n t'],
];
const SELECTED_COLUMNS = ['fat_g', 'fat_known', ...readNutrients().map(({ column }) => column)];
const SHORT_PATHS = [
  ...['/api/food?q=egg', '/api/food/01001', '/api/food/x', '/api/fields', '/api/none'],
];
const PATHS = [...SHORT_PATHS, ...ALL_PATHS];

/** Requests whose only cost is parsing, routing, headers, and CORS. */
export const PLAIN_KINDS = {
  path: (choices) => {
    const prefix = choices.pick(['/', '/api/', '/api/food/', '/docs/', '//', 'http://a/', '*']);
    return { target: repeated(prefix, choices.pick(IN_PATHS), choices.count(MAX_TARGET_BYTES)) };
  },
  query: (choices) => {
    const { path, parameters } = choices.pick([
      // Each line of a meal is a search.
      ...READING_PATHS.filter(({ path: each }) => each !== '/api/meal'),
      { path: choices.pick(['/', '/api/none']), parameters: ['q'] },
    ]);
    const name = choices.pick(['', ...parameters]);
    const text = name === 'q' ? '' : choices.pick(['', 'q=egg&', 'q=egg&column=food_group&']);
    const prefix = `${path}?${text}${name === '' ? '' : `${name}=`}`;
    const piece = choices.pick([...IN_QUERIES, ...ODD_PIECES]);
    return { target: repeated(prefix, piece, choices.count(MAX_TARGET_BYTES)) };
  },
  'a header that is read': (choices) => {
    const name = choices.pick(READ_HEADERS);
    const value = repeated('', choices.pick(IN_VALUES), choices.count(2 * MAX_VALUE_BYTES));
    return {
      method: choices.pick(['GET', 'GET', 'OPTIONS', 'HEAD']),
      target: choices.pick(SHORT_PATHS),
      lines: [
        `${name}: ${value}`,
        ...(name === 'origin' ? [] : ['Origin: http://localhost:3000']),
        ...(choices.next() < 0.5 ? ['Access-Control-Request-Method: GET'] : []),
      ],
    };
  },
  'all headers': (choices) => {
    const [name, value] = [choices.pick(['', 'Origin', 'Cookie', 'X']), choices.pick(IN_VALUES)];
    const length = choices.count(MAX_HEADERS_BYTES);
    const count = choices.count(3_000);
    const line = repeated('', value, length / count);
    return {
      target: choices.pick(SHORT_PATHS),
      lines: Array.from({ length: count }, (_, i) => `${name || `X${i}`}: ${line}`),
    };
  },
  body: (choices) => {
    const [size, count] = [choices.count(5_000), choices.count(13_000)];
    const isChunked = choices.next() < 0.7;
    const chunk = isChunked ? `${size.toString(16)}\r\n${'x'.repeat(size)}\r\n` : 'x'.repeat(size);
    const body = repeated(
      '',
      chunk,
      Math.max(chunk.length, Math.min(count * chunk.length, 80_000)),
    );
    return {
      method: choices.pick(['POST', 'PUT', 'GET', 'OPTIONS', 'PROPFIND']),
      target: choices.pick(PATHS),
      lines: [isChunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${body.length}`],
      body,
    };
  },
  pipeline: (choices) => ({
    target: choices.pick([...SHORT_PATHS, '/']),
    times: choices.count(11),
  }),
  /** Sent to the port of the page, which has its own routes. */
  page: (choices) => {
    const prefix = choices.pick([
      '/explain?origin=',
      '/replay?method=GET&q=',
      '/config.json?',
      '/',
    ]);
    const text = repeated('', choices.pick(IN_VALUES), choices.count(MAX_TARGET_BYTES / 3));
    return { target: (prefix + encodeURIComponent(text)).slice(0, MAX_TARGET_BYTES) };
  },
} as const satisfies Readonly<Record<string, Kind>>;

/** Requests that may cost more, because of the search or its response. */
export const ANSWER_KINDS = {
  search: (choices) => {
    const match = choices.pick(['substring', 'words', 'fuzzy']);
    const piece = choices.pick(IN_TEXTS) + choices.pick(IN_TEXTS);
    const text = repeated('', piece, choices.count(8_192));
    const target = `/api/food?match=${match}&q=${encodeURIComponent(text)}`;
    return { target: target.slice(0, MAX_TARGET_BYTES) };
  },
  selection: (choices) => {
    const match = choices.pick(['substring', 'words', 'fuzzy']);
    const text = choices.pick(SELECTED_TEXTS).slice(0, choices.count(20));
    const path = choices.pick([`food?q=${encodeURIComponent(text)}&match=${match}&`, 'foods?']);
    const column = () => choices.pick(SELECTED_COLUMNS);
    const conditions = Array.from({ length: choices.count(MAX_CONDITIONS) - 1 }, () =>
      choices.pick([`${column()}!=${FRESH}`, `${column()}>1`, `!${column()}`, 'description>N']),
    );
    const where = encodeURIComponent([`kcal>${FRESH}`, ...conditions].join());
    const sort = choices.pick([`-${column()}`, column(), 'protein_g/kcal']);
    const offset = choices.pick([0, 5_000, 10_000]);
    const order = choices.next() < 0.8 ? `&sort=${sort}` : '';
    return { target: `/api/${path}where=${where}${order}&offset=${offset}&count=true` };
  },
  answer: (choices) => ({
    target: choices.next() < 0.3 ? choices.pick(PATHS) : validTarget(choices),
    lines: [`Accept-Encoding: ${choices.pick(['', 'br', 'gzip', 'gzip;q=0.1, br;q=0.2'])}`],
  }),
  ...ANSWERED_KINDS,
} as const satisfies Readonly<Record<string, Kind>>;

/** Replaced by a different number in each request, so that no cached response is measured. */
export const FRESH = '-987654';
/** Replaced by a different letter in each request, so that nothing about the text is cached. */
export const FRESH_LETTER = '~';

export function costlyRequest(make: Kind, choices: Choices): CostlyRequest {
  return requestOf(make(choices));
}

/** Returns a cheap request of this length, padded with a header that nothing reads. */
export function plainRequest(length: number, times = 1): CostlyRequest {
  const target = '/api/food?q=zzz';
  const missing = length / times - requestOf({ target, lines: ['X: '] }).bytes.length;
  const fill = 'x'.repeat(Math.max(0, Math.min(missing, MAX_HEADERS_BYTES - 1_000)));
  return requestOf({ target, lines: [`X: ${fill}`], times });
}

function validTarget(choices: Choices): string {
  const { path, parameters } = choices.pick(READING_PATHS);
  const values = parameters.map(
    (name) => `${name}=${encodeURIComponent(choices.pick(VALID_VALUES[name]))}`,
  );
  return `${path}?${values.filter(() => choices.next() < 0.5).join('&')}`;
}

function requestOf({ method = 'GET', target = '/', lines = [], body = '', times = 1 }: Parts) {
  const hasHost = lines.some((line) => line.toLowerCase().startsWith('host:'));
  const all = [`${method} ${target} HTTP/1.1`, ...(hasHost ? [] : ['Host: localhost']), ...lines];
  const text = `${all.join('\r\n')}\r\n\r\n${body}`.repeat(times);
  return { bytes: Buffer.from(text, 'latin1'), answers: times };
}
