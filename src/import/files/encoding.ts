import { isAscii, isUtf8 } from 'node:buffer';
import { TextDecoder } from 'node:util';
import { analyse } from 'chardet';
import { dataRows } from '../data-rows.ts';
import { ImportError } from '../import-error.ts';
import type { SourceFile } from './source-files.ts';

// Detects the encoding of a text file: Unicode, an East Asian encoding (with chardet), or a
// single-byte one (by the letters that occur together).

/** How many bytes are searched for non-ASCII lines, and how many of their bytes are examined. */
const SEARCHED_BYTES = 2 ** 22;
const SAMPLE_BYTES = 2 ** 16;

/** Detects a file's encoding from its first non-ASCII lines, as {@link encodingOf} does. */
export async function fileEncoding(file: SourceFile): Promise<string> {
  const lines: string[] = [];
  let read = 0;
  for await (const chunk of file.read()) {
    if (read === 0 && isAscii(chunk) && isSevenBit(latin1(chunk)))
      throw new ImportError(file.path, UNREADABLE);
    const encoding = read === 0 ? markedEncoding(chunk) : undefined;
    if (encoding !== undefined) return encoding;
    const found = isAscii(chunk) ? [] : oddLines(chunk, read === 0);
    read += chunk.length;
    lines.push(...found);
    if (read > SEARCHED_BYTES || lines.join('').length > SAMPLE_BYTES) break;
  }
  const sample = Buffer.from(lines.join('\n'), 'latin1').subarray(0, SAMPLE_BYTES);
  const found = encodingOf(sample);
  if (found === undefined) throw new ImportError(file.path, UNDETECTED);
  return found;
}

const UNDETECTED =
  'its encoding cannot be detected. Set it (--encoding gb18030) or save it as UTF-8.';
const UNREADABLE =
  'it is in HZ, UTF-7, ISO-2022-KR or ISO-2022-CN, which cannot be read. Save it as UTF-8. If it is ASCII, set --encoding utf-8.';

/** Returns a chunk's non-ASCII lines, if possible without those at its ends, which may be cut. */
function oddLines(chunk: Buffer, isFirst: boolean): readonly string[] {
  const all = chunk.toString('latin1').split('\n');
  const whole = all.length > 2 ? all.slice(isFirst ? 0 : 1, -1) : all;
  return whole.filter((line) => NOT_ASCII.test(line));
}

const NOT_ASCII = /[\u0080-\u00ff]/;
/** Matches HZ: at least two characters between the braces, each a pair of bytes. */
const HZ = /~\{(?:[!-w][!-~]){2,}~\}/;
/** Matches three Western letters in UTF-7, such as `+AOk-`; one or two may occur by chance. */
const UTF_7 = /(?:\p{L}\+A[I-P][\w+/]-.*?){3}/su;
/** Checks for HZ, UTF-7, ISO-2022-KR and ISO-2022-CN, which look like ASCII. */
const isSevenBit = (text: string) => text.includes('\u001b$)') || HZ.test(text) || UTF_7.test(text);
const latin1 = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1');

/**
 * Detects the encoding of text from some of its bytes. Returns a name that {@link decoderOf}
 * accepts. `utf-8` can also mean Windows-1252, since the decoder chooses between them for each
 * line. Returns `undefined` if several encodings fit equally well, or none fits.
 */
export function encodingOf(bytes: Uint8Array): string | undefined {
  const marked = markedEncoding(bytes);
  if (marked !== undefined) return marked;
  if (isUtf8Start(bytes)) return 'utf-8';
  const [eastAsian, ...others] = eastAsianEncodings(bytes);
  const isCased = CASED.some((encoding) => fitOf(decoderOf(encoding)(bytes)).fit === 1);
  if (eastAsian?.isSure && !isCased) return eastAsian.encoding;
  const single = singleByteEncoding(bytes);
  if (single !== undefined) return single;
  return others[0]?.confidence === eastAsian?.confidence ? undefined : eastAsian?.encoding;
}

/** Returns the encoding that a byte order mark, zero bytes or escape sequences reveal. */
export function markedEncoding(start: Uint8Array): string | undefined {
  if (Buffer.from(start).includes('\u001b$')) return 'iso-2022-jp';
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le';
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be';
  // For ASCII text in UTF-16 without a byte order mark, every other byte is zero.
  if (start[0] === 0 && start[1] !== 0 && start[2] === 0 && start[3] !== 0) return 'utf-16be';
  if (start[1] === 0 && start[0] !== 0 && start[3] === 0 && start[2] !== 0) return 'utf-16le';
  return undefined;
}

/**
 * Checks whether text is UTF-8. If at least one in eight of the non-ASCII lines is UTF-8, the rest
 * come from another file or are damaged.
 */
function isUtf8Start(bytes: Uint8Array): boolean {
  if (isCutUtf8(bytes)) return true;
  const lines = Buffer.from(bytes).toString('latin1').split('\n');
  const odd = lines.filter((line) => NOT_ASCII.test(line));
  return odd.filter((line) => isUtf8(Buffer.from(line, 'latin1'))).length * 8 >= odd.length;
}

/** Checks whether bytes are UTF-8, perhaps with a character cut off at the end. */
export function isCutUtf8(bytes: Uint8Array): boolean {
  return [0, 1, 2, 3].some((cut) => isUtf8(bytes.subarray(0, bytes.length - cut)));
}

/** In lowercase; chardet returns some names in uppercase. */
const EAST_ASIAN = ['gb18030', 'big5', 'euc-jp', 'euc-kr', 'shift_jis'];
/** In percent. Western text and short East Asian text can reach 10. */
const MIN_CONFIDENCE = 35;
const MIN_KANA = 5;
const FINAL_CONSONANTS = /[\u11a8-\u11c2]/g;

/** Returns the East Asian encodings that nearly all non-ASCII characters fit, best first. */
function eastAsianEncodings(bytes: Uint8Array) {
  return analyse(bytes).flatMap(({ name, confidence }) => {
    const encoding = name.toLowerCase();
    if (!EAST_ASIAN.includes(encoding)) return [];
    const text = decoderOf(encoding)(bytes);
    const count = (form: RegExp) => text.match(form)?.length ?? 0;
    const own = count(/[\p{Script=Han}\p{Script=Hangul}\u3000-\u30ff\uff01-\uff60]/gu);
    // Korean has hardly any Chinese characters, and many syllables that end in a vowel.
    const hangul = count(/\p{Script=Hangul}/gu);
    const finals = text.normalize('NFD').match(FINAL_CONSONANTS)?.length ?? 0;
    const isKorean = hangul > 4 * count(/\p{Script=Han}/gu) && finals * 4 < hangul * 3;
    if (own * 10 <= count(/[^\p{ASCII}]/gu) * 9 || (encoding === 'euc-kr' && !isKorean)) return [];
    const isSure = confidence >= MIN_CONFIDENCE || count(/[\u3041-\u30ff]/g) >= MIN_KANA;
    return [{ encoding, confidence, isSure }];
  });
}

/**
 * If two encodings fit equally well, the first wins. A row has the name, the kinds and, for
 * encodings that the Encoding Standard lacks, the characters from 0x80.
 */
const SINGLE_BYTE = dataRows('encodings.tsv');
const ofKind = (kind: string): readonly string[] =>
  SINGLE_BYTE.flatMap(([name = '', kinds = '']) => (kinds.includes(kind) ? name : []));
const UPPER_HALVES = new Map(SINGLE_BYTE.map(([name = '', , half = '']) => [name, half]));

/** Encodings that are considered only if the text is in one language. */
const REGIONAL = ofKind('regional');
const CYRILLIC = ofKind('cyrillic');
/** Chinese decoded with one of these would have capitals within words. */
const CASED = ofKind('cased');
/** The minimum score of a regional encoding. */
const MIN_FIT = 0.5;
/** If at least this many characters are unlikely, and most are, the encoding is unknown. */
const MIN_MISFITS = 5;

function singleByteEncoding(bytes: Uint8Array): string | undefined {
  const words = latin1(bytes).match(AROUND_ODD) ?? [];
  const odd = Buffer.from(words.join(' '), 'latin1');
  const barred = HEBREW.test(latin1(bytes)) ? [...CYRILLIC] : [];
  if (HEBREW_DOS.test(latin1(bytes))) barred.push('ibm866');
  const possible = [...UPPER_HALVES.keys()].filter((name) => !barred.includes(name));
  const all = possible.map((encoding) => {
    const text = decoderOf(encoding)(odd);
    const isRegional = REGIONAL.includes(encoding);
    return { encoding, isRegional, isOne: isOneLanguage(text), ...fitOf(text) };
  });
  const { fit = 0, isOne = false, misfits = 0 } = all[0] ?? {};
  const minFit = Math.max(MIN_FIT, fit);
  const fits = all.flatMap((one) => (one.isOne && !one.isRegional ? one.fit : []));
  const isLikely = (one: { readonly fit: number }) =>
    one.fit >= minFit && one.fit > Math.max(...fits);
  const regional = all.filter((one) => one.isRegional && one.isOne && isLikely(one));
  // A single `µ` would be a letter in other encodings.
  if (misfits === 0 && (isOne || regional.length === 0)) return 'utf-8';
  const likely = regional.length > 0 ? regional : all.filter((one) => !one.isRegional);
  const best = likely.reduce((a, b) => (b.fit > a.fit ? b : a));
  if (best.fit < 0 && best.misfits >= MIN_MISFITS) return undefined;
  return best.encoding === 'windows-1252' ? 'utf-8' : best.encoding;
}

/** Match Hebrew read as Russian, without capitals, ы, ь, э, ю and я, or as DOS, only capitals. */
const [HEBREW, HEBREW_DOS] = [/^[^\xc0-\xdf\xfb-\xff]*$/, /^[^\x9b-\xff]*$/];

/** The non-ASCII letters of languages. */
const ALPHABETS = dataRows('alphabets.tsv').map(([, letters = '']) => letters);
const LATIN = new RegExp(`[${ALPHABETS.join('')}]`, 'iu');
/** The minimum share of non-ASCII letters in one alphabet, for a text in one language. */
const OWN_SHARE = 0.95;

/**
 * Matches Turkish read as Windows-1252, where ý is ı. Icelandic may have the same letters, but its
 * ý is mostly in the first syllable. Turkish ı follows a or ı, and no e, i or u follows it.
 */
const [TURKISH, HARMONY] = [/^[ýþðöüçâîû]+$/, /[aý][^aeiouöü\s]{0,5}ý(?!\S{0,20}[eiu])/iu];
/** Matches a Lithuanian Š read as Ğ: no Turkish word begins with Ğ. */
const LITHUANIAN = /(?<!\p{L})ğ/iu;
/** Hungarian ő read as õ: Portuguese has õ only before e, and Estonian has no accents. */
const [HUNGARIAN, ACCENTS] = [/õ(?!e)/iu, /[áéíóú]/iu];

/** Checks whether nearly all non-ASCII letters are from the alphabet of one language. */
function isOneLanguage(text: string): boolean {
  const letters = [...text.toLowerCase()].filter((char) => LATIN.test(char));
  if (TURKISH.test(letters.join('')) && HARMONY.test(text)) return false;
  if (LITHUANIAN.test(text) || (HUNGARIAN.test(text) && ACCENTS.test(text))) return false;
  const counts = Object.groupBy(letters, (letter) => letter);
  const sumOf = (all: string) => [...all].reduce((sum, one) => sum + (counts[one]?.length ?? 0), 0);
  return Math.max(...ALPHABETS.map(sumOf)) >= OWN_SHARE * letters.length;
}
const OTHER_SCRIPT =
  /^(?=\p{L})(?:\p{Script=Cyrillic}+|\p{Script=Greek}+|\p{Script=Hebrew}+|\p{Script=Arabic}+)$/u;
/** Characters that occur next to words and numbers in any language. */
const NEUTRAL = /[°ºª¿¡µ±½¼¾’‘“”–—…€£§®™·¹²³«»]/u;
/** A symbol within a word, which must be a wrongly decoded letter: `m¹ka` for `mąka`, `lim—n`. */
const SIGN_IN_WORD = /\p{L}[¹²³¼½¾£¶ºª–—]\p{Ll}/u;
/** Non-ASCII bytes, which depend on the encoding, and the letters and digits around them. */
const AROUND_ODD = /[a-z\d]*[\u0080-\u00ff][a-z\d\u0080-\u00ff]*/gi;
/** Words with non-ASCII characters, including attached digits and symbols. */
const ODD_WORDS = /[\p{L}\p{M}\d]*[^\p{ASCII}][^\s\p{ASCII}\p{L}]*[\p{L}\p{M}]*/gu;
/** A footnote mark that was decoded as a letter. */
const LETTER_AFTER_DIGIT = /\d[^\P{L}\p{ASCII}]/u;

/**
 * Measures how plausible decoded text is: 1 if all its non-ASCII letters occur in words in the
 * usual way, -1 if none does.
 */
function fitOf(text: string): { readonly fit: number; readonly misfits: number } {
  const fits = [...text.matchAll(ODD_WORDS)].flatMap(([word]) => fitsIn(word));
  const sum = fits.reduce((total, fit) => total + fit, 0);
  const misfits = fits.filter((fit) => fit < 0).length;
  return { fit: sum / Math.max(1, fits.length), misfits };
}

/** Rates each non-ASCII character in a word: 1 if usual there, 0 if it may be anywhere, -1 if odd. */
function fitsIn(word: string): readonly number[] {
  const odd = [...word].filter((char) => !/\p{ASCII}/u.test(char));
  const isCased = !/\p{Ll}\p{Lu}|\p{Lu}{2}\p{Ll}/u.test(word);
  const isOther = OTHER_SCRIPT.test(word);
  // In a Western word, at most about half of the characters are non-ASCII.
  const isWord =
    isCased && !LETTER_AFTER_DIGIT.test(word) && (isOther || odd.length * 2 <= word.length + 1);
  // The whole word is checked only once, since binary data may look like one very long word.
  const neutral = SIGN_IN_WORD.test(word) ? -1 : 0;
  return odd.map((char) => {
    if (isOther || LATIN.test(char)) return isWord ? 1 : -1;
    return NEUTRAL.test(char) ? neutral : -1;
  });
}

/**
 * Returns a function that decodes text chunk by chunk. At the end, it must be called without bytes.
 *
 * @param encoding - an Encoding Standard label, or a name in `data/encodings.tsv`
 */
export function decoderOf(encoding: string): (bytes?: Uint8Array) => string {
  const upperHalf = UPPER_HALVES.get(encoding) ?? '';
  if (upperHalf === '') {
    const decoder = new TextDecoder(encoding);
    return (bytes) => decoder.decode(bytes, { stream: bytes !== undefined });
  }
  const ofByte = (char: string) => upperHalf[char.charCodeAt(0) - 0x80] ?? '';
  return (bytes = new Uint8Array()) => latin1(bytes).replaceAll(/[\u0080-\u00ff]/g, ofByte);
}
