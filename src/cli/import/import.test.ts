import { linkSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { refuseSource } from './import.ts';

const folder = mkdtempSync(join(tmpdir(), 'food-lookup-refuse-'));
const csv = join(folder, 'foods.csv');
const other = join(folder, 'other');
mkdirSync(other);
writeFileSync(csv, 'id,description\n');
symlinkSync(csv, join(other, 'link.csv'));
linkSync(csv, join(other, 'hard.csv'));
symlinkSync(folder, join(other, 'folder'));
symlinkSync(join(folder, 'not-yet.sqlite'), join(other, 'dangling.sqlite'));

const SAME = 'it is also the target. Choose another path with --to.';
const INSIDE = 'the target is inside it. Choose a path elsewhere with --to.';

test.each([
  ['the same path', csv, csv, SAME],
  ['another path', csv, relative(process.cwd(), csv), SAME],
  ['a path with dots', csv, join(other, '..', '.', 'foods.csv'), SAME],
  ['a link', csv, join(other, 'link.csv'), SAME],
  ['a link as source', join(other, 'link.csv'), csv, SAME],
  ['a hard link', csv, join(other, 'hard.csv'), SAME],
  ['a linked folder', csv, join(other, 'folder', 'foods.csv'), SAME],
  ['a file in the folder', folder, csv, INSIDE],
  ['a new file in the folder', folder, join(folder, 'foods.sqlite'), INSIDE],
  ['a link to a file in the folder', folder, join(other, 'link.csv'), INSIDE],
  ['a new file in the linked folder', folder, join(other, 'folder', 'foods.sqlite'), INSIDE],
  ['the folder itself', folder, folder, SAME],
])('refuseSource refuses %s', (_, source, target, message) => {
  expect(() => refuseSource(source, target)).toThrow(message);
});

test.each([
  ['another file next to it', csv, join(folder, 'foods.sqlite')],
  ['a file in a subfolder', folder, join(other, 'foods.sqlite')],
  ['a file in a missing folder', folder, join(folder, 'nowhere', 'foods.sqlite')],
  ['a server', csv, 'postgres://user@host/name'],
  ['a missing source', join(folder, 'nothing.csv'), join(folder, 'nothing.csv')],
])('refuseSource accepts %s', (_, source, target) => {
  expect(() => refuseSource(source, target)).not.toThrow();
});
