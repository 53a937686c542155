import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createFoodLookup } from '../index.ts';
import { readFuzzyOptions } from './fuzzy-options.ts';

const folder = mkdtempSync(join(tmpdir(), 'synonyms-'));

function fileOf(content: string): string {
  const path = join(folder, `${content.length}.tsv`);
  writeFileSync(path, content);
  return path;
}

test('readFuzzyOptions adds the names in a file to any bundled ones', () => {
  const synonyms = fileOf('grandma bread\t>\tbread rye\n');
  const read = readFuzzyOptions({ synonyms });
  if ('faults' in read) throw new Error('faults');
  const { meanings } = read.fuzzy.synonyms;
  expect(meanings.get('grandmabread')).toEqual([['bread', 'rye']]);
  expect(meanings.get('ketchup')).toEqual([['catsup']]);
  const none = readFuzzyOptions({ synonyms, language: 'none' });
  expect(none).toMatchObject({
    fuzzy: { language: 'none', synonyms: { names: ['grandmabread'] } },
  });
});

test('in a table in another language, each name of a food finds its other names', () => {
  const read = readFuzzyOptions({ language: 'de' });
  if ('faults' in read) throw new Error('faults');
  const { meanings } = read.fuzzy.synonyms;
  expect(meanings.get('teigwaren')).toEqual([['nudeln']]);
  expect(meanings.get('nudeln')).toContainEqual(['teigwaren']);
});

test('readFuzzyOptions reports invalid lines, or a missing file', () => {
  const broken = fileOf(`a\t>\tb\n${'no names\n'.repeat(12)}`);
  const read = readFuzzyOptions({ synonyms: broken });
  const messages = 'faults' in read ? read.faults.map(({ message }) => message) : [];
  expect(messages).toHaveLength(11);
  expect(messages[0]).toMatch(/^Cannot use synonyms ".*", line 2: Cannot read "no names"\. Use /);
  expect(messages[10]).toMatch(/has 2 more such lines/);
  expect(readFuzzyOptions({ synonyms: join(folder, 'none.tsv') })).toEqual({
    faults: [{ where: 'synonyms', message: expect.stringContaining('cannot be read (ENOENT)') }],
  });
});

test('names in a file find foods, and change the ETag of responses', async () => {
  const etagOf = async (synonyms?: string) => {
    const options = synonyms === undefined ? {} : { synonyms };
    const service = await createFoodLookup({ logLevel: 'silent', ...options });
    const { headers, body } = await service.inject('/api/food?q=pinkish+herring&match=fuzzy');
    await service.close();
    return { etag: headers.etag, first: JSON.parse(body)[0].description };
  };
  const [plain, own] = [
    await etagOf(),
    await etagOf(fileOf('pinkish herring\t>\tcheddar cheese\n')),
  ];
  expect(own.first).toMatch(/cheddar/);
  expect(plain.first).not.toMatch(/cheddar/);
  expect(own.etag).not.toBe(plain.etag);
});
