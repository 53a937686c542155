import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { markdownTable, mean, median, percentile } from './measure.ts';
import { BUNDLED, descriptions, GENERATED, REAL } from './search/data.ts';
import type { Build, Completeness, Round } from './search/engine-process.ts';
import { ENGINES } from './search/engines.ts';

const ROUNDS = 3;

/** Time, memory and completeness of searches beside other engines, on tables of three sizes. */
export async function benchSearch(): Promise<string> {
  const sections: string[] = [];
  for (const size of [BUNDLED, REAL, GENERATED]) {
    const texts = descriptions(size);
    const section =
      texts === undefined
        ? `### ${size.toLocaleString('en')} descriptions\n\nNot measured: the trial data are absent.`
        : await benchTable(size, Buffer.byteLength(texts.join('\n')) + 1);
    console.log(`${section}\n`);
    sections.push(section);
  }
  return sections.join('\n\n');
}

async function benchTable(size: number, textBytes: number): Promise<string> {
  const engines = ENGINES.filter(({ mostRows }) => mostRows >= size);
  const running = engines.map(({ title }) => ({ title, child: startEngine(title, size) }));
  try {
    const measured: { title: string; build: Build; rounds: Round[]; completeness: number }[] = [];
    // One after the other: two at once would be slower both.
    for (const { title, child } of running) {
      const build = await ask<Build>(child, 'build');
      const completeness = size > REAL ? Number.NaN : await ask<Completeness>(child, 'compare');
      measured.push({ title, build, rounds: [], completeness });
    }
    // Rounds in turn, so that a slow moment of the machine meets all engines alike.
    for (let round = 0; round <= ROUNDS; round++) {
      for (const [i, { child }] of running.entries()) {
        const result = await ask<Round>(child, 'round');
        // The first one warms up.
        if (round > 0) measured[i]?.rounds.push(result);
      }
    }
    const skipped = ENGINES.filter(({ mostRows }) => mostRows < size).map(({ title }) => title);
    return [
      `### ${size.toLocaleString('en')} descriptions, ${(textBytes / 1e6).toFixed(1)} MB of text`,
      markdownTable(
        [
          ...['', 'mean', 'p50', 'p90', 'p99', 'worst', 'CPU a search', 'ours is faster'],
          ...['finds', 'build', 'CPU', 'memory', 'of the text'],
        ],
        rowsOf(measured, textBytes),
      ),
      ...(skipped.length > 0
        ? [`Left out, for they take minutes or gigabytes here: ${skipped.join('; ')}.`]
        : []),
    ].join('\n\n');
  } finally {
    for (const { child } of running) child.kill();
  }
}

function rowsOf(
  measured: readonly { title: string; build: Build; rounds: Round[]; completeness: number }[],
  textBytes: number,
): string[][] {
  const figures = measured.map(({ rounds }) => {
    const of = (pick: (round: Round) => number) => median(rounds.map(pick));
    return {
      meanUs: of(({ timesUs }) => mean(timesUs)),
      shares: [0.5, 0.9, 0.99, 1].map((share) => of(({ timesUs }) => percentile(timesUs, share))),
      cpuUs: of(({ cpuUsPerQuery }) => cpuUsPerQuery),
    };
  });
  const ours = figures[0]?.meanUs ?? Number.NaN;
  return measured.map(({ title, build, completeness }, i) => {
    const { meanUs = Number.NaN, shares = [], cpuUs = Number.NaN } = figures[i] ?? {};
    return [
      title,
      ...[meanUs, ...shares, cpuUs].map((us) => `${us.toFixed(us < 10 ? 1 : 0)} µs`),
      `${(meanUs / ours).toFixed(0)} ×`,
      Number.isNaN(completeness) ? '' : `${(completeness * 100).toFixed(1)} %`,
      `${(build.wallMs / 1000).toFixed(2)} s`,
      `${(build.cpuMs / 1000).toFixed(2)} s`,
      `${(build.bytes / 1e6).toFixed(1)} MB`,
      `${(build.bytes / textBytes).toFixed(1)} ×`,
    ];
  });
}

function startEngine(title: string, size: number): ChildProcess {
  return fork(new URL('./search/engine-process.ts', import.meta.url), [title, String(size)], {
    execArgv: ['--import', 'tsx', '--expose-gc', '--max-old-space-size=12288'],
  });
}

function ask<T>(child: ChildProcess, order: string): Promise<T> {
  return new Promise((resolve, reject) => {
    const onExit = () => reject(new Error(`The engine ended while it was asked to ${order}.`));
    child.once('exit', onExit);
    child.once('message', (answer: T) => {
      child.off('exit', onExit);
      resolve(answer);
    });
    child.send(order);
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await benchSearch();
