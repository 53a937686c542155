import { Agent, request } from 'node:http';

// The honest client beside an attack: which searches it sends, and how often over a fresh
// connection.

/** What an honest client saw. */
export interface Experience {
  readonly latenciesMs: readonly number[];
  /** Of those that came over a connection of their own, which has to be accepted first. */
  readonly freshMs: readonly number[];
  readonly failures: readonly string[];
}

/** So many searches come over one connection for each over a new one. */
const SEARCHES_PER_FRESH = 20;

/** Sends one search after the other, most of them over one connection, until the time is up. */
export async function searchFor(
  seconds: number,
  port: number,
  paths: readonly string[],
): Promise<Experience> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const latenciesMs: number[] = [];
  const freshMs: number[] = [];
  const failures: string[] = [];
  const end = performance.now() + seconds * 1_000;
  for (let i = 0; performance.now() < end; i++) {
    const start = performance.now();
    const path = paths[i % paths.length] ?? '/';
    const isFresh = i % SEARCHES_PER_FRESH === 0;
    const failure = await get(port, path, isFresh ? false : agent).catch(
      (error: Error) => error.message,
    );
    (isFresh ? freshMs : latenciesMs).push(performance.now() - start);
    if (failure !== undefined) failures.push(failure);
    // As a person does, so that the client itself adds no load.
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  agent.destroy();
  return { latenciesMs, freshMs, failures };
}

/** Resolves with what is wrong with the answer, if anything. */
function get(port: number, path: string, agent: Agent | false): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const headers = { Host: 'localhost', Origin: 'http://localhost:3000' };
    const sent = request({ host: '127.0.0.1', port, path, agent, headers }, (response) => {
      response.resume();
      response.on('error', reject);
      response.on('end', () => {
        const isReadable = response.headers['access-control-allow-origin'] !== undefined;
        const isWhole = response.complete && response.statusCode === 200 && isReadable;
        resolve(isWhole ? undefined : `status ${response.statusCode}`);
      });
    });
    sent.on('error', reject);
    sent.end();
  });
}
