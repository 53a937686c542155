import { spawnSync } from 'node:child_process';
import { markdownTable } from '../bench/measure.ts';
import { startProgram } from './program.ts';

// The official conformance suite of the Model Context Protocol against the program: `npm` downloads it
// (51 MB), so that it is no dependency.

const SUITE = '@modelcontextprotocol/conformance@0.1.16';

/** What is offered. Other scenarios call tools of their own, or want resources and prompts. */
const SCENARIOS = ['server-initialize', 'ping', 'tools-list', 'dns-rebinding-protection'];

/** Each scenario with how many of its checks passed, as a table. */
export async function runMcp(only: string): Promise<string> {
  const program = await startProgram(['--interfaces', 'mcp']);
  const url = `http://localhost:${program.port}/mcp`;
  const rows = SCENARIOS.filter((name) => name.includes(only)).map((name) => {
    const asked = ['--yes', SUITE, 'server', '--url', url, '--scenario', name];
    const { status, stdout, stderr } = spawnSync('npx', asked, { encoding: 'utf8' });
    const [passed = ''] = /Passed: .*/.exec(stdout) ?? [];
    if (status !== 0) console.error(stdout + stderr);
    return [name, status === 0 ? passed : 'FAILED'];
  });
  await program.stop();
  return markdownTable(['scenario', 'checks'], rows);
}
