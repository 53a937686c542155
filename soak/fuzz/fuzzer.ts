import { ProtocolError } from '../answer-reader.ts';
import { Connection, type Exchange } from '../connection.ts';
import { breakBytes, SMUGGLED } from './broken-bytes.ts';
import { faultsOf } from './judge.ts';
import { fuzzPosted } from './posted-request.ts';
import { Random } from './random.ts';
import type { Known } from './targets.ts';
import { fuzzValidRequest, type ValidRequest } from './valid-request.ts';

export class Findings {
  requests = 0;
  /** How many of the requests were broken bytes. */
  broken = 0;
  answers = 0;
  hangs = 0;
  readonly statuses = new Map<number, number>();
  /** Each kind of fault: how often it occurred, and the first bytes that led to it. */
  readonly faults = new Map<string, { count: number; readonly example: string }>();

  count(status: number): void {
    this.answers += 1;
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
  }

  add(kind: string, bytes: Buffer): void {
    const known = this.faults.get(kind);
    if (known !== undefined) known.count += 1;
    else {
      const example = JSON.stringify(bytes.toString('latin1')).slice(0, 2_000);
      this.faults.set(kind, { count: 1, example });
    }
  }
}

export interface FuzzOptions {
  readonly port: number;
  readonly requests: number;
  readonly connections: number;
  readonly seed: number;
  readonly known: Known;
}

/** The most requests in a batch: no more than ten may wait after the first. */
const MAX_PIPELINED = 10;
/**
 * A request without a response after this time counts as hanging. Searches take a few seconds at
 * most.
 */
const HANG_MS = 20_000;
const BROKEN_SHARE = 0.1;
const POSTED_SHARE = 0.05;

/** Sends valid and broken requests, and judges each response. The same seed sends the same bytes. */
export async function fuzz(options: FuzzOptions, findings = new Findings()): Promise<Findings> {
  const { connections, requests, seed } = options;
  await Promise.all(
    Array.from({ length: connections }, (_, i) =>
      fuzzInTurn(options, new Random(seed * 1_000 + i), requests / connections, findings),
    ),
  );
  return findings;
}

async function fuzzInTurn(
  { port, known }: FuzzOptions,
  random: Random,
  requests: number,
  findings: Findings,
): Promise<void> {
  let connection: Connection | undefined;
  for (let sent = 0; sent < requests; ) {
    connection ??= await Connection.open(port);
    const batch = makeBatch(random, known);
    sent += batch.length;
    findings.requests += batch.length;
    const isBroken = random.chance(BROKEN_SHARE);
    const isKept = isBroken
      ? await sendBroken(connection, random, batch, findings)
      : await sendValid(connection, random, batch, findings);
    if (!isKept) {
      connection.close();
      connection = undefined;
    }
  }
  connection?.close();
}

/** Makes a batch of requests. A request that ends the connection is the last one. */
function makeBatch(random: Random, known: Known): ValidRequest[] {
  const batch: ValidRequest[] = [];
  const length = random.pick([1, 1, 2, 5, MAX_PIPELINED]);
  do batch.push(random.chance(POSTED_SHARE) ? fuzzPosted(random) : fuzzValidRequest(random, known));
  while (batch.length < length && batch.at(-1)?.isLast === false);
  return batch;
}

async function sendValid(
  connection: Connection,
  random: Random,
  batch: readonly ValidRequest[],
  findings: Findings,
): Promise<boolean> {
  const bytes = Buffer.concat(batch.map((request) => request.bytes));
  const isLast = batch.at(-1)?.isLast === true;
  const bodies = batch.map(({ method }) => method !== 'HEAD');
  // After a request that ends the connection, further bytes would reset it.
  const pieces = isLast ? [bytes] : random.pieces(bytes);
  const exchange = await connection.exchange({ pieces, bodies, isLast }, HANG_MS);
  for (const [i, answer] of exchange.answers.entries()) {
    findings.count(answer.status);
    const request = batch[i];
    if (request === undefined) throw new ProtocolError('More answers than requests');
    for (const fault of faultsOf(request, answer)) findings.add(fault, request.bytes);
  }
  noteEnd(exchange, bytes, findings);
  const isWhole = exchange.answers.length === batch.length;
  if (!isWhole && exchange.end === 'closed') findings.add('closed without an answer', bytes);
  return exchange.end === 'kept' && connection.isOpen;
}

/** Sends a batch whose last request is replaced by broken bytes, and ends the connection. */
async function sendBroken(
  connection: Connection,
  random: Random,
  batch: readonly ValidRequest[],
  findings: Findings,
): Promise<boolean> {
  findings.broken += 1;
  const before = batch.slice(0, -1).filter(({ method, isLast }) => method !== 'HEAD' && !isLast);
  const last = batch.at(-1);
  if (last === undefined) return true;
  const isUsable = !['HEAD', 'CONNECT'].includes(last.method);
  const { bytes, isAmbiguous } = breakBytes(random, isUsable ? last : { ...last, bytes: POST });
  const all = Buffer.concat([...before.map((request) => request.bytes), bytes]);
  const ending = { bodies: 'any', isLast: true, endsSide: true } as const;
  const exchange = await connection.exchange({ pieces: random.pieces(all), ...ending }, HANG_MS);
  for (const { status, headers, body } of exchange.answers) {
    findings.count(status);
    if (status >= 500 && status !== 503 && status !== 505) findings.add(`status ${status}`, all);
    const origin = headers.get('access-control-allow-origin')?.join() ?? 'https://app.example';
    if (!/^http:\/\/localhost:3000$|^https:\/\/(app|[a-z0-9-]+\.apps)\.example$/.test(origin)) {
      findings.add('access it must not grant', all);
    }
    if (isAmbiguous && body.includes(SMUGGLED)) findings.add('a smuggled request', all);
  }
  // Unread bytes reset the connection.
  if (exchange.fault === undefined || !/ECONNRESET|EPIPE/.test(exchange.fault)) {
    noteEnd(exchange, all, findings);
  }
  return false;
}

const POST = Buffer.from(
  'POST /api/food?q=egg HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\nhello',
);

function noteEnd({ end, fault }: Exchange, bytes: Buffer, findings: Findings): void {
  if (end === 'hung') {
    findings.hangs += 1;
    findings.add('hangs', bytes);
  }
  if (end === 'broken') findings.add(fault ?? 'broken', bytes);
}
