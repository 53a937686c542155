import { expect, test } from 'vitest';
import { cleanName } from './clean-name.ts';
import { FindingCounts, NOTES } from './import-report.ts';

test.each([
  ['Egg', 'Egg', []],
  [' Egg ', 'Egg', []],
  ['Egg & ham', 'Egg & ham', []],
  ['Egg &amp;amp; ham', 'Egg & ham', ['repaired-text']],
  ['Egg\r\nwhite\u0000', 'Egg white', ['repaired-text']],
  ['CrÃ¨me', 'Crème', ['repaired-text']],
  ['"5"" disc"', '5" disc', []],
  ['="Tea"', 'Tea', []],
  ['"Egg"', '"Egg"', ['damaged-text']],
  ['"Egg', '"Egg', ['damaged-text']],
  ['+Egg', '+Egg', ['damaged-text']],
  ['Egg%20white', 'Egg%20white', ['damaged-text']],
  ['Cr\ufffdme', 'Cr\ufffdme', ['damaged-text']],
  ['Egg\n\ufffd', 'Egg \ufffd', ['repaired-text', 'damaged-text']],
])('the name %j is cleaned to %j', (raw, name, rules) => {
  const findings = new FindingCounts();
  expect(cleanName(raw, 7, findings)).toBe(name);
  const found = findings.of(NOTES);
  expect(found.map(({ rule }) => rule)).toEqual(rules);
  for (const { examples } of found) expect(examples[0]?.place).toBe(7);
});
