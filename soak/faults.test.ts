import { platform } from 'node:process';
import { expect, onTestFinished, test } from 'vitest';
import { FAULTS, search } from './faults.ts';
import { startProgram } from './program.ts';

// Causes only the quick faults, since the others are too slow for a test. `npm run soak -- faults`
// runs all.
test.runIf(platform === 'linux').each([
  ['2,000 connections at once', '2000 of 2000 answered'],
  ['no more than 64 open files, and 2,000 connections', 'answered'],
])('after "%s", the service works as before', async (name, seen) => {
  const fault = FAULTS.find((one) => one.name === name);
  const program = await startProgram(fault?.flags ?? [], fault?.options);
  onTestFinished(() => void program.child.kill('SIGKILL'));
  expect(await fault?.cause(program)).toContain(seen);
  expect(await search(program.port, 100)).toBe(0);
  expect(program.faults()).toBe('');
  expect(await program.stop()).toBe(0);
});
