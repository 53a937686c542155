import { elementAt } from '../../flat-arrays.ts';
import type { ForeignNames } from './foreign-names.ts';
import { SMALL_WORDS } from './word-forms.ts';

// Which words of a query are replaced by English names, and what stays in the other language.

/** Words of a query as they were typed, and what they are in English. */
export interface Translated {
  /** As typed, folded. */
  readonly typed: string;
  /** Those of the typed words that say something. */
  readonly own: readonly string[];
  /** The words that are looked for: the English name, or the typed words where they are none. */
  readonly words: readonly string[];
  /** The English name, where the words themselves come first, since a food is called just so. */
  readonly other?: readonly string[];
}

/** A folded word of a query. Words in quotes stand as they are. */
export interface TypedWord {
  readonly word: string;
  readonly isQuoted: boolean;
}

/**
 * Puts English names in place of names in another language, the longest first.
 *
 * @param isHead - whether a food of the table is called by the word alone
 */
export function translate(
  typed: readonly TypedWord[],
  names: ForeignNames,
  isHead: (word: string) => boolean,
): Translated[] {
  const meaningful = typed.flatMap(({ word, isQuoted }, at) =>
    isQuoted || !SMALL_WORDS[names.language].has(word) ? [{ word, isQuoted, at }] : [],
  );
  const kept = meaningful.length > 0 ? meaningful : typed.map((one, at) => ({ ...one, at }));
  // A name does not go on after a quote.
  const words = kept.map(({ word, isQuoted }) => (isQuoted ? '' : word));
  const translated: Translated[] = [];
  for (let from = 0; from < kept.length; ) {
    const found = words[from] === '' ? undefined : names.at(words, from);
    const to = found?.to ?? from + 1;
    const own = kept.slice(from, to);
    const [first, last] = [elementAt(kept, from).at, elementAt(kept, to - 1).at];
    const asTyped = typed.slice(first, last + 1).map(({ word }) => word);
    const ownWords = own.map(({ word }) => word);
    const entry = { typed: asTyped.join(' '), own: ownWords };
    if (found === undefined || found.english.join(' ') === ownWords.join(' ')) {
      translated.push({ ...entry, words: ownWords });
    } else if (ownWords.length === 1 && ownWords.every(isHead)) {
      translated.push({ ...entry, words: ownWords, other: found.english });
    } else translated.push({ ...entry, words: found.english });
    from = to;
  }
  return translated;
}
