import { globSync, readFileSync } from 'node:fs';
import { markdownTable, median } from '../bench/measure.ts';
import {
  Choices,
  type CostlyRequest,
  costlyPageRequest,
  costlyRequest,
  isForAnswer,
  KIND_NAMES,
  plainRequest,
} from './cost/costly-request.ts';
import { sendAgain } from './cost/measure-requests.ts';
import { Random } from './fuzz/random.ts';
import { type Program, startProgram } from './program.ts';

// Looks for the costliest request of each kind.

export interface CostOptions {
  /** Requests that are tried, of each kind. */
  readonly tries: number;
  readonly seed: number;
  /** Only kinds whose name contains this. */
  readonly only: string;
}

const WARM_UP = 2_000;
/** How often a request is sent to measure it. */
const TIMES = 30;
const TIMES_AT_LAST = 200;
/** A new request is tried instead of one like the costliest so far this often. */
const NEW_SHARE = 0.3;

interface Cost {
  readonly request: CostlyRequest;
  /** CPU time of the service for one request, in µs. */
  readonly us: number;
  /** How many times that of a plain request of the same length. */
  readonly ratio: number;
}

/** The costliest request of each kind that is found by climbing, beside a plain one, as a table. */
export async function runCost({ tries, seed, only }: CostOptions): Promise<string> {
  const program = await startProgram(['--compression', '--page', '0', '--trust-proxy', 'loopback']);
  const random = new Random(seed);
  const rows: string[][] = [];
  const add = async (name: string, port: number, make: (choices: Choices) => CostlyRequest) => {
    if (!name.includes(only)) return;
    rows.push(rowOf(name, await climb(program, port, random, tries, make)));
    console.error(rows.at(-1)?.join(' | '));
  };
  await sendAgain(program.port, plainRequest(100), WARM_UP);
  for (const kind of KIND_NAMES) {
    const name = isForAnswer(kind) ? `${kind}*` : kind;
    await add(name, program.port, (choices) => costlyRequest(kind, choices));
  }
  await add('page', program.pagePort ?? 0, costlyPageRequest);
  await program.stop();
  const head = ['costliest', 'bytes', 'CPU', 'of a plain request', 'example'];
  return markdownTable(head, rows);
}

async function climb(
  program: Program,
  port: number,
  random: Random,
  tries: number,
  make: (choices: Choices) => CostlyRequest,
): Promise<Cost> {
  let best: Cost | undefined;
  let bestChoices = new Choices(random);
  for (let i = 0; i < tries; i++) {
    const isNew = best === undefined || random.chance(NEW_SHARE);
    const choices = isNew ? new Choices(random) : bestChoices.changed();
    const cost = await measure(program, port, make(choices), TIMES);
    if (cost.ratio > (best?.ratio ?? 0)) [best, bestChoices] = [cost, choices];
  }
  if (best === undefined) throw new Error('Nothing was tried.');
  // What was costly by chance is not.
  return measure(program, port, best.request, TIMES_AT_LAST);
}

async function measure(
  program: Program,
  port: number,
  request: CostlyRequest,
  times: number,
): Promise<Cost> {
  const plain = plainRequest(request.bytes.length, request.answers);
  const [costs, plainCosts]: [number[], number[]] = [[], []];
  for (let round = 0; round < 3; round++) {
    costs.push(await cpuUs(program, port, request, times));
    plainCosts.push(await cpuUs(program, program.port, plain, times));
  }
  const us = median(costs);
  return { request, us, ratio: us / median(plainCosts) };
}

async function cpuUs(
  { child: { pid } }: Program,
  port: number,
  request: CostlyRequest,
  times: number,
): Promise<number> {
  const before = cpuNs(pid);
  await sendAgain(port, request, times);
  return (cpuNs(pid) - before) / 1_000 / times;
}

/** CPU time of all threads of a process so far. Linux only. */
function cpuNs(pid = 0): number {
  return globSync(`/proc/${pid}/task/*/schedstat`).reduce(
    (sum, path) => sum + Number(readFileSync(path, 'utf8').split(' ', 1)[0]),
    0,
  );
}

function rowOf(name: string, { request: { bytes }, us, ratio }: Cost): string[] {
  const example = JSON.stringify(bytes.toString('latin1', 0, 80)).replaceAll('|', '\\|');
  return [
    name,
    bytes.length.toLocaleString('en'),
    `${us.toFixed(0)} µs`,
    `${ratio.toFixed(1)} ×`,
    `\`${example}\``,
  ];
}
