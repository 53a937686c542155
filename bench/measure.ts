import { readFileSync, writeFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';

/** Returns a generator of numbers from 0 to 1, excluding 1, the same in every run: xorshift32. */
export function seededRandom(seed: number): () => number {
  let state = seed | 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

/** Shuffles the items the same way in every run, so that the first ones are a fair sample. */
export function shuffled<T>(items: readonly T[], seed: number): T[] {
  const random = seededRandom(seed);
  const keyed = items.map((item) => ({ item, key: random() }));
  return keyed.sort((a, b) => a.key - b.key).map(({ item }) => item);
}

/** Returns the quantile of the values at `share`, from 0 to 1. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Returns the CPU time of all threads of this process so far. */
export function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Returns the memory that JavaScript uses. Without `--expose-gc`, this includes garbage. */
export async function memoryBytes(): Promise<number> {
  // The memory of dead buffers is freed shortly after they are collected.
  for (let i = 0; i < 3; i++) {
    globalThis.gc?.();
    await setTimeout(50);
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** Returns the size of the shared buffers in a value, which V8 does not count. */
export function sharedBytes(value: unknown, seen = new Set<unknown>()): number {
  if (typeof value !== 'object' || value === null || seen.has(value)) return 0;
  seen.add(value);
  if (value instanceof SharedArrayBuffer) return value.byteLength;
  const parts = ArrayBuffer.isView(value) ? [value.buffer] : Object.values(value);
  return parts.reduce<number>((sum, part) => sum + sharedBytes(part, seen), 0);
}

/**
 * Measures each contender in every round, so that a slow moment of the machine affects all alike.
 * Returns the results of each. A warm-up round precedes the first.
 */
export async function interleaved<Contender, Result>(
  contenders: readonly Contender[],
  rounds: number,
  measure: (contender: Contender) => Result | Promise<Result>,
): Promise<Result[][]> {
  const results = contenders.map((): Result[] => []);
  for (let round = 0; round <= rounds; round++) {
    for (const [i, contender] of contenders.entries()) {
      const result = await measure(contender);
      if (round > 0) results[i]?.push(result);
    }
  }
  return results;
}

export function markdownTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const rule = `|---|${'--:|'.repeat(head.length - 1)}`;
  return [line(head), rule, ...rows.map(line)].join('\n');
}

/** Runs the named sections, or all; prints them and, if there is a document, writes them. */
export async function runSections<O>(
  sections: Readonly<Record<string, (options: O) => Promise<string>>>,
  options: O,
  names: readonly string[],
  document: URL | undefined,
): Promise<void> {
  for (const name of names.length > 0 ? names : Object.keys(sections)) {
    const run = sections[name];
    if (run === undefined) {
      throw new Error(`There is no "${name}". Use ${Object.keys(sections).join(', ')}.`);
    }
    const figures = (await run(options)).trim();
    console.log(`## ${name}\n\n${figures}\n`);
    if (document === undefined) continue;
    const [begin, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
    const [before, rest] = readFileSync(document, 'utf8').split(begin);
    const after = rest?.split(end)[1];
    if (before === undefined || after === undefined) {
      console.error(`"${document.pathname}" has no ${begin} … ${end}.`);
    } else writeFileSync(document, `${before}${begin}\n\n${figures}\n\n${end}${after}`);
  }
}
