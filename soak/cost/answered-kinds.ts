import { MAX_TARGET_BYTES } from '../../src/http/server/request-limits.ts';
import type { Choices } from './hill-climb.ts';

// The requests whose responses cost the most to make: meals, and requests to interfaces.

export interface Parts {
  readonly method?: string;
  readonly target?: string;
  readonly lines?: readonly string[];
  readonly body?: string;
  /** How many times the request is repeated in one write. */
  readonly times?: number;
}

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

export const ANSWERED_KINDS = {
  meal: (choices) => {
    const line = `line=${encodeURIComponent(textOf(choices, 160))}&`;
    return { target: `/api/meal?${line.repeat(choices.count(50))}`.slice(0, MAX_TARGET_BYTES) };
  },
  openfoodfacts: (choices) => {
    const paths = [
      ...['/cgi/search.pl?json=1&search_terms=', '/search?q=', '/api/v2/search?search_terms='],
      ...['/api/v2/product/', '/api/v0/product/', '/api/v2/search?code='],
    ];
    const text = choices.next() < 0.8 ? textOf(choices, 200) : codesOf(choices);
    const size = `page_size=${choices.count(100)}`;
    return { target: `${choices.pick(paths)}${encodeURIComponent(text)}&${size}` };
  },
  fdc: (choices) => {
    const path = choices.pick(['foods/search', 'foods/list', 'foods', 'food/173410']);
    const text = textOf(choices, 200);
    const fdcIds = Array.from({ length: choices.count(20) }, () => 173_410);
    const sortBy = choices.pick(['fdcId', 'lowercaseDescription.keyword', '']);
    const asked = { query: text, pageSize: choices.count(200), sortBy, fdcIds };
    if (path !== 'food/173410' && choices.next() < 0.5) return posted(`/fdc/v1/${path}`, asked);
    const query = Object.entries(asked).map(([name, value]): [string, string] => [
      name,
      `${value}`,
    ]);
    return { target: `/fdc/v1/${path}?${new URLSearchParams(query)}` };
  },
  mcp: (choices) => {
    const lines = Array.from({ length: choices.count(50) }, () => textOf(choices, 160));
    const given = choices.pick([
      { name: 'resolve_meal', arguments: { lines } },
      { name: 'search_foods', arguments: { query: lines.join(' '), limit: 20 } },
    ]);
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: given };
    return posted('/mcp', message);
  },
} as const satisfies Readonly<Record<string, Kind>>;

function posted(target: string, value: unknown): Parts {
  const body = asciiOf(JSON.stringify(value));
  const type = 'Content-Type: application/json';
  const accept = 'Accept: application/json, text/event-stream';
  return { method: 'POST', target, lines: [type, accept, `Content-Length: ${body.length}`], body };
}

function codesOf(choices: Choices): string {
  return Array.from({ length: choices.count(50) }, (_, i) => 2e12 + i).join();
}

function textOf(choices: Choices, max: number): string {
  return repeated('', choices.pick(IN_TEXTS) + choices.pick(IN_TEXTS), choices.count(max));
}

function asciiOf(json: string): string {
  const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return json.replace(/[^\x20-\x7e]/g, escaped);
}

export function repeated(prefix: string, part: string, length: number): string {
  return prefix + part.repeat(Math.max(1, Math.floor((length - prefix.length) / part.length)));
}
