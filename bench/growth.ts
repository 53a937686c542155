import { type Curve, logLogPlot } from './growth/plot.ts';
import { markdownTable, mean, percentile } from './measure.ts';
import { BUNDLED, descriptions, GENERATED, REAL } from './search/data.ts';
import { EngineChild } from './search/engine-child.ts';
import { ENGINES } from './search/engines.ts';

// What a search costs as the table grows: which sizes, and which engines.

const SIZES = [BUNDLED, 30_000, 100_000, REAL, 800_000, GENERATED];
/** Of the engines of the search bench, those that bear two million rows. */
const ENDURING = ENGINES.filter(({ mostRows }) => mostRows >= GENERATED);

/** What a search costs as the table grows: a table of figures, and a plot of the means. */
export async function benchGrowth(): Promise<{ table: string; plot: string }> {
  const curves: Curve[] = ENDURING.map(({ title }) => ({ title, points: [] }));
  const rows: string[][] = [];
  for (const size of SIZES) {
    if (descriptions(size) === undefined) {
      console.log(`${size} rows: not measured, the trial data do not lie beside the checkout.`);
      continue;
    }
    const cells = [size.toLocaleString('en')];
    for (const { title, points } of curves) {
      const child = new EngineChild(title, size);
      try {
        await child.ask('build');
        await child.ask('round');
        const { timesUs } = await child.ask('round');
        points.push({ x: size, y: mean(timesUs) });
        cells.push(mean(timesUs).toFixed(0), percentile(timesUs, 0.99).toFixed(0));
      } finally {
        child.stop();
      }
    }
    rows.push(cells);
  }
  const heads = ENDURING.flatMap(({ title }) => [`${title}: mean`, 'p99']);
  return {
    table: markdownTable(['rows (µs a search)', ...heads], rows),
    plot: logLogPlot(curves, { x: 'rows in the table', y: 'mean time of a search (µs)' }),
  };
}
