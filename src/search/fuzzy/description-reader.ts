import { CATEGORY_NAMES, INFANT_FOOD_NAMES } from '../../amount/languages/kinds.ts';
import { VOCABULARIES } from '../../amount/vocabularies.ts';
import { byteAt, elementAt } from '../flat-arrays.ts';
import { foldInto } from '../fold.ts';
import { GrowingBytes } from '../growing-array.ts';
import { depthAfter, isSegmentBreak } from '../segments.ts';
import { TermTable } from '../term-table.ts';
import { COMMA, codePointLength, DECODER, ENCODER, equalsAt, HYPHEN, SLASH } from '../utf8.ts';
import { endOfWord, isWordAt } from '../word-characters.ts';
import { foldWords, SPACE } from './fold-words.ts';
import { NEGATED_TOKEN, SEGMENT_START, WORD_SHIFT } from './fuzzy-index.ts';
import { type ForeignLanguage, foreignOf, type Language } from './language.ts';
import { NegationReader, Role } from './negation.ts';
import { INGREDIENT_PLACE, Part, partOfSegment } from './place.ts';
import { plainnessOf, WordTraits } from './word-traits.ts';

// Parses descriptions for `match=fuzzy`: segments, asides, category, head, family and words.

/**
 * Parses descriptions one at a time. It works on bytes and reuses its buffers, so that nearly all
 * are parsed without allocating strings or objects.
 */
export class DescriptionReader {
  /** The distinct words of all descriptions. */
  readonly words = new TermTable();
  /** The distinct families: foods with the same words in category and head. */
  readonly families = new TermTable();

  /** The tokens, encoded as in a fuzzy index, but with the word IDs of {@link words}. */
  readonly tokens: number[] = [];
  family = 0;
  isInfantFood = false;
  /** Higher with plain words such as `raw`, lower with unusual ones such as `sprouted`. */
  plainness = 0;

  readonly #traits = new WordTraits();
  readonly #negationReader = new NegationReader();
  /** The folded text, which each text replaces. */
  readonly #folded = new GrowingBytes();
  #name = new Uint8Array();
  #nameLength = 0;
  /** The start and end of each word in the text, and its ID in {@link words}. */
  readonly #wordStarts: number[] = [];
  readonly #wordEnds: number[] = [];
  readonly #terms: number[] = [];
  /** For each segment, the index after its last word. */
  readonly #segmentEnds: number[] = [];
  readonly #asides: boolean[] = [];
  /** Bits of the plain and unusual words that are not negated. */
  #kindBits = 0;
  /** If set, the first word is the head even if no comma follows it: `Lait` in "Lait entier". */
  readonly #language: ForeignLanguage | undefined;

  get #text(): Uint8Array {
    return this.#folded.bytes;
  }

  constructor(language: Language = 'english') {
    this.#language = foreignOf(language);
  }

  read(description: string): void {
    const length = foldInto(description, this.#folded, foldWords);
    // The name may be two separators longer than the text.
    if (this.#name.length < length + 2) this.#name = new Uint8Array(2 * length + 2);
    this.#readSegments(length);
    const first = this.#segmentOutside(0);
    const isParted = this.#language !== undefined && this.#partHead(first);
    const second = this.#segmentOutside(first + 1);
    this.#nameLength = 0;
    this.#appendName(first);
    // In "Pomme de terre", "Pomme" alone is not the name.
    const next = isParted ? this.#startOf(second) : 0;
    const isLinked = isParted && (this.#follows(next, HYPHEN) || this.#isLinking(next));
    if (isLinked) this.#appendName(second);
    this.isInfantFood = this.#isNamed(INFANT_FOOD_SEGMENTS);
    const hasCategory = second < this.#asides.length && this.#isNamed(CATEGORY_SEGMENTS);
    if (hasCategory) {
      this.#name[this.#nameLength++] = COMMA;
      this.#appendName(second);
    }
    this.family = this.families.numberOf(this.#name, 0, this.#nameLength);
    this.#readTokens(hasCategory, isParted ? second : -1, isLinked);
  }

  /** Parses other names of the last food, each into its own segment. */
  readNames(names: string): void {
    this.#readSegments(foldInto(names, this.#folded, foldWords));
    for (let name = 0; name < this.#asides.length; name++) this.#addTokens(name, Part.ownName);
  }

  /** Splits the text at commas, semicolons and parentheses into segments with at least one word. */
  #readSegments(length: number): void {
    const text = this.#text;
    this.#wordStarts.length = 0;
    this.#wordEnds.length = 0;
    this.#terms.length = 0;
    this.#segmentEnds.length = 0;
    this.#asides.length = 0;
    let depth = 0;
    for (let at = 0; at < length; ) {
      // Folded text has no combining marks, so words consist only of letters and digits.
      if (isWordAt(text, at, length)) {
        const end = endOfWord(text, at, length);
        this.#wordStarts.push(at);
        this.#wordEnds.push(end);
        this.#terms.push(this.#termOf(at, end));
        at = end;
        continue;
      }
      const byte = byteAt(text, at);
      if (isSegmentBreak(byte)) {
        this.#endSegment(depth > 0);
        depth = depthAfter(byte, depth);
      }
      at += codePointLength(byte);
    }
    this.#endSegment(depth > 0);
  }

  #endSegment(isAside: boolean): void {
    if (this.#wordStarts.length === this.#startOf(this.#segmentEnds.length)) return;
    this.#segmentEnds.push(this.#wordStarts.length);
    this.#asides.push(isAside);
  }

  /** Splits the first word of a segment off into its own segment. */
  #partHead(segment: number): boolean {
    const end = this.#startOf(segment) + 1;
    if ((this.#segmentEnds[segment] ?? end) === end) return false;
    this.#segmentEnds.splice(segment, 0, end);
    this.#asides.splice(segment, 0, false);
    return true;
  }

  /** Whether only this character separates a word from the one before. */
  #follows(word: number, byte: number): boolean {
    const end = elementAt(this.#wordEnds, word - 1);
    return elementAt(this.#wordStarts, word) === end + 1 && byteAt(this.#text, end) === byte;
  }

  /** Whether a word, such as "mit", links the words around it. */
  #isLinking(word: number): boolean {
    if (this.#language === undefined) return false;
    const [start, end] = [elementAt(this.#wordStarts, word), elementAt(this.#wordEnds, word)];
    const { nameLinks } = VOCABULARIES[this.#language];
    return nameLinks.has(DECODER.decode(this.#text.subarray(start, end)));
  }

  /** Returns the first segment at or after this one that is not an aside, or the segment count. */
  #segmentOutside(from: number): number {
    let segment = from;
    while (this.#asides[segment]) segment++;
    return segment;
  }

  /** Appends a segment's words to the name, a space after each, unless there is no such segment. */
  #appendName(segment: number): void {
    if (segment === this.#asides.length) return;
    const end = elementAt(this.#segmentEnds, segment);
    for (let word = this.#startOf(segment); word < end; word++) {
      const wordEnd = elementAt(this.#wordEnds, word);
      for (let at = elementAt(this.#wordStarts, word); at < wordEnd; at++) {
        this.#name[this.#nameLength++] = byteAt(this.#text, at);
      }
      this.#name[this.#nameLength++] = SPACE;
    }
  }

  /** Returns the index of a segment's first word. */
  #startOf(segment: number): number {
    return segment === 0 ? 0 : elementAt(this.#segmentEnds, segment - 1);
  }

  #isNamed(names: readonly Uint8Array[]): boolean {
    return names.some((name) => name.length === this.#nameLength && equalsAt(this.#name, 0, name));
  }

  /**
   * Reads the words of all segments. Segment `joined` (if not -1) continues the segment before it.
   * If `isLinked`, that earlier segment is only part of a name, like "Pomme" in "Pomme de terre".
   */
  #readTokens(hasCategory: boolean, joined: number, isLinked: boolean): void {
    this.tokens.length = 0;
    this.#kindBits = 0;
    // The segment after a category is the head.
    let number = hasCategory ? -1 : 0;
    for (let segment = 0; segment < this.#asides.length; segment++) {
      if (elementAt(this.#asides, segment)) this.#addTokens(segment, Part.aside);
      else {
        const part = this.#compoundPart(segment, joined) ?? partOfSegment(number);
        this.#addTokens(segment, part, segment === joined, isLinked && segment + 1 === joined);
        number++;
      }
    }
    this.plainness = plainnessOf(this.#kindBits);
  }

  /** Returns the {@link Part} of a segment if a slash or, in German, a hyphen determines it. */
  #compoundPart(segment: number, joined: number): Part | undefined {
    if (joined === -1) return undefined;
    const start = this.#startOf(joined);
    // "Sauerrahm/Saure Sahne": two names of sour cream; "Sahne-Windbeutel" are pastries.
    if (segment === joined) return this.#follows(start, SLASH) ? Part.head : undefined;
    const isCompound = this.#language === 'de' && this.#follows(start, HYPHEN);
    return isCompound && segment + 1 === joined ? Part.second : undefined;
  }

  #addTokens(segment: number, part: Part, goesOn = false, isPart = false): void {
    const start = this.#startOf(segment);
    const end = elementAt(this.#segmentEnds, segment);
    let place = part * 2 + Number(isPart || end - start > 1);
    this.#negationReader.reset();
    for (let word = start; word < end; word++) {
      // "Sahne" does not name the food in "Tee mit Sahne".
      if (this.#language === 'de' && this.#isLinking(word)) place = INGREDIENT_PLACE;
      const roleAfter = word + 1 < end ? this.#roleOf(word + 1) : Role.none;
      const isNegated = this.#negationReader.next(this.#roleOf(word), roleAfter);
      const term = elementAt(this.#terms, word);
      if (!isNegated) this.#kindBits |= this.#traits.kindOf(term, part === Part.aside);
      const marks =
        (word === start && !goesOn ? SEGMENT_START : 0) | (isNegated ? NEGATED_TOKEN : 0);
      this.tokens.push((term << WORD_SHIFT) | place | marks);
    }
  }

  #roleOf(word: number): number {
    return this.#traits.roleOf(elementAt(this.#terms, word));
  }

  /** Returns the ID of the word from `start` to `end` of the text. */
  #termOf(start: number, end: number): number {
    const term = this.words.numberOf(this.#text, start, end);
    if (term === this.#traits.count) this.#traits.add(this.#text, start, end);
    return term;
  }
}

/** Encoded like a segment's name: a space after each word. */
const CATEGORY_SEGMENTS = CATEGORY_NAMES.map((name) => ENCODER.encode(`${name} `));
const INFANT_FOOD_SEGMENTS = INFANT_FOOD_NAMES.map((name) => ENCODER.encode(`${name} `));
