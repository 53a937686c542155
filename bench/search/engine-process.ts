import { fold } from '../../src/search/fold.ts';
import { MAX_FOODS } from '../../src/search/limits.ts';
import { cpuMs, memoryBytes } from '../measure.ts';
import { descriptions, queries } from './data.ts';
import { ENGINES } from './engines.ts';

// Measures one search engine in its own process, so that no other engine's memory is counted.

/** In a round, a fast engine runs all queries several times, and a slow one runs as many as fit. */
const ROUND_MS = 4_000;
const MIN_ROUND_MS = 1_000;
/** The number of queries whose results are compared with a scan. */
const COMPARED = 300;

const [, , title, size] = process.argv;
const engine = ENGINES.find((one) => one.title === title);
if (engine === undefined) throw new Error(`There is no engine "${title}".`);
const texts = descriptions(Number(size)) ?? [];
const asked = queries(Number(size));

const [bytesBefore, cpuBefore] = [await memoryBytes(), cpuMs()];
const built = engine.build(texts);
const builtCpuMs = cpuMs() - cpuBefore;
const bytes = (await memoryBytes()) - bytesBefore + (built.nativeBytes ?? 0);

const orders = {
  build: () => ({ cpuMs: builtCpuMs, bytes }),

  /** Returns the proportion of matching foods that the engine finds. */
  compare() {
    const folded = texts.map(fold);
    let [found, wanted] = [0, 0];
    for (const query of asked.slice(0, COMPARED)) {
      const part = fold(query);
      const isRight = (row: number) => folded[row]?.includes(part) === true;
      let count = 0;
      for (let row = 0; row < folded.length && count < MAX_FOODS; row++) {
        if (isRight(row)) count++;
      }
      wanted += count;
      found += Math.min(count, [...built.search(query)].filter(isRight).length);
    }
    return found / wanted;
  },

  round() {
    const timesUs: number[] = [];
    const [begin, cpu] = [performance.now(), cpuMs()];
    while (performance.now() - begin < MIN_ROUND_MS) {
      for (const query of asked) {
        const start = performance.now();
        if (start - begin > ROUND_MS) break;
        built.search(query);
        timesUs.push((performance.now() - start) * 1000);
      }
    }
    return { timesUs, cpuUsPerQuery: ((cpuMs() - cpu) * 1000) / timesUs.length };
  },
};

export type Orders = { [Order in keyof typeof orders]: ReturnType<(typeof orders)[Order]> };

process.on('message', (order: keyof Orders) => process.send?.(orders[order]()));
