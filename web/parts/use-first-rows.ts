import { useEffect, useState } from 'preact/hooks';

// Decides how many rows of a long list are rendered at first, and when the rest follow.

/**
 * The assumed row height. Most rows are taller. Some are only 45 px high, but the content above the
 * rows makes up for that.
 */
const ROW_PX = 60;

/** The delay before rows below the screen are rendered, so that no key waits for them. */
const RENDER_DELAY_MS = 300;

/**
 * Returns the rows that fit on the screen, and then the rest in batches of that size, so that no
 * key waits for all of them. Starts over when `key` changes.
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
    const timer = setTimeout(more, count === first ? RENDER_DELAY_MS : 0);
    return () => clearTimeout(timer);
  }, [key, count, isWhole]);
  return rows.slice(0, count);
}
