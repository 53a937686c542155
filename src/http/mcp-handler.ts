import type { Nutrient } from '../catalog/nutrients.ts';
import { createFoodSource } from '../interfaces/food-source.ts';
import { callerOf } from './callers/caller.ts';
import { sendInternalError, statusOf } from './errors.ts';
import type { AnsweredRoute, Route } from './routes.ts';
import type { SearchParts } from './search-handler.ts';

// `POST /mcp`: the Model Context Protocol over HTTP, for assistants. Its library is loaded only where
// it is wanted.

/** Headers of the protocol that its library reads. */
const MCP_HEADERS = ['content-type', 'accept', 'mcp-protocol-version', 'mcp-method', 'mcp-name'];

/** Codes of JSON-RPC 2.0, section 5.1. */
const [PARSE_ERROR, INVALID_REQUEST] = [-32_700, -32_600];

const rpcError = (code: number, message: string) => ({
  jsonrpc: '2.0',
  id: null,
  error: { code, message },
});

const MCP_ROUTE: Route = {
  path: '/mcp',
  methods: ['POST', 'OPTIONS'],
  parameters: [],
  hasCors: true,
  summary: 'A message of the Model Context Protocol',
  refusesOrigins: true,
  unreadableBody: (message) => rpcError(PARSE_ERROR, message),
  headers: ['Content-Type', 'MCP-Protocol-Version', 'Mcp-Method', 'Mcp-Name', 'Mcp-Session-Id'],
};

/** The route and the function that answers its messages. */
export function createMcpRoute(
  { catalog: current, terms }: SearchParts,
  version: string,
  nutrients: readonly Nutrient[],
): AnsweredRoute {
  const loading = import('../interfaces/mcp/server.ts');
  return [
    MCP_ROUTE,
    (request, reply) => {
      const catalog = current.take();
      if (Array.isArray(request.body)) {
        const message = 'The body is a list: send one message at a time';
        reply.code(statusOf('badRequest')).send(rpcError(INVALID_REQUEST, message));
        return;
      }
      const { headers } = request;
      const own = MCP_HEADERS.flatMap((name) => {
        const value = headers[name];
        return typeof value === 'string' ? [[name, value] as const] : [];
      });
      const source = createFoodSource(catalog, {
        ...{ nutrients, terms, caller: () => callerOf(request) },
        countMore: (searches) => request.countMore?.(searches),
      });
      const onFault = (err: unknown) => request.log.error({ reqId: request.id, err }, 'MCP');
      loading
        .then(({ answerMessage, foodTools }) =>
          answerMessage(Object.fromEntries(own), request.body, {
            ...{ version, tools: foodTools(source), onFault },
          }),
        )
        .then(({ status, type, body }) => {
          if (type !== null) reply.header('content-type', type);
          reply.code(status).send(body === '' ? undefined : body);
        })
        .catch((fault: unknown) => sendInternalError(reply, fault));
    },
  ];
}
