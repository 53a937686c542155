/**
 * The form in which a query and a description are compared: compatibility decomposition (NFKD), the
 * combining marks U+0300–U+036F dropped, lower case. `Jalapeño` and `JALAPENO` fold to one text;
 * spaces and punctuation stay as they are, and nothing is trimmed.
 *
 * A text of such marks alone folds to the empty text, which as a query matches nothing.
 */
export function fold(text: string): string {
  if (ASCII_ONLY.test(text)) return text.toLowerCase();
  return text.normalize('NFKD').replace(COMBINING_MARKS, '').toLowerCase();
}

// Most texts are ASCII, which has nothing to decompose.
const ASCII_ONLY = /^\p{ASCII}*$/u;
const COMBINING_MARKS = /[\u0300-\u036f]/g;
