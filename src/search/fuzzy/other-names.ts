import { elementAt, firstPlace } from '../flat-arrays.ts';
import type { Work } from '../work.ts';
import { numberForms } from './english.ts';
import type { Language } from './language.ts';
import type { Synonyms } from './synonyms.ts';

// Finds synonyms in a fuzzy query, also begun or misspelled: from which length on, how many.

/** What a name stands for, each meaning as words. */
export type Meanings = readonly (readonly string[])[];

/** Finds the other names of foods among a query's words. */
export class OtherNames {
  readonly #synonyms: Synonyms;
  readonly #language: Language;
  readonly #work: Work;

  constructor(
    { synonyms, language }: { readonly synonyms: Synonyms; readonly language: Language },
    work: Work,
  ) {
    this.#synonyms = synonyms;
    this.#language = language;
    this.#work = work;
  }

  /** The names that begin with the word at `from`: the word after each, and what it stands for. */
  at(
    words: readonly string[],
    from: number,
  ): { readonly to: number; readonly meanings: Meanings }[] {
    const found: { to: number; meanings: Meanings }[] = [];
    const last = Math.min(words.length, from + Math.max(1, this.#synonyms.mostWords));
    let start = '';
    for (let to = from + 1; to <= last; to++) {
      const word = elementAt(words, to - 1);
      const meanings = this.#meaningsOf(start, word);
      if (meanings !== undefined) found.push({ to, meanings });
      start += word;
      if (to < last && this.#firstFrom(start, 1).length === 0) break;
    }
    return found;
  }

  /** The meanings of names that a text begins: of many, the alphabetically first. */
  startingWith(text: string): Meanings {
    if (text.length < SHORTEST_BEGINNING) return [];
    const names = this.#firstFrom(text, MOST_BEGUN_NAMES);
    return this.#meaningsOfAll(names.filter((name) => name !== text));
  }

  /** What a name stands for, be it typed in the singular or the plural. */
  #meaningsOf(start: string, last: string): Meanings | undefined {
    const { meanings } = this.#synonyms;
    const found = meanings.get(start + last);
    if (found !== undefined || this.#language !== 'english') return found;
    const forms = numberForms(last);
    this.#work.spend(forms.size * FORM_WORK);
    for (const form of forms) {
      const ofForm = meanings.get(start + form);
      if (ofForm !== undefined) return ofForm;
    }
    return undefined;
  }

  #meaningsOfAll(names: readonly string[]): Meanings {
    return names.flatMap((name) => this.#synonyms.meanings.get(name) ?? []);
  }

  /** Those of the next `count` sorted names that begin with a text. */
  #firstFrom(text: string, count: number): string[] {
    const { names } = this.#synonyms;
    this.#work.spend(NAME_LOOK_UP_WORK);
    const first = firstFrom(names, text);
    return names.slice(first, first + count).filter((name) => name.startsWith(text));
  }
}

/** The place of the first of some sorted texts that is not before a text. */
export function firstFrom(sorted: readonly string[], text: string): number {
  return firstPlace(0, sorted.length, (place) => elementAt(sorted, place) >= text);
}

/** Shorter texts begin too many names. */
const SHORTEST_BEGINNING = 4;

/** The most names that begin like the last word, the first by the alphabet. */
const MOST_BEGUN_NAMES = 8;

/** Units for making a form of a word and looking it up, and for a look into the sorted names. */
const FORM_WORK = 32;
const NAME_LOOK_UP_WORK = 128;
