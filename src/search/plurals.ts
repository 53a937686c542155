import { equalsAt } from './utf8.ts';
import { isWordAt } from './word-characters.ts';

// Which endings make a plural that counts as the whole word, for substring and words.

/** What may follow the last letter of a query where it is a whole word. */
const PLURAL_ENDINGS = ['s', 'es'].map((ending) => new TextEncoder().encode(ending));

/** The word and its plurals: `egg`, `eggs` and `egges`. */
export function withPlurals(word: Uint8Array): Uint8Array[] {
  const plurals = PLURAL_ENDINGS.map((ending) => {
    const plural = new Uint8Array(word.length + ending.length);
    plural.set(word);
    plural.set(ending, word.length);
    return plural;
  });
  return [word, ...plurals];
}

/**
 * Where the word ends that a query covers up to `at`, if nothing or a plural ending follows; -1 where
 * the word goes on in another way.
 */
export function endOfWordOrPlural(bytes: Uint8Array, at: number, end: number): number {
  if (!isWordAt(bytes, at, end)) return at;
  for (const ending of PLURAL_ENDINGS) {
    const pluralEnd = at + ending.length;
    if (pluralEnd > end || !equalsAt(bytes, at, ending)) continue;
    if (!isWordAt(bytes, pluralEnd, end)) return pluralEnd;
  }
  return -1;
}
