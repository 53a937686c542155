import {
  type CallToolResult,
  createMcpHandler,
  ProtocolError,
  ProtocolErrorCode,
  Server,
} from '@modelcontextprotocol/server';
import { show } from '../../errors/shown-value.ts';
import { RequestError } from '../../errors/user-error.ts';
import type { FoodSource } from '../food-source.ts';
import type { ToolArguments } from './answers.ts';
import { TOOLS, type Tool } from './tools.ts';

// A server for the Model Context Protocol. The official library supports all its versions.

const INSTRUCTIONS =
  'Nutrients of foods from a table. Values are per 100 g unless an amount is given; null means unknown, not zero. Use resolve_meal for what someone ate, search_foods to find foods, get_foods for their portions.';

/** The lists of tools change only with a new version of the software. */
const CACHE_HINT = { ttlMs: 3_600_000, cacheScope: 'public' } as const;

/** A tool as listed, and its function. */
export interface CallableTool extends Partial<Omit<Tool, 'run'>> {
  readonly name: string;
  readonly inputSchema: Tool['inputSchema'];
  readonly call: (given: ToolArguments) => Promise<CallToolResult>;
}

/** Returns the tools for foods. */
export function foodTools(source: FoodSource): CallableTool[] {
  return TOOLS.map(({ run, ...tool }) => ({
    ...tool,
    call: async (given) => {
      const result = await run(given, source);
      const text = JSON.stringify(result);
      return { content: [{ type: 'text', text }], structuredContent: result };
    },
  }));
}

/** The parts that make up a server. */
export interface McpParts {
  /** The version of this software. */
  readonly version: string;
  readonly tools: readonly CallableTool[];
  /** Called with internal errors, which callers never see. */
  readonly onFault: (fault: unknown) => void;
}

/** Creates a server for one request, or for one connection. */
export function createMcpServer({ version, tools, onFault }: McpParts): Server {
  const server = new Server(
    { name: 'food-lookup', title: 'Food Lookup', version },
    {
      capabilities: { tools: {} },
      instructions: INSTRUCTIONS,
      cacheHints: { 'tools/list': CACHE_HINT, 'server/discover': CACHE_HINT },
    },
  );
  server.setRequestHandler('tools/list', () => ({
    tools: tools.map(({ call: _call, ...tool }) => tool),
  }));
  server.setRequestHandler('tools/call', async ({ params }) => {
    const tool = tools.find(({ name }) => name === params.name);
    if (tool === undefined) {
      const message = `There is no tool ${show(params.name)}`;
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, message);
    }
    try {
      return await tool.call(params.arguments ?? {});
    } catch (error) {
      const isKnown = error instanceof RequestError;
      if (!isKnown) onFault(error);
      const text = isKnown ? error.message : 'Internal server error';
      return { content: [{ type: 'text', text }], isError: true };
    }
  });
  return server;
}

/**
 * Responds to one message sent over HTTP. There are no sessions.
 *
 * @param headers the protocol's headers, and `Accept`
 * @param message the JSON of the body
 */
export async function answerMessage(
  headers: Readonly<Record<string, string>>,
  message: unknown,
  parts: McpParts,
) {
  const handler = createMcpHandler(() => createMcpServer(parts));
  const request = new Request('http://localhost/mcp', { method: 'POST', headers });
  const response = await handler.fetch(request, { parsedBody: message });
  const type = response.headers.get('content-type');
  return { status: response.status, type, body: await response.text() };
}
