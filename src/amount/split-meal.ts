import { depthOf, FoodReader, textOfTokens } from './food-text.ts';
import type { Vocabulary } from './languages/vocabulary.ts';
import { plainText, type Token } from './tokens.ts';

// Splits a sentence or list about a meal into its foods.

/** The maximum length in UTF-16 code units. Longer text is truncated. */
export const MAX_MEAL_TEXT = 2_000;

/** Line breaks, semicolons, and periods that end a sentence, not an abbreviation: "2 Tbsp. Oil". */
const SEPARATORS = /[\n;]|(?<=\p{L}{4})(?<![Tt]bsps?|[Pp]kgs)\.\s+(?=\p{Lu})/u;

/** The foods of a meal in text. */
export interface Meal {
  /** Each food with its amount, as written: "two eggs", "a slice of toast". */
  readonly lines: readonly string[];
  /** Whether the text is a sentence: "I had …", "… for lunch", "calories in …". */
  readonly isSentence: boolean;
}

/**
 * Splits text into the foods of a meal: "I had two eggs and a slice of toast" gives "two eggs" and
 * "a slice of toast". A single food gives one line, without the words around it ("I had", "for
 * lunch", "how much fat is in").
 *
 * Line breaks, semicolons and ends of sentences always separate foods. Commas separate foods in a
 * sentence, or if at least two of the pieces have an amount. So do "and" and "with": in a sentence,
 * everywhere except in names such as "macaroni and cheese"; in other text, before an amount. "and"
 * also separates the last item of a list.
 */
export function splitMeal(text: string, vocabulary: Vocabulary): Meal {
  const whole = text.slice(0, MAX_MEAL_TEXT).trimStart();
  const rest = whole.replace(vocabulary.question, '');
  const pieces = plainText(rest, vocabulary).split(SEPARATORS);
  const meals = pieces.map((piece) => new MealReader(piece, vocabulary).read());
  return {
    lines: meals.flatMap(({ lines }) => lines),
    isSentence: rest !== whole || meals.some(({ isSentence }) => isSentence),
  };
}

/**
 * Returns the foods of a sentence, according to the first vocabulary that recognizes it. Returns
 * any other text unchanged.
 */
export function foodsInSentence(
  text: string,
  vocabularies: readonly Vocabulary[],
): readonly [first: string, ...others: string[]] {
  const plain = text.slice(0, MAX_MEAL_TEXT).toLowerCase().replaceAll('’', "'").normalize('NFKD');
  const words = plain.replace(/\p{M}/gu, '').match(/\p{L}+'?/gu) ?? [];
  for (const vocabulary of vocabularies) {
    const { speakerWords, occasions, question } = vocabulary;
    const isSpoken = words.some((word) => speakerWords.includes(word) || occasions.includes(word));
    if (!isSpoken && !question.test(text)) continue;
    const { isSentence, lines } = splitMeal(text, vocabulary);
    const [first, ...others] = lines;
    if (isSentence && first !== undefined) return [first, ...others];
  }
  return [text];
}

class MealReader extends FoodReader {
  read(): Meal {
    const rest = this.#withoutIntroduction();
    const isSentence = rest.length < this.tokens.length;
    const foods = new MealReader(this.text, this.vocabulary, rest).#split(isSentence);
    const lines = foods.map((tokens) => textOfTokens(this.text, tokens));
    const all = lines.length > 1 || isSentence ? lines : [this.text.trim()];
    const trimmed = all.map((line) => line.replace(/[\s,?]+$/, ''));
    return { lines: trimmed.filter((line) => line !== ''), isSentence };
  }

  /** Returns the tokens without words that say who ate and when: "I just had", "for lunch". */
  #withoutIntroduction(): Token[] {
    const { introWords, speakerWords } = this.vocabulary;
    const kept: Token[] = [];
    for (let index = 0; index < this.tokens.length; ) {
      const token = this.tokens[index];
      const isFirst = kept.every(({ word }) => introWords.includes(word));
      const end = this.#afterOccasion(index, isFirst);
      if (end === undefined && token !== undefined) kept.push(token);
      index = end ?? index + 1;
    }
    const start = kept.findIndex(({ word }) => !introWords.includes(word) && word !== ',');
    // "ich habe Eier gegessen", "rice calories"
    const end = kept.findLastIndex(({ word }) => !speakerWords.includes(word)) + 1;
    const isSpoken = (tokens: Token[]) => tokens.some(({ word }) => speakerWords.includes(word));
    const isSentence = isSpoken(kept.slice(0, start)) || (start === 0 && isSpoken(kept.slice(end)));
    return isSentence ? kept.slice(start, end) : kept;
  }

  /**
   * Returns the index after "for lunch", "as my snack" or "breakfast:", or `undefined` if none
   * starts here.
   */
  #afterOccasion(start: number, isFirst: boolean): number | undefined {
    const { articles, before, linking, occasions, with: joins } = this.vocabulary;
    let index = this.after(start, [...before, ...articles]);
    const isAfter = before.includes(this.word(start));
    // "petit-déjeuner"
    index = this.afterHyphen(index);
    if (!occasions.includes(this.word(index))) return undefined;
    index = this.after(index, occasions);
    const next = this.word(index);
    if (isFirst && this.at(index)?.unit !== undefined) return index;
    // Skips "was" in "breakfast was oats", but not "and" in "eggs for lunch and a coffee", which
    // separates foods.
    const isNamed = next === ':' || linking.includes(next);
    if (isNamed && (isFirst || !isAfter)) return isFirst ? index + 1 : undefined;
    // "a snack with 50 grams of popcorn"
    const leadsOn = joins.includes(next) && (isAfter || index > start + 1);
    if (leadsOn || (isAfter && isFirst && next === ',')) return index + 1;
    return isAfter ? index : undefined;
  }

  /** Returns the tokens of each food. */
  #split(isSentence: boolean): Token[][] {
    const { and, articles, introWords, linking, paired, with: joins } = this.vocabulary;
    const isAmount = (index: number) => {
      const start = this.afterFillers(index);
      return articles.includes(this.word(start)) || this.at(start) !== undefined;
    };
    const amounts = this.tokens.filter(
      (_, index) => isAmount(index) && (index === 0 || this.#isSeparator(index - 1)),
    );
    if (!isSentence && amounts.length < 2) return [[...this.tokens]];
    const lines: Token[][] = [[]];
    let depth = 0;
    let hasComma = false;
    this.tokens.forEach((token, index) => {
      depth += depthOf(token.word);
      const isComma = token.word === ',' && !this.#isNote(index + 1);
      // "eggs and toast", "toast with butter", but "macaroni and cheese", "café con leche"
      const isPair = paired.includes(this.word(index + 1)) && this.word(index - 1) !== ',';
      const isOther = isSentence && !isPair && !linking.includes(this.word(index + 1));
      const isLast = and.includes(token.word) && (hasComma || isOther);
      const pair = [-1, 0, 1].map((step) => this.word(index + step)).join(' ');
      const isWith = isSentence && joins.includes(token.word) && !paired.includes(pair);
      const isEnd = isComma || isLast || isWith || isAmount(this.after(index + 1, introWords));
      const line = lines.at(-1);
      if (depth === 0 && isEnd && this.#isSeparator(index)) {
        hasComma ||= isComma;
        lines.push([]);
      } else if (line?.length !== 0 || !introWords.includes(token.word)) line?.push(token);
    });
    return lines;
  }

  #isSeparator(index: number): boolean {
    const word = this.word(index);
    const { and, plus, with: joins } = this.vocabulary;
    return word === ',' || [...and, ...plus, ...joins].includes(word);
  }

  /**
   * Whether the text after a comma only describes the food: "finely sliced", "and it's 130 grams".
   */
  #isNote(index: number): boolean {
    const { asides, cuts, linking } = this.vocabulary;
    const word = this.word(index);
    return /..ly$/.test(word) || [...asides, ...cuts, ...linking].includes(word);
  }
}
