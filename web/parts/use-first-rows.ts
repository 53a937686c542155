import { useEffect, useState } from 'preact/hooks';

// How many rows of a long list are shown at first, before the rest is painted.

/** No row is lower: a target for a finger. */
const ROW_PX = 44;

/**
 * Of many rows those that fit on the screen, and all of them right after these are painted. It
 * begins anew with another `key`.
 */
export function useFirstRows<Row>(rows: readonly Row[], key: string): readonly Row[] {
  const [whole, setWhole] = useState<string>();
  useEffect(() => setWhole(key), [key]);
  return whole === key ? rows : rows.slice(0, Math.ceil(innerHeight / ROW_PX));
}
