import { findMatches } from './find-matches.ts';
import type { Question } from './search-session.ts';

/** A text in which what was searched for is marked. */
export function MarkedText({ text, query, match }: Question & { readonly text: string }) {
  const ranges = findMatches(text, query, match);
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
