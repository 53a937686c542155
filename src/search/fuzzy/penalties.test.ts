import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { familyGroup, groupPenalty, PENALTIES } from './penalties.ts';
import { Part } from './place.ts';
import { TYPO } from './typo-distance.ts';

test.each([
  [1, 4],
  [2, 3],
  [7, 3],
  [8, 2],
  [31, 2],
  [32, 1],
  [127, 1],
  [128, 0],
  [10_000, 0],
])('a family of %i foods adds a penalty of %i', (size, penalty) => {
  expect(groupPenalty(familyGroup(size, false, false))).toBe(penalty);
  expect(groupPenalty(familyGroup(size, true, false))).toBe(5);
  expect(groupPenalty(familyGroup(size, false, true))).toBe(penalty + 80);
});

const documentation = readFileSync(new URL('../../../docs/search.md', import.meta.url), 'utf8');

/** Returns the numbers in the last columns of a documented table. */
function numbersUnder(head: string): number[] {
  const [table = ''] = documentation.slice(documentation.indexOf(head)).split('\n\n', 1);
  return table
    .split('\n')
    .slice(2)
    .flatMap((row) => row.match(/(?<=[|,] *)\d+(?=,| *\|)/g) ?? [])
    .map(Number);
}

test('the documentation lists the penalties and the costs of typos', () => {
  const { same, joined, otherName, participle, beginning, typo, farTypo } = PENALTIES;
  expect(numbersUnder('| way to match')).toEqual([
    ...[same, joined, otherName, participle, beginning, beginning + joined, typo, farTypo],
  ]);
  const { part, otherWords } = PENALTIES;
  const inOrder = [
    Part.head,
    Part.category,
    Part.second,
    Part.third,
    Part.later,
    Part.aside,
    Part.ownName,
  ];
  expect(numbersUnder('| part of the description')).toEqual(
    inOrder.flatMap((one) => [part[one], otherWords[one]]),
  );
  expect(numbersUnder('| typo |')).toEqual([TYPO.plain, TYPO.vowel, TYPO.alike, TYPO.other]);
});

test.each([
  ['namePrefix', /begin another name \(penalty (\d+)\)/],
  ['noneName', /foods without any \(penalty (\d+)\)/],
  ['compound', /last part of a compound matches: .* \(penalty (\d+)\)/],
  ['foreign', /typed word itself come next \(penalty (\d+)\)/],
  ['noHead', /\*\*(\d+)\*\* if no query word is in the head/],
  ['named', /\*\*(\d+)\*\* if each word is there as typed or/],
  ['guessed', /\*\*(\d+)\*\* if a word matches only as a typo/],
  ['opposite', /\*\*(\d+)\*\* if the food states the opposite/],
] as const)('the documentation states the penalty %j', (name, sentence) => {
  expect(Number(sentence.exec(documentation)?.[1])).toBe(PENALTIES[name]);
});
