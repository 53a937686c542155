import { expect, test } from 'vitest';
import { canonicalText } from '../../src/search/exact-query.ts';
import { FOREIGN_LANGUAGES } from '../../src/search/fuzzy/language.ts';
import { modeOf } from '../../src/search/match.ts';
import { SearchEngine } from '../../src/search/search-engine.ts';
import { DESCRIPTIONS, FUZZY, INDEX } from '../bundled-foods.ts';
import { readCases } from '../cases/read-cases.ts';

const engine = new SearchEngine(INDEX, FUZZY);

const CASES = readCases('amounts.tsv')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => line.split('\t'));

test.each(CASES)('in %s, %j finds %s', (lang, text = '', pattern = '', amount, unit) => {
  const language = FOREIGN_LANGUAGES.find((one) => one === lang);
  const mode = modeOf('fuzzy', language);
  const { rows: found, interpretation } = engine.search(canonicalText(text, mode), mode);
  expect(DESCRIPTIONS[found[0] ?? -1]).toMatch(new RegExp(pattern, 'i'));
  const told = interpretation?.amount;
  const rounded = told === undefined ? '' : String(Math.round(told * 1_000) / 1_000);
  expect([rounded, interpretation?.unit ?? '']).toEqual([amount, unit]);
});
