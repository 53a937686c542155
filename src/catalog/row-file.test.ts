import { closeSync, mkdtempSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { bytesOf, closeRowFile, createRowFile, stopWriting, writerOf } from './row-file.ts';

test('after stopWriting, waiting rows are not written to the file that is opened next', async () => {
  const writer = writerOf(createRowFile());
  writer.write('first row');
  const { promise: isOver, resolve } = Promise.withResolvers<unknown>();
  // Waits for the first batch.
  writer.write('second row', resolve);
  await stopWriting(writer);
  const path = join(mkdtempSync(join(tmpdir(), 'food-lookup-rows-')), 'next');
  const next = openSync(path, 'w');
  onTestFinished(() => closeSync(next));
  await isOver;
  expect(readFileSync(path, 'utf8')).toBe('');
});

test('stopWriting also stops a writer that has ended', async () => {
  const writer = writerOf({ file: undefined, memory: [] });
  await new Promise((resolve) => writer.end('row').once('close', resolve));
  await stopWriting(writer);
  expect(writer.destroyed).toBe(true);
});

test.each([
  ['a file without a name', '.', true],
  ['memory, if there can be no file', 'missing', false],
])('rows are stored in %s', async (_, place, isFile) => {
  const folder = mkdtempSync(join(tmpdir(), 'food-lookup-rows-'));
  vi.stubEnv('TMPDIR', join(folder, place));
  onTestFinished(() => void vi.unstubAllEnvs());
  const rows = createRowFile();
  expect([rows.file !== undefined, readdirSync(folder)]).toEqual([isFile, []]);
  const writer = writerOf(rows);
  // More bytes than are read at a time, from memory that is reused.
  const bytes = Buffer.alloc(700_000, 'a');
  for (const letter of 'abc') {
    bytes.fill(letter);
    await new Promise((resolve) => writer.write(bytes, resolve));
  }
  await new Promise<void>((resolve) => writer.end(resolve));
  const read: Uint8Array[] = [];
  for await (const chunk of bytesOf(rows)) read.push(chunk);
  const letters = ['a', 'b', 'c'].map((letter) => letter.repeat(bytes.length)).join('');
  expect(Buffer.concat(read).toString() === letters).toBe(true);
  closeRowFile(rows);
});
