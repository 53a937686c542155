import { findMatches, type Needles } from './find-matches.ts';

// Marks the words of the search in a name.

/** A text in which what was searched for is marked. */
export function MarkedText({
  text,
  needles,
}: {
  readonly text: string;
  readonly needles: Needles;
}) {
  const ranges = findMatches(text, needles);
  return (
    <>
      {ranges.map(({ start, end }, i) => (
        <>
          {text.slice(ranges[i - 1]?.end ?? 0, start)}
          <mark>{text.slice(start, end)}</mark>
        </>
      ))}
      {text.slice(ranges.at(-1)?.end ?? 0)}
    </>
  );
}
