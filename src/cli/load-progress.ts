import { stderr } from 'node:process';
import { Presets, SingleBar } from 'cli-progress';
import type { LoadProgress } from '../catalog/loading/load-catalog.ts';

// The bar while foods are loaded: from how many rows on, and its text.

/** A smaller table is loaded before anyone can wonder. */
const SMALL_TABLE = 50_000;

/** A bar while a large table is loaded, for a terminal. */
export function showProgress(): LoadProgress {
  const format = 'loading foods {bar} {percentage} % of {total}, {eta_formatted} to go';
  const bar = new SingleBar(
    { stream: stderr, format, clearOnComplete: true },
    Presets.shades_classic,
  );
  return (loaded, total) => {
    if (total <= SMALL_TABLE) return;
    if (!bar.isActive) bar.start(total, 0);
    bar.update(loaded);
    if (loaded >= total) bar.stop();
  };
}
