import { type ChildProcess, fork } from 'node:child_process';
import { fold } from '../../src/search/fold.ts';
import { MAX_FOODS } from '../../src/search/limits.ts';
import { cpuMs, memoryBytes } from '../measure.ts';
import { descriptions, queries } from './data.ts';
import { type BuiltEngine, ENGINES, type Engine } from './engines.ts';

// Measures one search engine in a process of its own, so that memory and garbage are its own.

/** The engine in its process, as the bench uses it. */
export class EngineProcess {
  readonly title: string;
  readonly #child: ChildProcess;

  constructor(title: string, size: number) {
    this.title = title;
    this.#child = fork(new URL(import.meta.url), [title, String(size)], {
      execArgv: ['--expose-gc', '--max-old-space-size=12288'],
    });
  }

  ask<O extends keyof Orders>(order: O): Promise<Orders[O]> {
    return new Promise((resolve, reject) => {
      const onExit = () => reject(new Error(`${this.title} ended while it was asked to ${order}.`));
      this.#child.once('exit', onExit);
      this.#child.once('message', (answer: Orders[O]) => {
        this.#child.off('exit', onExit);
        resolve(answer);
      });
      this.#child.send(order);
    });
  }

  stop(): void {
    this.#child.kill();
  }
}

export interface Build {
  readonly cpuMs: number;
  readonly bytes: number;
}

export interface Round {
  /** Of each search. */
  readonly timesUs: readonly number[];
  readonly cpuUsPerQuery: number;
}

export interface Orders {
  /** Builds the engine. */
  build: Build;
  /** Asks it the queries. */
  round: Round;
  /** The share of what there is to find that it finds, as far as its answers have room for it. */
  compare: number;
}

/** A round asks all queries, the fast engines several times over, the slow ones as many as it can. */
const ROUND_MS = 4_000;
const LEAST_ROUND_MS = 1_000;
/** Queries whose answers are compared with a scan. */
const COMPARED = 300;

function measureIn(engine: Engine, size: number): void {
  const texts = descriptions(size) ?? [];
  const asked = queries(size);
  let built: BuiltEngine | undefined;
  const orders: { [order in keyof Orders]: () => Orders[order] | Promise<Orders[order]> } = {
    async build() {
      const [bytes, cpu] = [await memoryBytes(), cpuMs()];
      built = engine.build(texts);
      const spentMs = cpuMs() - cpu;
      const taken = (await memoryBytes()) - bytes;
      return { cpuMs: spentMs, bytes: taken + (built.nativeBytes ?? 0) };
    },

    round() {
      const timesUs: number[] = [];
      const [begin, cpu] = [performance.now(), cpuMs()];
      while (performance.now() - begin < LEAST_ROUND_MS) {
        for (const query of asked) {
          const start = performance.now();
          if (start - begin > ROUND_MS) break;
          built?.search(query);
          timesUs.push((performance.now() - start) * 1000);
        }
      }
      return { timesUs, cpuUsPerQuery: ((cpuMs() - cpu) * 1000) / timesUs.length };
    },

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
        found += Math.min(count, [...(built?.search(query) ?? [])].filter(isRight).length);
      }
      return found / wanted;
    },
  };
  process.on('message', async (order: keyof Orders) => process.send?.(await orders[order]()));
}

if (import.meta.main) {
  const [, , title, size] = process.argv;
  const engine = ENGINES.find((one) => one.title === title);
  if (engine === undefined) throw new Error(`There is no engine "${title}".`);
  measureIn(engine, Number(size));
}
