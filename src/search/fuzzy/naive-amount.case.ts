import { foodWithoutUse, readAmountBy } from '../../amount/amount-reader.ts';
import { ENGLISH } from '../../amount/languages/english.ts';
import { METRIC_ONLY } from '../../amount/languages/vocabulary.ts';
import { foodsInSentence } from '../../amount/meal.ts';
import { readAmount, VOCABULARIES } from '../../amount/read-amount.ts';
import { isSize } from '../../amount/units.ts';
import { SMALL_WORDS } from './foreign/word-forms.ts';
import type { NaiveToken } from './naive-foods.case.ts';
import { apart, meaningful, type NaiveAsked, naiveNames } from './naive-foreign.case.ts';
import type { NaiveOptions } from './naive-fuzzy-query.case.ts';
import { bare, naiveForms, naiveKept, plain, wordsIn } from './naive-words.case.ts';

/** A query without its amount, unless that is the beginning of a name in a description. */
export function naiveFood(
  asText: string,
  foods: readonly { readonly tokens: readonly NaiveToken[] }[],
  { language, synonyms, asked }: NaiveOptions,
): { readonly food: string; readonly note: string } {
  if (language === 'none') return naiveMetric(asText);
  const [text] = foodsInSentence(asText, asked ? [VOCABULARIES[asked.lang], ENGLISH] : [ENGLISH]);
  const whole = { food: text, note: '' };
  const read = naiveAmount(text, asked);
  if (read === undefined) return { ...whole, food: foodWithoutUse(text, ENGLISH) };
  const { food, note, unit, before: written } = read;
  if (food === '') return whole;
  if (unit !== undefined && !isSize(unit)) return { food, note };
  const typed = wordsIn(plain(text));
  const kept = naiveKept(typed);
  const all = [...new Set(kept)].join('');
  const isBegun =
    kept[0] === typed[0] && [...synonyms.meanings.keys()].some((key) => key.startsWith(all));
  const unread = { ...whole, food: foodWithoutUse(text, ENGLISH) };
  if (unit === undefined && isBegun) return unread;
  const before = wordsIn(plain(written));
  const isName = (left: string, right: string, others: readonly string[] = []) =>
    foods.some(({ tokens }) => {
      const vocabulary = tokens.map(({ word }) => bare(word));
      const after = [...naiveForms(right, vocabulary).keys()].map(bare);
      const hasOthers = others.every((other) => naiveForms(other, vocabulary).size > 0);
      return (
        hasOthers &&
        tokens.some(({ word, segment }, i) => {
          const next = tokens[i + 1];
          return (
            bare(word) === left && next?.segment === segment && after.includes(bare(next.word))
          );
        })
      );
    });
  const [number = '', size = ''] = [before.at(-2), before.at(-1)];
  const [named = '', ...more] = wordsIn(plain(food));
  if (!isName(size, named, unit === undefined ? more.slice(0, 7) : [])) return { food, note };
  if (unit === undefined || number === '' || isBegun || isName(number, size)) return unread;
  return { food: `${size} ${food}`, note };
}

function naiveMetric(text: string): { readonly food: string; readonly note: string } {
  const read = /["“”„‟«»]/.test(text) ? undefined : readAmountBy(text, METRIC_ONLY);
  if (read?.unit === undefined) return { food: foodWithoutUse(text, METRIC_ONLY), note: '' };
  return { food: read.food || text, note: read.note };
}

function naiveAmount(text: string, asked: NaiveAsked | undefined) {
  if (/["“”„‟«»]/.test(text) || (asked && beginsName(text, asked))) return undefined;
  return (asked && readAmount(text, asked.lang)) ?? readAmount(text);
}

/** Whether a text begins a name in another language, and not with a small word. */
function beginsName(text: string, asked: NaiveAsked): boolean {
  const words = wordsIn(plain(apart(text)));
  if (SMALL_WORDS[asked.lang].has(words[0] ?? '')) return false;
  const own = meaningful(words, asked.lang).join('');
  return naiveNames(asked).some((name) => name.words.join('').startsWith(own));
}
