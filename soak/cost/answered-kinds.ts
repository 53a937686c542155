import { MAX_TARGET_BYTES } from '../../src/http/server/request-limits.ts';
import type { Choices } from './climb.ts';

// Costly requests whose cost is that of their answers: meals, and those to interfaces.

/** Each makes what follows the method, up to the body: the target, and header lines. */
export interface Parts {
  readonly method?: string;
  readonly target?: string;
  readonly lines?: readonly string[];
  readonly body?: string;
  /** The request so many times, in one write. */
  readonly times?: number;
}

/** Makes a request of one kind. */
export type Kind = (choices: Choices) => Parts;

export const IN_TEXTS = [
  'e',
  'e ',
  'a i ',
  'chese ',
  '"',
  '"a" ',
  '-a ',
  '1 cup ',
  'ﷺ',
  '́',
  'İ',
  '%',
  '奶',
];

/** What each kind of request is made of. */
export const ANSWERED_KINDS = {
  meal: (choices) => {
    const line = `line=${encodeURIComponent(textOf(choices, 160))}&`;
    return { target: `/api/meal?${line.repeat(choices.count(50))}`.slice(0, MAX_TARGET_BYTES) };
  },
  openfoodfacts: (choices) => {
    const paths = ['/cgi/search.pl?json=1&search_terms=', '/search?q=', '/api/v2/product/'];
    const text = encodeURIComponent(textOf(choices, 200));
    return { target: `${choices.pick(paths)}${text}&page_size=${choices.count(100)}` };
  },
  fdc: (choices) => {
    const paths = [
      '/fdc/v1/foods/search?query=',
      '/fdc/v1/foods/list?dataType=',
      '/fdc/v1/food/1?',
    ];
    const text = encodeURIComponent(textOf(choices, 200));
    return { target: `${choices.pick(paths)}${text}&pageSize=${choices.count(200)}` };
  },
  mcp: (choices) => {
    const lines = Array.from({ length: choices.count(50) }, () => textOf(choices, 160));
    const given = choices.pick([
      { name: 'resolve_meal', arguments: { lines } },
      { name: 'search_foods', arguments: { query: lines.join(' '), limit: 20 } },
    ]);
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: given };
    const body = asciiOf(JSON.stringify(message));
    const type = 'Content-Type: application/json';
    const lengths = [type, `Content-Length: ${body.length}`];
    const accept = 'Accept: application/json, text/event-stream';
    return { method: 'POST', target: '/mcp', lines: [...lengths, accept], body };
  },
} as const satisfies Readonly<Record<string, Kind>>;

function textOf(choices: Choices, most: number): string {
  return repeated('', choices.pick(IN_TEXTS) + choices.pick(IN_TEXTS), choices.count(most));
}

function asciiOf(json: string): string {
  const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return json.replace(/[^\x20-\x7e]/g, escaped);
}

export function repeated(prefix: string, part: string, length: number): string {
  return prefix + part.repeat(Math.max(1, Math.floor((length - prefix.length) / part.length)));
}
