import { VOCABULARIES } from '../../amount/vocabularies.ts';
import { remember } from '../../cache/bounded-map.ts';
import { type AllMatches, rowReader } from '../all-matches.ts';
import { numberAt } from '../flat-arrays.ts';
import { RANKS } from '../limits.ts';
import { Work } from '../work.ts';
import { AllFoods, BestFoods } from './best-foods.ts';
import { CandidateWalk } from './candidate-walk.ts';
import { isAnswer } from './confidence.ts';
import { Dictionary } from './dictionary.ts';
import { foldWords } from './fold-words.ts';
import { FoodFilter } from './food-filter.ts';
import { headOf, mayBeKind, noteTest, piecesOf } from './food-note.ts';
import { FoodScorer } from './food-scorer.ts';
import { ForeignNames } from './foreign/foreign-names.ts';
import { type FuzzyIndex, isHead, isHeadOf } from './fuzzy-index.ts';
import {
  amountFields,
  FIRST_FOODS,
  type Interpretation,
  interpret,
  meaningOf,
  nameOf,
} from './interpretation.ts';
import type { ForeignLanguage, Language } from './language.ts';
import { Matcher } from './matcher.ts';
import type { Matches, Source } from './matches.ts';
import { type FirstMatch, meantFood } from './meant-food.ts';
import { OtherNames } from './other-names.ts';
import { PartialMatches } from './partial-matches.ts';
import { NO_SCORE, PENALTIES, scoreOf } from './penalties.ts';
import { QueryAmounts } from './query-amounts.ts';
import { type QueryLanguage, type QueryWords, readQuery } from './query-words.ts';
import type { FuzzyOptions } from './synonyms.ts';
import { WordForms } from './word-forms.ts';

// Runs a fuzzy search in steps: amount, foreign names, foods that match all words, then foods that
// match some.

/** The result of a search with `match=fuzzy`. */
export interface FuzzyAnswer {
  /** The matching rows, best first. */
  readonly rows: Uint32Array;
  /** The search words (see {@link nameOf}) and note words; '' with exclusions or phrases. */
  readonly name: string;
  /** The table's words for them (see {@link meaningOf}). */
  readonly meaning: string;
  readonly interpretation: Interpretation;
  /** The score of each row, if the query has a unit. Rows with equal scores match equally well. */
  readonly scores: readonly number[];
}

/** The language of a query, with the food names in it. */
type AskedLanguage = QueryLanguage & { readonly otherNames: OtherNames };

/**
 * Finds the foods that best match the words of a query, in any form. It reuses scratch memory, so
 * it handles one query at a time.
 */
export class FuzzySearcher {
  readonly #index: FuzzyIndex;
  readonly #work: Work;
  readonly #dictionary: Dictionary;
  readonly #matcher: Matcher;
  readonly #language: Language;
  readonly #forms: WordForms;
  readonly #amounts: QueryAmounts;
  readonly #filter: FoodFilter;
  readonly #scorer: FoodScorer;
  readonly #best = new BestFoods();
  #all: AllFoods | undefined;
  readonly #walk: CandidateWalk;
  readonly #partial: PartialMatches;
  readonly #foreignText: string | undefined;
  readonly #foreign = new Map<ForeignLanguage, AskedLanguage>();

  /** @param work Counts the work of searches, and may abort one. */
  constructor(index: FuzzyIndex, options: Omit<FuzzyOptions, 'everyday'>, work = new Work()) {
    const { language, foreignNames } = options;
    this.#index = index;
    this.#work = work;
    this.#foreignText = foreignNames;
    this.#dictionary = new Dictionary(index, work);
    const forms = new WordForms(this.#dictionary, options, work);
    const names = new OtherNames(options, work);
    this.#matcher = new Matcher(index, this.#dictionary, forms, language, names, work);
    this.#language = language;
    this.#forms = forms;
    this.#amounts = new QueryAmounts(language, work);
    this.#filter = new FoodFilter(index, this.#dictionary, forms, work);
    this.#scorer = new FoodScorer(index, work);
    this.#walk = new CandidateWalk(index, this.#filter, this.#scorer, this.#best, work);
    this.#partial = new PartialMatches(
      index,
      { filter: this.#filter, scorer: this.#scorer, best: this.#best, walk: this.#walk, forms },
      work,
    );
  }

  /**
   * Returns the matching foods, best first, at most `MAX_FOODS`.
   *
   * @param lang a language whose food names match too
   * @throws WorkLimitError if the work limit is reached before the answer is known
   */
  search(asked: string, lang?: ForeignLanguage): FuzzyAnswer {
    this.#work.reset();
    const foreign = this.#foreignNames(lang);
    const { amount, others, ...read } = this.#amounts.read(asked, lang, foreign?.names);
    const counted = { ...read, lang: foreign?.names.language, isCounted: amount !== undefined };
    const food = meantFood(counted, this.#amounts, (text) => this.#look(text, foreign));
    const kind = this.#findKind(food, read.kind, foreign, amount === undefined);
    let { query, matches } = kind ?? this.#find(food, foreign);
    const noted = kind === undefined ? this.#prefer(read.note) : [];
    let ranks = this.#answerTo(query, matches, amount !== undefined);
    // "2 cups Texmati, Louisiana pecan, or long-grain rice"
    const list = ranks.length > 0 ? undefined : this.#amounts.listIn(food, read.note, counted.lang);
    if (list !== undefined) {
      ({ query, matches } = this.#find(list, foreign));
      ranks = this.#answerTo(query, matches, true);
    }
    const findSources = () => this.#scorer.sourcesIn(ranks);
    const first = Array.from(ranks.subarray(0, FIRST_FOODS), (rank) => this.#scorer.namesOf(rank));
    const found = { dictionary: this.#dictionary, matches, query, first, findSources };
    const understood = interpret(found);
    const unread = others.map((typed) => ({ typed: foldWords(typed), manner: 'none' as const }));
    return {
      rows: ranks.map((rank) => numberAt(this.#index.rows, rank)),
      name: this.#filter.passesAll ? [nameOf(query.words, first[0]), ...noted].join(' ') : '',
      meaning: this.#filter.passesAll ? meaningOf(this.#dictionary, first[0]) : '',
      interpretation: {
        ...understood,
        readings: [...understood.readings, ...unread],
        ...(amount && amountFields(amount)),
      },
      scores: amount?.unit === undefined ? [] : this.#best.scores,
    };
  }

  /** Finds a kind of `food`: romaine lettuce or, if `other` heads are allowed, peanut butter. */
  #findKind(food: string, kind: string, foreign: AskedLanguage | undefined, other: boolean) {
    if (kind !== '') this.#find(food, foreign);
    const head = this.#head;
    const texts = [`${food} ${kind}`, `${kind} ${food}`];
    const isReversed = other && this.#forms.isQualifier(kind);
    for (const text of kind && (isReversed ? texts.reverse() : texts)) {
      const found = this.#find(text, foreign);
      const first = this.#isSure ? this.#best.first : undefined;
      if (first === undefined || !this.#walk.isMatched.every(Boolean)) continue;
      const isOther = () => mayBeKind(this.#index, first, food, other ? kind : '', this.#forms);
      if (this.#head === head || isOther()) return found;
    }
    return undefined;
  }

  /** Searches for a text, and returns how the first food matches it. */
  #look(text: string, foreign: AskedLanguage | undefined): FirstMatch {
    this.#find(`${text} `, foreign);
    const first = this.#walk.isMatched.every(Boolean) ? this.#best.first : undefined;
    const words = first === undefined ? [] : this.#scorer.wordsOf(first);
    return { isSure: this.#isSure, score: this.#best.scores[0] ?? NO_SCORE, words };
  }

  /** Whether the first food has all words that the table knows, as typed or by other names. */
  get #isSure(): boolean {
    return (this.#best.scores[0] ?? NO_SCORE) < scoreOf(PENALTIES.guessed);
  }

  /** The head of the first food. */
  get #head(): number | undefined {
    const { first } = this.#best;
    return first === undefined ? undefined : headOf(this.#index, first);
  }

  /** Moves up foods that have pieces of the note as segments, and returns the pieces' words. */
  #prefer(note: string): string[] {
    const first = note === '' ? undefined : this.#best.first;
    if (first === undefined) return [];
    const isMatched = (piece: string[]) =>
      this.#best.prefer(noteTest(this.#index, first, piece, this.#forms));
    // The first piece is the most important, so it is the last to move foods.
    return piecesOf(note).reverse().filter(isMatched).reverse().flat();
  }

  #find(text: string, foreign: AskedLanguage | undefined) {
    const query = readQuery(text, this.#language, foreign);
    this.#filter.prepare(query);
    const matches = this.#matcher.match(query, foreign?.otherNames);
    this.#best.clear();
    this.#scorer.prepare(matches);
    this.#walk.prepare(matches);
    const wanted = this.#walk.isMatched;
    this.#walk.collect(wanted, 0);
    if (!this.#best.isFull && wanted.filter(Boolean).length > 1) {
      this.#partial.collect(matches, wanted);
    }
    return { query, matches };
  }

  /** Returns the ranks found, or none if even the first food matches too weakly. */
  #answerTo(query: QueryWords, matches: Matches, isFood: boolean): Uint32Array {
    const { first } = this.#best;
    const matched = first === undefined ? [] : this.#scorer.wordsOf(first);
    const isFoodName = (source: Source) => isHead(this.#index, source);
    if (!isAnswer(matches, matched, query, this.#forms, isFood, isFoodName)) this.#best.clear();
    return this.#best.toRanks();
  }

  /**
   * For the last query, returns all foods that match every word the table knows, then the partial
   * matches in that query's answer.
   *
   * @throws WorkLimitError if the work limit is reached before the answer is known
   */
  allOfLast(): AllMatches {
    const { rows } = this.#index;
    const listed = this.#best.toRanks();
    // A note may have moved some listed foods up.
    const places = new Map(Array.from(listed, (rank, i) => [rank, i]));
    const wanted = this.#walk.isMatched;
    this.#all ??= new AllFoods(rows.length);
    this.#best.clear(this.#all);
    if (listed.length > 0) this.#walk.collect(wanted, 0);
    const { ranks, scores, count: matchedCount } = this.#all;
    const isMore = matchedCount > listed.length;
    const found = isMore ? ranks : listed;
    return {
      count: isMore ? matchedCount : listed.length,
      positionAt: (i) =>
        places.get(numberAt(found, i)) ?? (numberAt(scores, i) + 1) * RANKS + numberAt(found, i),
      readRows: rowReader(rows, found),
      uncountedFrom: isMore || matchedCount === 0 ? Number.POSITIVE_INFINITY : matchedCount,
    };
  }

  /** Returns the food names in a language, loading them on first use. */
  #foreignNames(lang: ForeignLanguage | undefined) {
    const text = this.#foreignText;
    if (lang === undefined || text === undefined || this.#language === 'none') return undefined;
    return remember(this.#foreign, lang, () => {
      const names = new ForeignNames(text, lang, this.#work);
      const otherNames = new OtherNames({ synonyms: names.synonyms, language: 'none' }, this.#work);
      const { falseFriends } = VOCABULARIES[lang];
      const isHead = (word: string) =>
        !falseFriends.has(word) && isHeadOf(this.#index, this.#dictionary.find(word));
      return { names, otherNames, isHead };
    });
  }
}
