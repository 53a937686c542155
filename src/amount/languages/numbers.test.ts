import { expect, test } from 'vitest';
import { readAmountBy } from '../amount-reader.ts';
import { readAmount, VOCABULARIES } from '../vocabularies.ts';
import { METRIC_ONLY } from './metric.ts';
import type { AmountLanguage } from './vocabulary.ts';

// A word's value follows from its position in a list, so that no value is written down twice.

/** Counts by a step, or divides 1 into parts. `/` separates words for the same number. */
const COUNTS: readonly (readonly [AmountLanguage, number | 'parts', string])[] = [
  [
    ...(['en', 1] as const),
    'a/an/one two/couple/pair three/few four five six seven eight nine ten eleven twelve/dozen/doz thirteen fourteen fifteen sixteen seventeen eighteen nineteen',
  ],
  ['en', 10, 'ten twenty thirty forty fifty sixty seventy eighty ninety hundred'],
  ['en', 'parts', '- half third/thirds quarter/quarters - - - eighth'],
  [
    ...(['de', 1] as const),
    'ein/eine/einen/einer/einem/eins zwei/paar drei vier funf sechs sieben acht neun zehn elf zwolf/dutzend dreizehn vierzehn funfzehn sechzehn siebzehn achtzehn neunzehn',
  ],
  ['de', 10, 'zehn zwanzig dreissig vierzig funfzig sechzig siebzig achtzig neunzig hundert'],
  ['de', 50, '- hundert hundertfunfzig zweihundert zweihundertfunfzig dreihundert'],
  ['de', 100, 'hundert zweihundert dreihundert vierhundert funfhundert - - achthundert'],
  ['de', 'parts', '- halb/halbe/halber/halbes/halben drittel viertel'],
  ['de', 0.25, 'viertel halb dreiviertel - - anderthalb/eineinhalb - - - zweieinhalb'],
  ['de', 25, 'funfundzwanzig'],
  [
    ...(['fr', 1] as const),
    'un/une deux/paire trois quatre cinq six sept huit neuf dix/dizaine onze douze/douzaine/douzaines treize quatorze quinze/quinzaine seize',
  ],
  [
    ...(['fr', 10] as const),
    'dix vingt/vingts/vingtaine trente/trentaine quarante cinquante soixante - - - cent/cents/centaine',
  ],
  ['fr', 'parts', '- demi/demie/moitie tiers quart/quarts'],
  [
    ...(['es', 1] as const),
    'un/una/uno dos/par tres cuatro cinco seis siete ocho nueve diez/decena once doce/docena/docenas trece catorce quince dieciseis diecisiete dieciocho',
  ],
  [
    ...(['es', 10] as const),
    'diez veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa cien/ciento',
  ],
  ['es', 100, 'cien doscientos trescientos cuatrocientos quinientos'],
  ['es', 'parts', '- medio/media/mitad tercio/tercios cuarto/cuartos'],
  ['es', 25, 'veinticinco'],
  [
    ...(['it', 1] as const),
    "un/una/uno/un' due/paio tre quattro cinque sei sette otto nove dieci/decina undici dodici/dozzina/dozzine tredici quattordici quindici sedici",
  ],
  [
    ...(['it', 10] as const),
    'dieci venti/ventina trenta quaranta cinquanta sessanta settanta ottanta novanta cento',
  ],
  ['it', 50, '- cento centocinquanta duecento duecentocinquanta trecento'],
  ['it', 100, 'cento duecento trecento quattrocento cinquecento'],
  ['it', 'parts', '- mezzo/mezza terzo/terzi quarto/quarti'],
  ['it', 25, 'venticinque'],
  [
    ...(['pt', 1] as const),
    'um/uma dois/duas/par tres quatro cinco seis sete oito nove dez/dezena onze doze/duzia/duzias treze catorze/quatorze quinze dezesseis - dezoito',
  ],
  [
    ...(['pt', 10] as const),
    'dez vinte trinta quarenta cinquenta sessenta setenta oitenta noventa cem/cento',
  ],
  [
    ...(['pt', 100] as const),
    'cem duzentos/duzentas trezentos/trezentas quatrocentos/quatrocentas quinhentos/quinhentas',
  ],
  ['pt', 'parts', '- meio/meia/metade terco/tercos quarto/quartos'],
];

const counted = COUNTS.map(([language, step, all]) => [language, all.split(' '), step] as const);

test.each(counted)('in %s, the numbers %j are read, by %s', (language, numbers, step) => {
  for (const [place, words] of numbers.entries()) {
    const amount = step === 'parts' ? 1 / (place + 1) : step * (place + 1);
    for (const word of words === '-' ? [] : words.split('/'))
      expect(readAmount(`${word} g xyz`, language), word).toMatchObject({ amount });
  }
});

test.each(['en', 'de', 'fr', 'es', 'it', 'pt'] as const)(
  'in %s, all numbers are tested',
  (language) => {
    const tested = COUNTS.filter(([of]) => of === language).flatMap(([, , all]) =>
      all.split(/[ /]/),
    );
    expect(tested).toEqual(expect.arrayContaining(Object.keys(VOCABULARIES[language].numbers)));
  },
);

test.each([
  ['en', 'couple pair few dozen doz hundred'],
  ['de', 'dutzend paar hundert'],
  [
    'fr',
    'paire dizaine douzaine douzaines quinzaine vingt vingts vingtaine trentaine centaine cent cents',
  ],
  ['es', 'par decena docena docenas cien ciento'],
  ['it', 'paio decina dozzina dozzine ventina cento'],
  ['pt', 'par dezena duzia duzias cem cento'],
] as const)('in %s, a number before %s is multiplied by it', (language, groups) => {
  const { numbers } = VOCABULARIES[language];
  const two = Object.keys(numbers).find((word) => numbers[word] === 2);
  for (const word of groups.split(' ')) {
    const amount = 2 * (numbers[word] ?? 0);
    expect(readAmount(`${two} ${word} g xyz`, language), word).toMatchObject({ amount });
  }
});

test.each([
  ['en', 1500, 1.5],
  ['de', 1.5, 1500],
  ['fr', 1.5, 1500],
  ['es', 1.5, 1500],
  ['it', 1.5, 1500],
  ['pt', 1.5, 1500],
] as const)('in %s, 1,500 is %j and 1.500 is %j', (language, withComma, withDot) => {
  expect(readAmount('1,500 g xyz', language)).toMatchObject({ amount: withComma });
  expect(readAmount('1.500 g xyz', language)).toMatchObject({ amount: withDot });
});

test('without a language, a dot groups digits and a comma does not', () => {
  const amountIn = (text: string) => readAmountBy(text, METRIC_ONLY)?.amount;
  expect([amountIn('1,500 g xyz'), amountIn('1.500 g xyz')]).toEqual([1.5, 1500]);
});
