import { useEffect, useState } from 'preact/hooks';

// How many rows of a long list are shown at first, before the rest is painted.

/** Rows are higher most of the time; some have 45, but what stands above them takes more than that. */
const ROW_PX = 60;

/** Somebody who types on within this time never waits for rows below the screen to be drawn. */
const REST_MS = 100;

/**
 * Of many rows those that fit on the screen, and all of them a moment after these are painted. It
 * begins anew with another `key`.
 */
export function useFirstRows<Row>(rows: readonly Row[], key: string): readonly Row[] {
  const [whole, setWhole] = useState<string>();
  useEffect(() => {
    const timer = setTimeout(() => setWhole(key), REST_MS);
    return () => clearTimeout(timer);
  }, [key]);
  return whole === key ? rows : rows.slice(0, Math.ceil(innerHeight / ROW_PX));
}
