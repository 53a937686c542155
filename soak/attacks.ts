import { connect, type Socket } from 'node:net';
import { Random } from './fuzz/random.ts';

/** The arguments of an attack: random choices, and a way to connect. */
export interface Attacker {
  readonly random: Random;
  /** Connects to the server and ignores errors, which attacks cause constantly. */
  readonly open: () => Socket;
}

/** Runs one connection's part of an attack, repeatedly, until the process ends. */
export type Attack = (attacker: Attacker) => void;

const LETTERS = [...'eiaorntslcdpmuhgb'];
const ORDINARY = ['egg', 'milk', 'rice, brown', 'apple', 'chicken breast', 'bread'];
const MARKS = ['\u0301', '\u0327', '\u0323', '\u0308', '\uff9e', '\u0f73'];

function get(target: string): string {
  return `GET ${target} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
}

function search(q: string, match = 'substring'): string {
  return get(`/api/food?q=${encodeURIComponent(q)}&match=${match}`);
}

function letters({ random }: Attacker, count: number, match: string): string {
  return search(Array.from({ length: count }, () => random.pick(LETTERS)).join(' '), match);
}

/** Calls `begin` with a connection and, whenever that closes, with a new one. */
function reopen(attacker: Attacker, begin: (socket: Socket) => NodeJS.Timeout | undefined): void {
  const socket = attacker.open();
  const timer = begin(socket);
  socket.on('close', () => {
    clearTimeout(timer);
    setTimeout(reopen, 10, attacker, begin);
  });
}

/** Sends the next request as soon as a response begins to arrive. */
function inLoop(attacker: Attacker, request: () => string): void {
  reopen(attacker, (socket) => {
    socket.on('connect', () => socket.write(request()));
    socket.on('data', (chunk) => {
      if (chunk.includes('HTTP/1.1 ')) socket.write(request());
    });
    return undefined;
  });
}

/** Sends bytes, ignores the response, and hangs up after a while. */
function flood(attacker: Attacker, bytes: () => string | Buffer, forMs = 1_000): void {
  reopen(attacker, (socket) => {
    socket.on('connect', () => socket.write(bytes()));
    socket.resume();
    return setTimeout(() => socket.destroy(), forMs);
  });
}

function neverRead(attacker: Attacker): void {
  reopen(attacker, (socket) => {
    socket.pause();
    // Writes repeatedly, since a paused socket does not detect that it was closed.
    return setInterval(() => socket.write(search('a').repeat(200)), 500);
  });
}

/** Sends the beginning of a request, then one byte per second, and never finishes. */
function trickle(attacker: Attacker, beginning: string): void {
  reopen(attacker, (socket) => {
    socket.on('connect', () => socket.write(beginning));
    socket.resume();
    return setInterval(() => socket.write('a'), 1_000);
  });
}

/** Formats a POST to an interface. With a greater `length`, the end of its body is missing. */
function post(body: string, length = body.length, path = '/fdc/v1/foods/search'): string {
  const accept = 'Accept: application/json, text/event-stream';
  return `POST ${path} HTTP/1.1\r\nHost: localhost\r\n${accept}\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n${body}`;
}

/** Formats a call to an MCP tool. */
function callTool(name: string, given: object): string {
  const params = { name, arguments: given };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
  return post(body, body.length, '/mcp');
}

/** Returns words that occur in no food. */
function unknownWords({ random }: Attacker, count: number): string {
  const word = () => Array.from({ length: 8 }, () => random.pick(LETTERS)).join('');
  return Array.from({ length: count }, word).join(' ');
}

function unknownLines(attacker: Attacker): string[] {
  return Array.from({ length: 50 }, () => `2 ${unknownWords(attacker, 17)}`);
}

/** Fifty barcodes that no food has. */
const CODES = Array.from({ length: 50 }, (_, i) => 2_000_000_010_000 + i).join();

const DEEP = post(`{"query":${'['.repeat(30_000)}${']'.repeat(30_000)}}`);

function randomBytes({ random }: Attacker, length: number): Buffer {
  return Buffer.from(random.text(length, 0, 0xff), 'latin1');
}

const SMUGGLED =
  'POST /api/food HTTP/1.1\r\nHost: localhost\r\nContent-Length: 6\r\n' +
  'Transfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /x HTTP/1.1\r\nHost: localhost\r\n\r\n';

/** Attacks by name. Each has slowed this server, or is known to harm others. */
export const ATTACKS: Readonly<Record<string, Attack>> = {
  'words of frequent letters': (one) => inLoop(one, () => letters(one, 10, 'words')),
  'fuzzy words of frequent letters': (one) => inLoop(one, () => letters(one, 16, 'fuzzy')),
  '8,000 short words': (one) => inLoop(one, () => letters(one, 8_000, 'words')),
  'fuzzy typos': (one) => inLoop(one, () => search(unknownWords(one, 16), 'fuzzy')),
  '9,000 combining marks': (one) =>
    inLoop(one, () =>
      search(`a${Array.from({ length: 9_000 }, () => one.random.pick(MARKS)).join('')}`),
    ),
  '900 searches in one write': (one) =>
    flood(one, () => Array.from({ length: 900 }, () => letters(one, 10, 'words')).join('')),
  'never reading': neverRead,
  'slow headers': (one) => trickle(one, search('egg').slice(0, -2)),
  'slow bodies': (one) => trickle(one, post('{"query":"', 60_000)),
  'endless bodies': (one) => flood(one, () => post('x'.repeat(200_000), 1e9)),
  'deep JSON': (one) => inLoop(one, () => DEEP),
  'meals of fifty lines': (one) =>
    inLoop(one, () => {
      const lines = unknownLines(one).map((line): [string, string] => ['line', line]);
      return get(`/api/meal?${new URLSearchParams(lines)}`);
    }),
  'pages of 200 foods': (one) => inLoop(one, () => post('{"query":"cheese","pageSize":200}')),
  'sorted pages of 200 foods': (one) =>
    inLoop(one, () => get('/fdc/v1/foods/list?pageSize=200&sortBy=fdcId&pageNumber=9')),
  'twenty foods by their IDs': (one) =>
    inLoop(one, () => get(`/fdc/v1/foods?fdcIds=${Array(20).fill(173_410)}`)),
  'pages of 100 products': (one) =>
    inLoop(one, () => get('/cgi/search.pl?json=1&search_terms=cheese&page_size=100')),
  'fifty barcodes': (one) => inLoop(one, () => get(`/api/v2/search?code=${CODES}`)),
  'hits without search text': (one) => inLoop(one, () => get('/search?page=99&page_size=100')),
  'meals from assistants': (one) =>
    inLoop(one, () => callTool('resolve_meal', { lines: unknownLines(one) })),
  'searches from assistants': (one) =>
    inLoop(one, () => callTool('search_foods', { query: 'cheese', limit: 20 })),
  'half-open connections': (one) => flood(one, () => 'GET /api/food?q=', 5_000),
  'aborted requests': (one) => flood(one, () => search('a').repeat(5), 5),
  'long headers': (one) => flood(one, () => `GET / HTTP/1.1\r\nX: ${'x'.repeat(200_000)}`),
  'ordinary searches': (one) => inLoop(one, () => search(one.random.pick(ORDINARY))),
  'random bytes': (one) => flood(one, () => randomBytes(one, 2_000), 100),
  'pipelined garbage': (one) =>
    flood(one, () => Buffer.concat([Buffer.from(search('egg')), randomBytes(one, 500)]), 100),
  'ambiguous lengths': (one) => flood(one, () => SMUGGLED, 200),
};

/** The attacks that use more connections than the default, and their numbers of connections. */
export const CONNECTIONS_OF: Readonly<Record<string, number>> = {
  'never reading': 200,
  // New callers queue up, since Node accepts one connection per event loop turn.
  'ordinary searches': 1_200,
};

/** Attacks on memory, which is measured again a minute after each. */
export const MEMORY_ATTACKS: ReadonlySet<string> = new Set(['never reading']);

// Runs in a separate process, so that it does not slow down the honest client.
if (import.meta.main) {
  const [name = '', port, connections, seed] = process.argv.slice(2);
  const attack = ATTACKS[name];
  if (attack === undefined) throw new Error(`There is no attack "${name}".`);
  const random = new Random(Number(seed));
  const open = () => {
    const socket = connect(Number(port), '127.0.0.1');
    socket.on('error', () => undefined);
    return socket;
  };
  for (let i = 0; i < Number(connections); i++) attack({ random, open });
}
