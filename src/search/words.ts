/**
 * A word is a run of letters or digits, with the marks that belong to them: vowel signs in Hindi or
 * Thai are no letters, and would cut a word in pieces.
 */
const WORD = /[\p{L}\p{N}\p{M}]+/gu;
const STARTS_WITH_WORD = /^[\p{L}\p{N}\p{M}]/u;
const ENDS_WITH_WORD = /[\p{L}\p{N}\p{M}]$/u;

/** The words of a folded text, in order. */
export function wordsOf(text: string): string[] {
  return text.match(WORD) ?? [];
}

/** Whether the text begins inside or at the start of a word. */
export function startsWithWord(text: string): boolean {
  return STARTS_WITH_WORD.test(text);
}

/** Whether the text ends inside or at the end of a word. */
export function endsWithWord(text: string): boolean {
  return ENDS_WITH_WORD.test(text);
}
