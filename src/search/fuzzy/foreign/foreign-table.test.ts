import { expect, test } from 'vitest';
import { searchIn } from '../search-in.case.ts';
import { NO_SYNONYMS } from '../synonyms.ts';

const GERMAN = searchIn(
  [
    'Schokolade mit Milch',
    'Milch fettarm',
    'Putenbrust, roh',
    'Kartoffeln gekocht',
    'Reis mit gebratenen Zwiebeln',
    'Zwiebel roh',
    'K\u00e4se, gerieben',
    'Weizen Mehl',
    'Linsen-Eintopf',
    'Linse reif',
    'Sahne-Windbeutel',
    'Schwarzer Tee mit Sahne',
    'Sauerrahm/Saure Sahne',
    'Schlagsahne',
    'Speiserettich roh',
    'Rettich gebraten',
    'Rind Hackfleisch',
    'Milchreis',
  ],
  { language: 'de', synonyms: NO_SYNONYMS },
);
const FRENCH = searchIn(
  [
    'G\u00e2teau au lait',
    'Lait entier',
    "Lait d'amandes",
    'Soupe \u00e0 l\u2019ail',
    'Carottes r\u00e2p\u00e9es',
    'Pomme de terre, crue',
    'Pomme, appertis\u00e9e',
    'Pomme, crue',
  ],
  { language: 'fr', synonyms: NO_SYNONYMS },
);

test.each([
  ['Milch', 1],
  ['Brust', 2],
  ['gekochte Kartoffel', 3],
  ['Zwiebeln', 5],
  ['Kaese', 6],
  ['Weizenmehl', 7],
  ['Linsen', 9],
  ['saure Sahne', 12],
  ['Tees', 11],
  ['Rettiche', 14],
  ['Rinderhackfleisch', 16],
  ['200 g von der Milch', 1],
] as const)('in a German table, %j finds food %i', (text, row) => {
  expect(GERMAN(text).rows[0]).toBe(row);
});

test.each([
  ['lait', 1],
  ['lait amande', 2],
  ["de l'ail", 3],
  ['carotte r\u00e2p\u00e9e', 4],
  ['pomme', 7],
  ['pomme de terre', 5],
] as const)('in a French table, %j finds food %i', (text, row) => {
  expect(FRENCH(text).rows[0]).toBe(row);
});

test('an ingredient, or the first part of a German compound, does not name the food', () => {
  expect([...GERMAN('Sahne').rows]).toEqual([12, 13, 10, 11]);
});

test('the last part of a German compound may have four letters', () => {
  expect([...GERMAN('Reis').rows]).toEqual([4, 17]);
});

test('amounts are read in the language of the table, and in that of the query', () => {
  expect(FRENCH('2 tranches de lait').interpretation).toMatchObject({ amount: 2, unit: 'slice' });
  expect(GERMAN('eine Tasse Milch').interpretation).toMatchObject({ amount: 1, unit: 'cup' });
});

test('quoted words must be adjacent, even if the first is the head', () => {
  expect([...FRENCH('"lait entier"').rows]).toEqual([1]);
});
