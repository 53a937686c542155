import { markdownTable, median } from '../bench/measure.ts';
import {
  ANSWER_KINDS,
  type CostlyRequest,
  costlyRequest,
  PLAIN_KINDS,
  plainRequest,
} from './cost/costly-request.ts';
import { hillClimb } from './cost/hill-climb.ts';
import { sendAgain } from './cost/measure-requests.ts';
import { Random } from './fuzz/random.ts';
import { cpuSeconds, type SoakOptions, startProgram } from './program.ts';

const WARM_UP = 2_000;
const TIMES = 30;
const FINAL_TIMES = 200;
const ROUNDS = 3;

/** Finds the costliest request of each kind, and compares it with a plain request in a table. */
export async function runCost(options: SoakOptions): Promise<string> {
  const { count: tries = 60, seed, only, database } = options;
  const program = await startProgram([
    ...['--interfaces', 'openfoodfacts,fdc,mcp', '--compression', '--page', '0'],
    ...['--trust-proxy', 'loopback'],
    ...(database === undefined ? [] : ['--database', database, '--fields', '*']),
  ]);
  const random = new Random(seed);
  /** Measures a request's CPU time in µs, and its ratio to a plain request of the same length. */
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
  await sendAgain(program.port, plainRequest(100), WARM_UP);
  const rows: string[][] = [];
  for (const [kind, make] of Object.entries({ ...PLAIN_KINDS, ...ANSWER_KINDS })) {
    if (!kind.includes(only)) continue;
    const port = kind === 'page' ? program.pagePort : program.port;
    const { made } = await hillClimb(
      { random, tries },
      (choices) => costlyRequest(make, choices),
      async (request) => (await measure(port, request, TIMES)).ratio,
    );
    // Measures the request again, since it may have been slow only by chance.
    const { us, ratio } = await measure(port, made, FINAL_TIMES);
    const example = JSON.stringify(made.bytes.toString('latin1', 0, 80)).replaceAll('|', '\\|');
    const length = made.bytes.length.toLocaleString('en');
    const name = kind in ANSWER_KINDS ? `${kind}*` : kind;
    rows.push([name, length, us.toFixed(0), ratio.toFixed(1), `\`${example}\``]);
    console.error(rows.at(-1)?.join(' | '));
  }
  await program.stop();
  return markdownTable(['costliest', 'bytes', 'CPU µs', 'times a plain request', 'example'], rows);
}
