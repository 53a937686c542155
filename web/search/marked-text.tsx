import { findMatches, type Needles } from './find-matches.ts';

// Draws a name with the parts marked that find-matches.ts has found.

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
