import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { interleaved, markdownTable, mean, median, percentile } from './measure.ts';
import { BUNDLED, descriptions, GENERATED, REAL } from './search/data.ts';
import type { Orders } from './search/engine-process.ts';
import { ENGINES } from './search/engines.ts';

const ROUNDS = 3;

interface Measured {
  readonly title: string;
  readonly build: Orders['build'];
  /** The proportion of matching foods that was found; NaN if not measured. */
  readonly completeness: number;
  readonly rounds: Orders['round'][];
}

/** Compares time, memory and completeness of search engines on tables of three sizes. */
export async function benchSearch(): Promise<string> {
  const sections: string[] = [];
  for (const size of [BUNDLED, REAL, GENERATED]) {
    const texts = descriptions(size);
    const heading = `### ${size.toLocaleString('en')} descriptions`;
    const section =
      texts === undefined
        ? `${heading}\n\nNot measured: the shared test data is not beside the checkout.`
        : await benchTable(heading, size, Buffer.byteLength(texts.join('\n')) + 1);
    sections.push(section);
  }
  return sections.join('\n\n');
}

async function benchTable(heading: string, size: number, textBytes: number): Promise<string> {
  const engines = ENGINES.filter(({ maxRows }) => maxRows >= size);
  const script = new URL('search/engine-process.ts', import.meta.url);
  const execArgv = ['--expose-gc', '--max-old-space-size=12288'];
  const children: ChildProcess[] = [];
  try {
    const built: Omit<Measured, 'rounds'>[] = [];
    // Runs one engine at a time, since two at once would both be slower.
    for (const { title } of engines) {
      const child = fork(script, [title, String(size)], { execArgv });
      children.push(child);
      const build = await ask(child, 'build');
      const completeness = size > REAL ? Number.NaN : await ask(child, 'compare');
      built.push({ title, build, completeness });
    }
    const rounds = await interleaved(children, ROUNDS, (child) => ask(child, 'round'));
    const measured = built.map((one, i) => ({ ...one, rounds: rounds[i] ?? [] }));
    const left = ENGINES.filter(({ maxRows }) => maxRows < size).map(({ title }) => title);
    return [
      `${heading}, ${(textBytes / 1e6).toFixed(1)} MB of text`,
      tableOf(measured),
      ...(left.length > 0
        ? [`Left out, because they take minutes or gigabytes: ${left.join('; ')}.`]
        : []),
    ].join('\n\n');
  } finally {
    for (const child of children) child.kill();
  }
}

async function ask<O extends keyof Orders>(child: ChildProcess, order: O): Promise<Orders[O]> {
  child.send(order);
  const ended = once(child, 'exit').then(() => Promise.reject(new Error(`Ended during ${order}`)));
  const [answer]: Orders[O][] = await Promise.race([once(child, 'message'), ended]);
  if (answer === undefined) throw new Error(`No answer: ${order}`);
  return answer;
}

function tableOf(measured: readonly Measured[]): string {
  const figures = measured.map(({ title, rounds, build, completeness }) => {
    const of = (pick: (round: Orders['round']) => number) => median(rounds.map(pick));
    const timesUs = [
      of((round) => mean(round.timesUs)),
      of((round) => percentile(round.timesUs, 0.99)),
    ];
    return { title, timesUs, cpuUs: of(({ cpuUsPerQuery }) => cpuUsPerQuery), build, completeness };
  });
  const ours = figures[0]?.cpuUs ?? Number.NaN;
  return markdownTable(
    ['', 'mean µs', 'p99 µs', 'CPU vs. ours', 'finds %', 'built in CPU s', 'memory MB'],
    figures.map(({ title, timesUs, cpuUs, build, completeness }) => [
      title,
      ...timesUs.map((us) => us.toFixed(us < 10 ? 1 : 0)),
      (cpuUs / ours).toFixed(1),
      Number.isNaN(completeness) ? '' : (completeness * 100).toFixed(1),
      (build.cpuMs / 1000).toFixed(2),
      (build.bytes / 1e6).toFixed(1),
    ]),
  );
}
