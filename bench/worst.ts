import { fork } from 'node:child_process';
import { once } from 'node:events';
import { markdownTable } from './measure.ts';
import { BUNDLED, descriptions, GENERATED, REAL } from './search/data.ts';
import type { Worst } from './search/worst-process.ts';

// How long the worst search holds the serving thread, in each mode, on tables of three sizes: the
// table that is printed.

const SHOWN_LENGTH = 40;

/** How long the worst search holds the serving thread, in each mode, on tables of three sizes. */
export async function benchWorst(): Promise<string> {
  const rows: string[][] = [];
  for (const size of [BUNDLED, REAL, GENERATED]) {
    if (descriptions(size) === undefined) {
      console.log(`${size} rows: not measured, the trial data do not lie beside the checkout.`);
      continue;
    }
    const child = fork(new URL('./search/worst-process.ts', import.meta.url), [String(size)], {
      execArgv: ['--max-old-space-size=12288'],
    });
    child.on('message', (worst: Worst) => {
      rows.push(rowOf(size, worst));
      console.log(
        JSON.stringify({
          size,
          ...worst,
          heldBy: shown(worst.heldBy),
          slowBy: shown(worst.slowBy),
        }),
      );
    });
    await once(child, 'exit');
  }
  return markdownTable(
    [
      ...['rows', 'mode', 'queries tried', 'thread held at most', 'by', 'in the slow lane', 'by'],
      ...["people's searches at once", 'in the slow lane'],
      ...['everyday foods in the slow lane', 'while they are typed'],
    ],
    rows,
  );
}

function rowOf(size: number, worst: Worst): string[] {
  return [
    size.toLocaleString('en'),
    worst.match,
    worst.tried.toLocaleString('en'),
    `${worst.heldMs.toFixed(1)} ms`,
    shown(worst.heldBy),
    `${worst.slowMs.toFixed(0)} ms`,
    shown(worst.slowBy),
    `${(worst.lightShare * 100).toFixed(1)} %`,
    ...[worst.slowShare, worst.slowShareWhole, worst.slowShareBegun].map(
      (share) => `${(share * 100).toFixed(2)} %`,
    ),
  ];
}

function shown(query: string): string {
  const start = query.slice(0, SHOWN_LENGTH).replace(/[|`\p{M}]/gu, ' ');
  return query.length > SHOWN_LENGTH ? `\`${start}\`… (${query.length})` : `\`${start}\``;
}
