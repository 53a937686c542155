import { elementAt, firstIndex } from '../flat-arrays.ts';
import type { Work } from '../work.ts';
import { numberForms } from './english.ts';
import type { Language } from './language.ts';
import type { Synonyms } from './synonyms.ts';
import { TYPO, TypoDistance } from './typo-distance.ts';
import { minCost, profileOf, soundsOf } from './word-profiles.ts';

// Finds synonyms in a fuzzy query, by whole names and by prefixes. Limits the length and number of
// prefix matches.

/** The meanings of a name, each as words. */
export type Meanings = readonly (readonly string[])[];

/** Finds synonyms among the words of a query. */
export class OtherNames {
  readonly #synonyms: Synonyms;
  readonly #language: Language;
  readonly #work: Work;
  readonly #distance = new TypoDistance();
  /** How the names sound, and the profiles of these sounds, by index; empty until needed. */
  readonly #sounds: string[] = [];
  readonly #profiles: number[] = [];

  constructor(
    { synonyms, language }: { readonly synonyms: Synonyms; readonly language: Language },
    work: Work,
  ) {
    this.#synonyms = synonyms;
    this.#language = language;
    this.#work = work;
  }

  /**
   * Returns the synonyms that start with the word at `from`: their meanings, and the index after
   * their last word.
   */
  at(
    words: readonly string[],
    from: number,
  ): { readonly to: number; readonly meanings: Meanings }[] {
    const found: { to: number; meanings: Meanings }[] = [];
    const last = Math.min(words.length, from + Math.max(1, this.#synonyms.maxWords));
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

  /**
   * Returns the meanings of the names with this prefix. If there are many names, takes only the
   * first few in alphabetical order.
   *
   * @param isUnknown - whether nothing in the table matches the first word of the text
   */
  startingWith(text: string, isUnknown = false): Meanings {
    if (text.length < (isUnknown ? SHORTEST_UNKNOWN : SHORTEST_BEGINNING)) return [];
    const names = this.#firstFrom(text, MAX_PREFIX_NAMES);
    return names.flatMap((name) =>
      name === text ? [] : (this.#synonyms.meanings.get(name) ?? []),
    );
  }

  /** Returns the meanings of the names that a word is most likely a misspelling of. */
  near(word: string): Meanings {
    let lowest = Math.min(TYPO.alike, word.length - SHORTEST_MISSPELLED);
    if (lowest < 0) return [];
    const { names, meanings } = this.#synonyms;
    const initial = word.charAt(0);
    const sounds = soundsOf(word);
    const profile = profileOf(sounds);
    this.#distance.prepare(sounds);
    let near: string[] = [];
    for (let i = firstFrom(names, initial); names[i]?.startsWith(initial); i++) {
      const name = elementAt(names, i);
      if (Math.abs(name.length - word.length) >= TYPO.alike) continue;
      this.#work.spend(FORM_WORK);
      this.#sounds[i] ??= soundsOf(name);
      const heard = elementAt(this.#sounds, i);
      this.#profiles[i] ??= profileOf(heard);
      if (minCost(profile, elementAt(this.#profiles, i), 0) > lowest) continue;
      const cost = this.#distance.to(heard, lowest);
      if (cost < lowest) near = [];
      if (cost <= lowest) near.push(name);
      lowest = Math.min(lowest, cost);
    }
    return near.flatMap((name) => meanings.get(name) ?? []);
  }

  /** Returns the meanings of a name whose last word may be singular or plural. */
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

  /** Returns the sorted names that start with a text, at most `count`. */
  #firstFrom(text: string, count: number): string[] {
    const { names } = this.#synonyms;
    this.#work.spend(NAME_LOOK_UP_WORK);
    const first = firstFrom(names, text);
    let end = first;
    while (end < first + count && names[end]?.startsWith(text)) end++;
    return names.slice(first, end);
  }
}

/** Returns the index at which a text is, or would be inserted, among sorted texts. */
export function firstFrom(sorted: readonly string[], text: string): number {
  return firstIndex(0, sorted.length, (index) => elementAt(sorted, index) >= text);
}

/** Shorter prefixes match too many names. */
const SHORTEST_BEGINNING = 4;
/** If nothing in the table matches the first word, a shorter prefix suffices: `aub`. */
const SHORTEST_UNKNOWN = 2;

/** In a word of this length, no letter may be wrong. */
const SHORTEST_MISSPELLED = 4;

/** The maximum number of names looked up for a prefix, in alphabetical order. */
const MAX_PREFIX_NAMES = 8;

/**
 * Units of work for making a form of a word and looking it up, and for searching the sorted names.
 */
const FORM_WORK = 32;
const NAME_LOOK_UP_WORK = 128;
