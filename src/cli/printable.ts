// Removes control characters from data that is printed on a terminal.

/** Data in one line, without control characters: a terminal obeys these. */
export function printable(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ');
}
