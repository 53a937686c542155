import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { sendAgain } from '../../soak/cost/measure-requests.ts';
import { startProgram } from '../../soak/program.ts';
import { get } from './raw.ts';

test.each([1, 2])('an unread log stalls none of %i threads', async (threads) => {
  const flags = ['--access-log', '--log-level', 'debug', '--threads', String(threads)];
  const program = await startProgram(flags);
  onTestFinished(() => void program.child.kill('SIGKILL'));
  const { stderr } = program.child;
  if (stderr === null) throw new Error('The log cannot be read.');
  stderr.pause();
  // At this level, URLs are logged: 5 MB, of which 1 MiB per thread is buffered.
  const bytes = Buffer.from(get(`/api/food?q=zzz&x=${'x'.repeat(16_000)}`).repeat(10));
  const request = { bytes, answers: 10 };
  await Promise.all(Array.from({ length: 8 }, () => sendAgain(program.port, request, 2)));
  let log = '';
  stderr.on('data', (chunk: string) => {
    log += chunk;
  });
  stderr.resume();
  while (!log.includes('lines are lost')) await once(stderr, 'data');
  for (const line of log.split('\n').slice(0, -1)) JSON.parse(line);
  expect(await program.stop()).toBe(0);
});
