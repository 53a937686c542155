import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readPageFiles } from './page-files.ts';

test('readPageFiles reads each file with its type and its compressed copies', () => {
  const folder = mkdtempSync(join(tmpdir(), 'food-lookup-page-'));
  mkdirSync(join(folder, 'assets'));
  expect(() => readPageFiles(folder)).toThrow(
    `Cannot serve the page: ${folder} has no index.html. Run "npm run build".`,
  );
  const names = ['index.html', 'index.html.br', 'index.html.gz', 'lab.html', 'notes.md'];
  const others = ['icon.svg', 'licenses.txt', 'assets/a.js', 'assets/a.js.gz', 'assets/a.css'];
  for (const name of [...names, ...others]) writeFileSync(join(folder, name), name);
  const read = readPageFiles(folder).map(({ path, type, body, compressed, isHashed }) => {
    const copies = [...compressed].map(([encoding, copy]) => `${encoding} ${copy}`);
    return [path, type, String(body), copies, isHashed];
  });
  expect(read.toSorted()).toEqual([
    [
      '/',
      'text/html; charset=utf-8',
      'index.html',
      ['br index.html.br', 'gzip index.html.gz'],
      false,
    ],
    ['/assets/a.css', 'text/css; charset=utf-8', 'assets/a.css', [], true],
    [
      '/assets/a.js',
      'text/javascript; charset=utf-8',
      'assets/a.js',
      ['gzip assets/a.js.gz'],
      true,
    ],
    ['/icon.svg', 'image/svg+xml', 'icon.svg', [], false],
    ['/lab.html', 'text/html; charset=utf-8', 'lab.html', [], false],
    ['/licenses.txt', 'text/plain; charset=utf-8', 'licenses.txt', [], false],
  ]);
  const none = join(folder, 'none');
  expect(() => readPageFiles(none)).toThrow(`Cannot serve the page: ${none} has no index.html.`);
});
