/** A piece of a text from `start` up to `end`, in UTF-16 units. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

export type MatchMode = 'substring' | 'words';

const WORD = /[\p{L}\p{N}\p{M}]+/gu;
const MARKS = /[\u0300-\u036f]/g;

/**
 * Where a query stands in a text, blind to case and accents just as the service is. The ranges are
 * of the text as written, in order and apart.
 */
export function findMatches(text: string, query: string, mode: MatchMode): TextRange[] {
  const { folded, starts, ends } = foldWithPositions(text);
  const needles = mode === 'words' ? wordsOf(query) : [fold(query)];
  const ranges = needles.flatMap((needle) =>
    occurrences(folded, needle).map((at) => ({
      start: starts[at] ?? 0,
      end: ends[at + needle.length - 1] ?? text.length,
    })),
  );
  return joined(ranges.sort((a, b) => a.start - b.start || a.end - b.end));
}

/** The words by which `match=words` searches: runs of letters, digits and their marks. */
export function wordsOf(query: string): string[] {
  return fold(query).match(WORD) ?? [];
}

function fold(text: string): string {
  return text.normalize('NFKD').replace(MARKS, '').toLowerCase();
}

/** The folded text, and for each of its units where the character it comes from starts and ends. */
function foldWithPositions(text: string) {
  const starts: number[] = [];
  const ends: number[] = [];
  let position = 0;
  for (const character of text) {
    const start = position;
    position += character.length;
    const { length } = fold(character);
    // A mark of its own, folded away, belongs to the letter before it.
    if (length === 0 && ends.length > 0) {
      const owner = starts.at(-1);
      for (let i = ends.length - 1; starts[i] === owner && i >= 0; i -= 1) ends[i] = position;
    }
    for (let i = 0; i < length; i += 1) {
      starts.push(start);
      ends.push(position);
    }
  }
  return { folded: fold(text), starts, ends };
}

function occurrences(folded: string, needle: string): number[] {
  const found: number[] = [];
  if (needle === '') return found;
  for (let at = folded.indexOf(needle); at >= 0; at = folded.indexOf(needle, at + needle.length)) {
    found.push(at);
  }
  return found;
}

function joined(ranges: readonly TextRange[]): TextRange[] {
  const apart: TextRange[] = [];
  for (const range of ranges) {
    const last = apart.at(-1);
    if (last !== undefined && range.start <= last.end) {
      apart[apart.length - 1] = { start: last.start, end: Math.max(last.end, range.end) };
    } else apart.push(range);
  }
  return apart;
}
