import { closeSync, mkdtempSync, openSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createRowFile, stopWriting, writerOf } from './row-file.ts';

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
