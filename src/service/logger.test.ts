import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, openSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { createLogger, LogLines, MAX_UNREAD_BYTES } from './logger.ts';

const LINE = `${'x'.repeat(1_023)}\n`;

test('LogLines keeps one MiB of unread lines, and later reports how many lines are lost', async () => {
  let read: (() => void) | undefined;
  let received = '';
  const reader = new Writable({
    decodeStrings: false,
    write: (chunk, _encoding, done) => {
      received += chunk;
      if (read === undefined) read = done;
      else done();
    },
  });
  const lines = new LogLines(reader);
  for (let i = 0; i < 1_034; i++) lines.write(LINE);
  expect(reader.writableLength).toBe(MAX_UNREAD_BYTES);
  const drained = once(reader, 'drain');
  read?.();
  await drained;
  lines.write('after\n');
  const all = received.split('\n');
  expect(all.filter((line) => line === LINE.trim())).toHaveLength(1_024);
  expect(JSON.parse(all.at(-3) ?? '')).toMatchObject({
    level: 40,
    msg: 'The log was not read in time: 10 lines are lost',
  });
  expect(all.at(-2)).toBe('after');
  expect(MAX_UNREAD_BYTES).toBe(1_048_576);
});

test('LogLines continues if nobody reads the log anymore', async () => {
  const reader = new Writable({ write: (_chunk, _encoding, done) => done(new Error('EPIPE')) });
  const lines = new LogLines(reader);
  lines.write('one\n');
  await expect(once(reader, 'close')).rejects.toThrow('EPIPE');
  lines.write('two\n');
});

test('journald gets the priority of a line before its JSON', async () => {
  const lines: string[] = [];
  const output = { write: (line: string) => void lines.push(line) };
  const logger = await createLogger({ logLevel: 'debug', logFormat: 'journal' }, output);
  for (const level of ['debug', 'info', 'warn', 'error', 'fatal'] as const) logger[level]('text');
  const priorities = lines.map((line) => line.slice(0, line.indexOf('{')));
  expect(priorities).toEqual(['<7>', '', '<4>', '<3>', '<2>']);
});

test('a file has every line of a process that is killed', () => {
  const path = join(mkdtempSync(join(tmpdir(), 'food-lookup-log-')), 'log');
  const code = `
    import { createLogger } from '${new URL('logger.ts', import.meta.url)}';
    const logger = await createLogger({ logLevel: 'info', logFormat: 'json' });
    for (const text of ['one', 'two']) logger.info(text);
    process.kill(process.pid, 'SIGKILL');`;
  const args = ['--input-type=module', '--eval', code];
  spawnSync(process.execPath, args, { stdio: ['ignore', 'ignore', openSync(path, 'w')] });
  const lines = readFileSync(path, 'utf8').trim().split('\n');
  expect(lines.map((line) => JSON.parse(line).msg)).toEqual(['one', 'two']);
});
