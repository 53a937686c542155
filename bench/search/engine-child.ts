import { type ChildProcess, fork } from 'node:child_process';
import type { Orders } from './engine-process.ts';

/** An engine in its own process, as the bench uses it. */
export class EngineChild {
  readonly title: string;
  readonly #child: ChildProcess;

  constructor(title: string, size: number) {
    this.title = title;
    const module = new URL('./engine-process.ts', import.meta.url);
    this.#child = fork(module, [title, String(size)], {
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
