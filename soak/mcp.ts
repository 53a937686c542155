import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { markdownTable } from '../bench/measure.ts';
import { RequestError } from '../src/errors/user-error.ts';
import { answerMessage, type CallableTool } from '../src/interfaces/mcp/server.ts';
import { type SoakOptions, startProgram } from './program.ts';

/** The official conformance suite: 51 MB, so npm downloads it on demand. */
const SUITE = '@modelcontextprotocol/conformance@0.1.16';

const PROGRAM_SCENARIOS = ['server-initialize', 'ping', 'tools-list', 'dns-rebinding-protection'];

/** The other scenarios need resources, prompts, or calls from the server to the client. */
const TOOL_SCENARIOS =
  'tools-list tools-call-simple-text tools-call-error json-schema-2020-12'.split(' ');

const toolOf = (name: string): CallableTool => ({
  ...{ name, description: name, inputSchema: { type: 'object' } },
  call: async () => ({ content: [{ type: 'text', text: 'A text' }] }),
});

const TOOLS: readonly CallableTool[] = [
  toolOf('test_simple_text'),
  {
    ...toolOf('test_error_handling'),
    call: () => Promise.reject(new RequestError('This tool always fails')),
  },
  {
    ...toolOf('json_schema_2020_12_tool'),
    inputSchema: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      $defs: { address: { type: 'object', properties: { city: { type: 'string' } } } },
      properties: { address: { $ref: '#/$defs/address' } },
      additionalProperties: false,
    },
  },
];

/** Counts the passed checks of each scenario, for the program and for the suite's tools. */
export async function runMcp({ only }: SoakOptions): Promise<string> {
  const program = await startProgram(['--interfaces', 'mcp']);
  const server = createServer((request, response) => {
    answer(request, response).catch((error: Error) => response.destroy(error));
  });
  await once(server.listen(0, 'localhost'), 'listening');
  const { port } = server.address() as AddressInfo;
  const rows: string[][] = [];
  for (const [server, address, scenarios] of [
    ['the program', program.port, PROGRAM_SCENARIOS],
    ["the suite's tools", port, TOOL_SCENARIOS],
  ] as const) {
    for (const name of scenarios.filter((each) => each.includes(only))) {
      rows.push([server, name, await check(`http://localhost:${address}/mcp`, name)]);
    }
  }
  server.close();
  await program.stop();
  return markdownTable(['server', 'scenario', 'checks'], rows);
}

/** Responds like `POST /mcp`, with the suite's tools. */
async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method !== 'POST') {
    response.writeHead(405).end();
    return;
  }
  const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)]);
  const { status, type, body } = await answerMessage(
    Object.fromEntries(headers),
    await json(request),
    { version: '0', tools: TOOLS, onFault: console.error },
  );
  response.writeHead(status, type === null ? {} : { 'content-type': type }).end(body);
}

async function check(url: string, scenario: string): Promise<string> {
  const asked = ['--yes', SUITE, 'server', '--url', url, '--scenario', scenario];
  try {
    const { stdout } = await promisify(execFile)('npx', asked);
    return /Passed: .*/.exec(stdout)?.[0] ?? '';
  } catch (error) {
    console.error(error);
    return 'FAILED';
  }
}
