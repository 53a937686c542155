import { fold } from '../../src/search/fold.ts';
import { MAX_ROWS } from '../../src/search/limits.ts';
import { cpuMs, memoryBytes } from '../measure.ts';
import { descriptions, queries } from './data.ts';
import { type BuiltEngine, ENGINES } from './engines.ts';

/** One engine in a process of its own, so that its memory and its garbage are nobody else's. */

export interface Build {
  readonly wallMs: number;
  readonly cpuMs: number;
  readonly bytes: number;
}

export interface Round {
  /** Of each query, in the order of the queries: as many as there was time for. */
  readonly timesUs: readonly number[];
  readonly cpuUsPerQuery: number;
}

/** The share of what there is to find that was found, as far as the answers have room for it. */
export type Completeness = number;

const ROUND_MS = 4_000;
/** Queries whose answers are compared with a scan. */
const COMPARED = 300;

const [, , title, size] = process.argv;
const engine = ENGINES.find((one) => one.title === title);
const texts = descriptions(Number(size)) ?? [];
const asked = queries(Number(size));
let built: BuiltEngine | undefined;

process.on('message', async (order) => {
  if (engine === undefined) throw new Error(`There is no engine "${title}".`);
  if (order === 'build') process.send?.(await build());
  else if (order === 'round') process.send?.(round());
  else process.send?.(completeness());
});

async function build(): Promise<Build> {
  const bytesBefore = memoryBytes();
  const [wall, cpu] = [performance.now(), cpuMs()];
  built = await engine?.build(texts);
  const [wallMs, cpu2] = [performance.now() - wall, cpuMs()];
  const bytes = memoryBytes() - bytesBefore + (built?.nativeBytes ?? 0);
  return { wallMs, cpuMs: cpu2 - cpu, bytes };
}

function round(): Round {
  const timesUs: number[] = [];
  const end = performance.now() + ROUND_MS;
  const cpu = cpuMs();
  for (const query of asked) {
    const start = performance.now();
    if (start > end) break;
    built?.search(query);
    timesUs.push((performance.now() - start) * 1000);
  }
  return { timesUs, cpuUsPerQuery: ((cpuMs() - cpu) * 1000) / timesUs.length };
}

function completeness(): Completeness {
  const folded = texts.map(fold);
  let found = 0;
  let wanted = 0;
  for (const query of asked.slice(0, COMPARED)) {
    const part = fold(query);
    const isRight = (row: number) => folded[row]?.includes(part) === true;
    let count = 0;
    for (let row = 0; row < folded.length && count < MAX_ROWS; row++) if (isRight(row)) count++;
    wanted += count;
    found += Math.min(count, [...(built?.search(query) ?? [])].filter(isRight).length);
  }
  return found / wanted;
}
