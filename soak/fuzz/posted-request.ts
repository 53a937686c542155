import { FDC_PATHS, ODD_PIECES } from '../parameter-values.ts';
import { fuzzOrigin } from './origins.ts';
import type { Random } from './random.ts';
import type { ValidRequest } from './valid-request.ts';

const FDC_MEMBERS = [
  ...['query', 'dataType', 'pageSize', 'pageNumber', 'sortBy', 'sortOrder', 'brandOwner'],
  ...['fdcIds', 'format', 'nutrients', '__proto__', 'tradeChannel'],
];
const TOOLS = ['search_foods', 'get_foods', 'resolve_meal', 'lookup_barcode', 'delete_foods'];
const ARGUMENTS = [
  ...['query', 'lang', 'limit', 'fields', 'where', 'ids', 'amount', 'lines', 'text', 'gtin'],
  ...['__proto__', 'constructor'],
];
const METHODS = [
  ...['server/discover', 'initialize', 'ping', 'tools/list', 'resources/list', ''],
  ...['notifications/initialized', 'notifications/cancelled', 'tools/call', 'tools/call'],
];
const TEXTS = [
  ...['butter', '2 eggs', '173410', '01001', 'SR Legacy', 'abridged', 'fdcId', 'es', '2 cups'],
];

export function fuzzPosted(random: Random): ValidRequest {
  const isMcp = random.chance(0.5);
  const path = isMcp ? '/mcp' : random.pick(FDC_PATHS);
  const json = JSON.stringify(isMcp ? message(random) : object(random, FDC_MEMBERS));
  const body = Buffer.from(random.chance(0.1) ? broken(random, json) : json);
  const origin = fuzzOrigin(random);
  const isRefused = isMcp && origin.lines.length > 0 && origin.granted === undefined;
  const head = [
    ...[`POST ${path} HTTP/1.1`, 'Host: 127.0.0.1:3001', 'Content-Type: application/json'],
    ...['Accept: application/json, text/event-stream', `Content-Length: ${body.length}`],
    ...origin.lines.map((value) => `Origin: ${value}`),
    ...(random.chance(0.5) ? ['MCP-Protocol-Version: 2026-07-28'] : []),
  ];
  const answered = isMcp ? [200, 202, 400, 404] : [200, 400, 503];
  return {
    bytes: Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1'), body]),
    method: 'POST',
    statuses: isRefused ? [403] : answered,
    isApi: true,
    granted: origin.granted,
    isPreflight: false,
    echo: undefined,
    // The service does not read the body of a refused request.
    isLast: isRefused && body.length > 0,
  };
}

function message(random: Random): unknown {
  const method = random.pick(METHODS);
  const given = object(random, ARGUMENTS);
  const call = { name: random.pick(TOOLS), arguments: random.chance(0.9) ? given : 5 };
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': random.pick(['2026-07-28', '1', 5]),
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const params = { ...call, ...(random.chance(0.6) && { _meta }) };
  const jsonrpc = random.pick(['2.0', '2.0', '2.0', '1.0']);
  const one = { jsonrpc, id: random.pick([1, 'a', null, 1.5]), method, params };
  return random.chance(0.05) ? [one, one] : one;
}

/** Makes an object with some of these members, most of them strings. */
function object(random: Random, names: readonly string[]): unknown {
  const some = names.filter(() => random.chance(0.3));
  return random.chance(0.05)
    ? value(random)
    : Object.fromEntries(some.map((name) => [name, value(random)]));
}

function value(random: Random): unknown {
  const text = () => random.pick([...TEXTS, ...ODD_PIECES]);
  const number = () => random.pick([0, 1, 20, 173_410, -1, 1.5, 1e300]);
  return random.make<unknown>([
    ...[text, text, text, number],
    () =>
      Array.from(
        { length: random.integer(0, 25) },
        random.chance(0.8) ? text : () => `${number()}`,
      ),
    () => random.pick([null, true, {}, [[]], [{}], '']),
    () => text().repeat(random.integer(1, 900)),
    () => random.text(20, 0, 0xffff).toWellFormed(),
  ]);
}

function broken(random: Random, json: string): string {
  const cut = json.slice(0, random.integer(0, json.length));
  return random.pick([cut, `${json}}`, '['.repeat(random.integer(1, 2_000)), '', '\0']);
}
