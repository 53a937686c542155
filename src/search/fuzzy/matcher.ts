import { elementAt, numberAt } from '../flat-arrays.ts';
import type { Work } from '../work.ts';
import type { Dictionary } from './dictionary.ts';
import { singulars } from './english.ts';
import type { FuzzyIndex } from './fuzzy-index.ts';
import type { Language } from './language.ts';
import type { Alternative, Matches, Slot, Source } from './matches.ts';
import { withoutNegation } from './negation.ts';
import type { OtherNames } from './other-names.ts';
import { POINTS } from './points.ts';
import type { QueryWords } from './query-words.ts';
import { type Slip, SlipFinder } from './slips.ts';
import type { WordForms } from './word-forms.ts';

/** More alternatives of a query are left out: each costs a little for every food looked at. */
const MOST_ALTERNATIVES = 32;

/** Slips are looked for where no more foods have the word: a table has misspelled words too. */
const FEW_FOODS = 2;

/** A name that is still being typed is looked up with so many words of the query, the last ones. */
const MOST_BEGUN_WORDS = 4;

/** Longer words, in letters, are not tried in two. */
const LONGEST_SPLIT = 32;

/** Finds what each word of a query may be met by in a table. */
export class Matcher {
  readonly #index: FuzzyIndex;
  readonly #dictionary: Dictionary;
  readonly #slips: SlipFinder;
  readonly #forms: WordForms;
  readonly #language: Language;
  readonly #names: OtherNames;

  constructor(
    index: FuzzyIndex,
    dictionary: Dictionary,
    forms: WordForms,
    { language, names }: { readonly language: Language; readonly names: OtherNames },
    work: Work,
  ) {
    this.#forms = forms;
    this.#index = index;
    this.#dictionary = dictionary;
    this.#slips = new SlipFinder(dictionary, index.wordProfiles, work);
    this.#language = language;
    this.#names = names;
  }

  /** Looks up a query. */
  match({ words, lastIsOpen, foreign }: QueryWords, foreignNames?: OtherNames): Matches {
    const slots: Slot[] = words.map((word, i) =>
      this.#slotOf(word, lastIsOpen && i === words.length - 1),
    );
    const alternatives: Alternative[] = [];
    const slotNumbers = new Map<string, number>();
    const add = (
      [from, to]: readonly [number, number],
      target: readonly string[],
      way: Omit<Alternative, 'from' | 'to' | 'slots'>,
    ) => {
      if (alternatives.length === MOST_ALTERNATIVES) return;
      const found: number[] = [];
      for (const word of target) {
        let slot = slotNumbers.get(way.manner + word);
        if (slot === undefined) {
          const sources = this.#forms.of(word, way.manner);
          if (sources.length === 0) return;
          slot = slots.push({ sources }) - 1;
          slotNumbers.set(way.manner + word, slot);
        }
        found.push(slot);
      }
      alternatives.push({ ...way, from, to, slots: found });
    };
    const joined = {
      points: POINTS.joined,
      together: true,
      manner: 'word',
      isWhole: true,
    } as const;
    const named = {
      points: POINTS.otherName,
      together: false,
      manner: 'name',
      isWhole: true,
    } as const;
    const begun = { ...named, points: POINTS.otherName + POINTS.beginning };
    const misspelled = {
      ...named,
      points: POINTS.otherName + POINTS.slip,
      manner: 'slip',
      isWhole: false,
    } as const;
    const misspelledTwice = { ...misspelled, points: POINTS.otherName + POINTS.twoSlips };
    for (const { from, to, words: other, points } of foreign.others) {
      add([from, to], other, { ...named, points });
    }
    for (const { from, text } of foreign.begun) {
      for (const meaning of foreignNames?.startingWith(text) ?? []) {
        add([from, words.length], meaning, begun);
      }
    }
    for (const [from, word] of words.entries()) {
      for (const { to, meanings } of this.#names.at(words, from)) {
        for (const meaning of meanings) add([from, to], meaning, named);
      }
      if (this.#isRare(elementAt(slots, from))) {
        const near = [...(foreignNames?.near(word) ?? []), ...this.#names.near(word)];
        for (const { meaning, slips } of near) {
          add([from, from + 1], meaning, slips === 1 ? misspelled : misspelledTwice);
        }
      }
      if (lastIsOpen && from >= words.length - MOST_BEGUN_WORDS) {
        const text = words.slice(from).join('');
        for (const meaning of this.#names.startingWith(text)) {
          add([from, words.length], meaning, begun);
        }
      }
      const next = words[from + 1];
      if (next !== undefined) {
        add([from, from + 2], [word + next], joined);
        if (lastIsOpen && from === words.length - 2) {
          const source = this.#beginning(word + next, POINTS.same);
          const points = POINTS.joined + POINTS.beginning;
          if (source !== undefined && alternatives.length < MOST_ALTERNATIVES) {
            const slot = slots.push({ sources: [source] }) - 1;
            const way = { points, together: false, manner: 'beginning', isWhole: true } as const;
            alternatives.push({ ...way, from, to: from + 2, slots: [slot] });
          }
        }
      }
      for (const [left, right] of this.#splitsOf(word))
        add([from, from + 1], [left, right], joined);
    }
    return { words, slots, alternatives };
  }

  #slotOf(word: string, isOpen: boolean): Slot {
    const sources = this.#forms.of(word, 'word');
    const isKnown = sources.length > 0;
    const stem = withoutNegation(word);
    if (isOpen || !isKnown) {
      const points = isOpen ? POINTS.beginning : POINTS.earlierBeginning;
      const beginning = this.#beginning(word, points);
      if (beginning !== undefined) sources.push(beginning);
    }
    if (this.#foodCount(sources) <= FEW_FOODS) {
      const mark = word.slice(0, word.length - stem.length);
      for (const { word: other, slips } of this.#slipsOf(stem)) {
        const points = slips === 1 ? POINTS.slip : POINTS.twoSlips;
        for (const form of this.#forms.of(mark + this.#dictionary.wordAt(other), 'slip')) {
          addOnce(sources, { ...form, points: form.points + points });
        }
      }
    }
    return { sources };
  }

  /** The words that begin with one, if there are any. */
  #beginning(word: string, points: number): Source | undefined {
    const { first, end } = this.#dictionary.startingWith(withoutNegation(word));
    const polarity = this.#forms.polarityOf(word);
    return first < end ? { first, end, points, manner: 'beginning', polarity } : undefined;
  }

  /** The nearest words of the table, be what was typed one of them or its plural. */
  #slipsOf(word: string): Slip[] {
    const typed = this.#language === 'english' ? singulars(word) : [word];
    const found = typed.flatMap((form) => this.#slips.find(form));
    const least = Math.min(...found.map(({ slips }) => slips));
    return found.filter(({ slips }) => slips === least);
  }

  /** Whether hardly any food has the word itself or what it begins. */
  #isRare({ sources }: Slot): boolean {
    const real = sources.filter(({ manner }) => manner !== 'slip');
    return this.#foodCount(real) <= FEW_FOODS;
  }

  /** How many foods have words of the sources; a food that has two of them counts twice. */
  #foodCount(sources: readonly Source[]): number {
    const { postingStarts } = this.#index;
    let count = 0;
    for (const [i, { first, end }] of sources.entries()) {
      // A word that begins like the one typed is among the beginnings already, or is all of them.
      const isCountedElsewhere = sources.some(
        (other, j) =>
          other.first <= first &&
          other.end >= end &&
          (j < i || other.end - other.first > end - first),
      );
      if (isCountedElsewhere) continue;
      count += numberAt(postingStarts, end) - numberAt(postingStarts, first);
    }
    return count;
  }

  /** The word in two, where the table has the first part as a word. */
  #splitsOf(word: string): (readonly [string, string])[] {
    if ([...word].length > LONGEST_SPLIT) return [];
    const lengths = this.#dictionary.lengthsOfBeginnings(word);
    return lengths.map((length) => [word.slice(0, length), word.slice(length)]);
  }
}

/** Adds a word, unless it is among the sources already: of two slips, the one with fewer points. */
function addOnce(sources: Source[], source: Source): void {
  const at = sources.findIndex(
    ({ first, end, polarity }) =>
      first <= source.first && end >= source.end && polarity === source.polarity,
  );
  const known = sources[at];
  if (known === undefined) sources.push(source);
  else if (known.manner === 'slip' && source.points < known.points) sources[at] = source;
}
