import { fork } from 'node:child_process';
import { once } from 'node:events';

/** A server in its own process, which reports its CPU time. */
export interface ServerProcess {
  readonly port: number;
  /** CPU time of the process so far, user and system, in seconds. */
  readonly cpuSeconds: () => Promise<number>;
  /** Memory of the process now (resident set), in bytes. */
  readonly memoryBytes: () => Promise<number>;
  readonly stop: () => Promise<void>;
}

interface Report {
  readonly cpuSeconds: number;
  readonly memoryBytes: number;
}

/**
 * Starts `bench/http/servers/<name>.ts`, which calls {@link reportTo}.
 *
 * @param flags for Node
 */
export async function startServer(
  name: string,
  args: readonly string[] = [],
  flags: readonly string[] = [],
): Promise<ServerProcess> {
  const script = new URL(`./servers/${name}.ts`, import.meta.url);
  const child = fork(script, args, {
    execArgv: [...flags],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const [port]: unknown[] = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => Promise.reject(new Error(`${name} ended before it listened`))),
  ]);
  const ask = async (): Promise<Report> => {
    const ended = new AbortController();
    const end = () => ended.abort(new Error(`${name} has ended`));
    child.once('exit', end);
    const answer = once(child, 'message', { signal: ended.signal });
    child.send('report');
    const [report]: Report[] = await answer;
    child.off('exit', end);
    if (report === undefined) throw new Error(`${name} reports nothing`);
    return report;
  };
  return {
    port: Number(port),
    cpuSeconds: async () => (await ask()).cpuSeconds,
    memoryBytes: async () => (await ask()).memoryBytes,
    stop: async () => {
      const end = once(child, 'exit');
      child.kill();
      await end;
    },
  };
}

/** In a server's process: reports the port, and after that the CPU time used, each time it is asked. */
export function reportTo(port: number): void {
  process.on('message', () => {
    const { user, system } = process.cpuUsage();
    const report: Report = {
      cpuSeconds: (user + system) / 1e6,
      memoryBytes: process.memoryUsage.rss(),
    };
    process.send?.(report);
  });
  process.send?.(port);
}
