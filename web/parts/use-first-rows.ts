import { useEffect, useState } from 'preact/hooks';

// How many rows of a long list are shown at first, and when the others are.

/** Rows are higher most of the time; some have 45, but what stands above them takes more than that. */
const ROW_PX = 60;

/** Within this time, keys never wait for rows below the screen. */
const REST_MS = 300;

/**
 * The rows that fit on the screen first; then the others in steps of as many, so that no key waits
 * for all of them. Starts over when `key` changes.
 */
export function useFirstRows<Row>(rows: readonly Row[], key: string): readonly Row[] {
  // Read once, because reading it forces a layout.
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
