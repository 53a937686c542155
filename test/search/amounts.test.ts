import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { FOREIGN_LANGUAGES } from '../../src/search/fuzzy/foreign/languages.ts';
import { modeOf } from '../../src/search/match.ts';
import { SearchEngine } from '../../src/search/search-engine.ts';
import { buildSearchIndex } from '../../src/search/search-index.ts';
import { readFuzzyOptions } from '../../src/settings/fuzzy-options.ts';
import { readCases } from '../cases/read-cases.ts';

const csv = readFileSync(new URL('../../data/usda-sr28.csv', import.meta.url), 'utf8');
const rows: { description: string }[] = parse(csv, { columns: true });
const foods = rows.map(({ description }) => description);
const options = readFuzzyOptions({});
if ('faults' in options) throw new Error('The bundled synonyms cannot be read.');
const engine = new SearchEngine(buildSearchIndex(foods), options.fuzzy);

const CASES = readCases('amounts.tsv')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => line.split('\t'));

test.each(CASES)('in %s, %j finds %s', (lang, text = '', pattern = '', amount, unit) => {
  const language = FOREIGN_LANGUAGES.find((one) => one === lang);
  const { rows: found, interpretation } = engine.search(
    text.toLowerCase(),
    modeOf('fuzzy', language),
  );
  expect(foods[found[0] ?? -1]).toMatch(new RegExp(pattern, 'i'));
  const told = interpretation?.amount;
  const rounded = told === undefined ? '' : String(Math.round(told * 1_000) / 1_000);
  expect([rounded, interpretation?.unit ?? '']).toEqual([amount, unit]);
});
