import { useEffect, useState } from 'preact/hooks';

// How many rows of a long list are shown at first, and when the others are.

/** Rows are higher most of the time; some have 45, but what stands above them takes more than that. */
const ROW_PX = 60;

/** Somebody who types on within this time never waits for rows below the screen to be drawn. */
const REST_MS = 300;

/**
 * Of many rows those that fit on the screen; the others some moments after these are painted, as many
 * at a time, so that no key waits for all of them. It begins anew with another `key`.
 */
export function useFirstRows<Row>(rows: readonly Row[], key: string): readonly Row[] {
  // Asked for once: to answer, the browser lays out what has changed until then.
  const [first] = useState(() => Math.ceil(innerHeight / ROW_PX));
  const [drawn, setDrawn] = useState({ key, count: first });
  const count = drawn.key === key ? drawn.count : first;
  const isWhole = count >= rows.length;
  useEffect(() => {
    if (isWhole) return;
    const more = () => setDrawn({ key, count: count + first });
    const timer = setTimeout(more, count === first ? REST_MS : 0);
    return () => clearTimeout(timer);
  }, [key, count, isWhole]);
  return rows.slice(0, count);
}
