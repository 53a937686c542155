import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, createServer, request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { createFoodLookup, type FoodLookup } from '../../src/index.ts';
import { firstMatch, start } from '../cli/run.ts';
import { SMALL_DATABASE } from '../small-database.ts';

const PAGE = 'https://app.example.com';
const AT_ONCE = 2;
/**
 * The pause between two requests of a caller. Without it, the callers would use all CPU for many
 * seconds.
 */
const PAUSE_MS = 12;
const example = readFileSync(new URL('../../deploy/haproxy.cfg', import.meta.url), 'utf8');
const hasHaproxy = spawnSync('haproxy', ['-v']).error === undefined;

async function serve(drainDelaySeconds: number): Promise<FoodLookup> {
  const service = await createFoodLookup({
    port: 0,
    host: '127.0.0.1',
    database: SMALL_DATABASE,
    logLevel: 'silent',
    drainDelaySeconds,
    cors: { origin: PAGE },
  });
  onTestFinished(() => service.close());
  return service;
}

/** Starts HAProxy with the example, other addresses and a stats socket. */
async function startHaproxy(
  services: ReadonlyMap<string, string>,
  configured = example,
): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'food-lookup-haproxy-'));
  const servers = [...services].map(([name, url]) => `  server ${name} ${new URL(url).host}\n`);
  const config = configured
    .replace('global\n', `global\n  stats socket ${folder}/stats.sock\n`)
    .replace('bind :80', `bind unix@${folder}/http.sock`)
    .replace(/(?: {2}server .*\n)+/, servers.join(''));
  writeFileSync(join(folder, 'haproxy.cfg'), config);
  const haproxy = spawn('haproxy', ['-f', join(folder, 'haproxy.cfg')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  onTestFinished(async () => {
    if (haproxy.exitCode === null) {
      const ended = once(haproxy, 'exit');
      haproxy.kill();
      await ended;
    }
    rmSync(folder, { recursive: true });
  });
  await untilReady(haproxy, folder);
  return folder;
}

/** Waits until HAProxy is ready, since it reports only faults. */
async function untilReady(haproxy: ChildProcess, folder: string): Promise<void> {
  let said = '';
  haproxy.stderr?.on('data', (chunk) => {
    said += chunk;
  });
  const state = () => statusOf('one', folder).catch(() => undefined);
  await expect
    .poll(async () => (haproxy.exitCode === null ? await state() : `ended: ${said}`))
    .toMatch(/^(UP|DOWN|no check)/);
}

/** Returns HAProxy's status of a service, such as `UP` or `DOWN`, or another of its statistics. */
async function statusOf(name: string, folder: string, column = 'status') {
  const socket = connect(join(folder, 'stats.sock'));
  socket.end('show stat\n');
  const [header = '', ...lines] = (await text(socket)).replace(/^# /, '').split('\n');
  const columns = header.split(',');
  const row = lines.map((line) => line.split(',')).find((values) => values[1] === name);
  return row?.[columns.indexOf(column)];
}

/** Searches continuously; returns the number of correct responses, and all other responses. */
function askAlways(folder: string) {
  const agent = new Agent({ keepAlive: true });
  const faults: string[] = [];
  const state = { answered: 0, isOver: false };
  const work = async () => {
    while (!state.isOver) {
      const answer = await get(folder, agent).catch(String);
      if (answer === EXPECTED) state.answered += 1;
      else faults.push(answer);
      await setTimeout(PAUSE_MS);
    }
  };
  const working = Array.from({ length: AT_ONCE }, work);
  return {
    state,
    async stop(): Promise<string[]> {
      state.isOver = true;
      await Promise.all(working);
      agent.destroy();
      return faults;
    },
  };
}

const EXPECTED = `200 ${PAGE} 2`;

function get(folder: string, agent: Agent): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = { host: 'localhost', origin: PAGE };
    const socketPath = join(folder, 'http.sock');
    const sent = request({ socketPath, path: '/api/food?q=egg', headers, agent });
    sent.on('error', reject).on('response', async (response) => {
      const body = await text(response);
      const allowed = response.headers['access-control-allow-origin'];
      const foods = response.statusCode === 200 ? JSON.parse(body).length : body;
      resolve(`${response.statusCode} ${allowed} ${foods}`);
    });
    sent.end();
  });
}

/**
 * Kills one of three services and drains another, under load. HAProxy checks them at this interval.
 *
 * @returns the responses that were not correct, and whether the test missed one of HAProxy's checks
 */
async function killAndDrain(intervalSeconds: number) {
  const database = ['--database', SMALL_DATABASE, '--origin', PAGE];
  const killed = start(['serve', '--port', '0', '--host', '127.0.0.1', ...database]);
  const [, killedUrl = ''] = await firstMatch(killed, /listens at ([^\s"]+)/);
  const drainSeconds = 3 * intervalSeconds;
  const [drained, stays] = [await serve(drainSeconds), await serve(drainSeconds)];
  const folder = await startHaproxy(
    new Map([
      ['one', killedUrl],
      ['two', await drained.listen()],
      ['three', await stays.listen()],
    ]),
    example.replace('inter 1s', `inter ${intervalSeconds}s`),
  );
  for (const name of ['one', 'two', 'three']) {
    await expect.poll(() => statusOf(name, folder)).toBe('UP');
  }
  const { state, stop } = askAlways(folder);
  const more = () => {
    const before = state.answered;
    return expect.poll(() => state.answered - before).toBeGreaterThan(100);
  };
  await more();

  killed.kill('SIGKILL');
  await expect.poll(() => statusOf('one', folder)).toMatch(/^DOWN/);
  await more();

  let isStopped = false;
  const stopping = drained.stop().then(() => {
    isStopped = true;
  });
  await expect.poll(() => statusOf('two', folder)).toMatch(/^DOWN/);
  const isNoticedLate = isStopped;
  await stopping;
  await more();
  const faults = await stop();
  return { faults, isLate: isNoticedLate || (await statusOf('three', folder, 'chkdown')) !== '0' };
}

test.skipIf(!hasHaproxy)(
  'deploy/haproxy.cfg: no request fails while a service is killed and another is drained (skipped where HAProxy is not installed)',
  async () => {
    // If the machine is too busy to answer the checks in time, the test repeats with more time.
    let outcome = await killAndDrain(1);
    for (let seconds = 2; outcome.isLate && seconds <= 8; seconds *= 2)
      outcome = await killAndDrain(seconds);
    expect(outcome).toEqual({ faults: [], isLate: false });
  },
);

test.skipIf(!hasHaproxy)(
  'deploy/haproxy.cfg: a search that takes too long is not sent to another service (skipped where HAProxy is not installed)',
  async () => {
    let asked = 0;
    const overloaded = createServer((incoming, answer) => {
      if (incoming.url === '/health/ready') answer.end();
      else asked += 1;
    });
    overloaded.listen(0, '127.0.0.1');
    await once(overloaded, 'listening');
    onTestFinished(() => {
      overloaded.closeAllConnections();
      overloaded.close();
    });
    const address = overloaded.address();
    const port = address !== null && typeof address === 'object' ? address.port : 0;
    const impatient = example.replace(/timeout server \d+s/, 'timeout server 100ms');
    const url = `http://127.0.0.1:${port}`;
    const services = new Map([
      ['one', url],
      ['two', url],
    ]);
    const folder = await startHaproxy(services, impatient);
    await expect.poll(() => statusOf('two', folder)).toBe('UP');
    // On a busy machine, HAProxy may consider no service healthy for a while, and call none.
    await expect.poll(() => get(folder, new Agent())).toMatch(/^504 /);
    // HAProxy may answer before this process has read the request.
    await expect.poll(() => asked).toBe(1);
  },
);
