import { markdownTable, median } from '../bench/measure.ts';
import { climb } from './cost/climb.ts';
import {
  type CostlyRequest,
  costlyPageRequest,
  costlyRequest,
  isForAnswer,
  KIND_NAMES,
  plainRequest,
} from './cost/costly-request.ts';
import { sendAgain } from './cost/measure-requests.ts';
import { Random } from './fuzz/random.ts';
import { cpuSeconds, startProgram } from './program.ts';

export interface CostOptions {
  /** Requests that are tried, of each kind. */
  readonly tries: number;
  readonly seed: number;
  /** Only kinds whose name contains this. */
  readonly only: string;
  /** A SQLite file to serve instead of the bundled foods. */
  readonly database: string | undefined;
}

const WARM_UP = 2_000;
/** How often a request is sent to measure it. */
const TIMES = 30;
const TIMES_AT_LAST = 200;
const ROUNDS = 3;

/** The costliest request of each kind that is found by climbing, beside a plain one, as a table. */
export async function runCost({ tries, seed, only, database }: CostOptions): Promise<string> {
  const served = database === undefined ? [] : ['--database', database, '--fields', '*'];
  const flags = ['--compression', '--page', '0', '--trust-proxy', 'loopback', ...served];
  const program = await startProgram(flags);
  const random = new Random(seed);
  /** CPU time of a request in µs, and how many times that of a plain one of the same length. */
  const measure = async (port: number, request: CostlyRequest, times: number) => {
    const plain = plainRequest(request.bytes.length, request.answers);
    const [costs, plainCosts]: [number[], number[]] = [[], []];
    const cpuUs = async (to: number, sent: CostlyRequest) => {
      const before = cpuSeconds(program.child);
      await sendAgain(to, sent, times);
      return ((cpuSeconds(program.child) - before) * 1e6) / times;
    };
    for (let round = 0; round < ROUNDS; round++) {
      costs.push(await cpuUs(port, request));
      plainCosts.push(await cpuUs(program.port, plain));
    }
    return { us: median(costs), ratio: median(costs) / median(plainCosts) };
  };
  const { port, pagePort = 0 } = program;
  const kinds = KIND_NAMES.map((kind) => ({
    ...{ name: isForAnswer(kind) ? `${kind}*` : kind, port },
    make: costlyRequest.bind(undefined, kind),
  }));
  await sendAgain(port, plainRequest(100), WARM_UP);
  const rows: string[][] = [];
  for (const kind of [...kinds, { name: 'page', port: pagePort, make: costlyPageRequest }]) {
    if (!kind.name.includes(only)) continue;
    const costOf = async (request: CostlyRequest) =>
      (await measure(kind.port, request, TIMES)).ratio;
    const { made } = await climb({ random, tries }, kind.make, costOf);
    // What was costly by chance is not.
    const { us, ratio } = await measure(kind.port, made, TIMES_AT_LAST);
    const example = JSON.stringify(made.bytes.toString('latin1', 0, 80)).replaceAll('|', '\\|');
    const length = made.bytes.length.toLocaleString('en');
    rows.push([kind.name, length, us.toFixed(0), ratio.toFixed(1), `\`${example}\``]);
    console.error(rows.at(-1)?.join(' | '));
  }
  await program.stop();
  return markdownTable(['costliest', 'bytes', 'CPU µs', 'times a plain request', 'example'], rows);
}
