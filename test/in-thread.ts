import { Session } from 'node:inspector';
import type { Worker } from 'node:worker_threads';

// Evaluates code in a thread of this process, through the inspector.

/** Evaluates an expression in a running thread, and returns its value. */
export function evaluateIn({ threadId }: Worker, expression: string): Promise<unknown> {
  const session = new Session();
  session.connect();
  return new Promise<unknown>((resolve) => {
    session.on('NodeWorker.attachedToWorker', ({ params: { sessionId, workerInfo } }) => {
      if (!workerInfo.title.startsWith(`[worker ${threadId}]`)) return;
      const params = { expression, returnByValue: true };
      const message = JSON.stringify({ id: 1, method: 'Runtime.evaluate', params });
      session.post('NodeWorker.sendMessageToWorker', { sessionId, message });
    });
    session.on('NodeWorker.receivedMessageFromWorker', ({ params: { message } }) => {
      resolve(JSON.parse(message).result?.result?.value);
    });
    session.post('NodeWorker.enable', { waitForDebuggerOnStart: false });
  }).finally(() => session.disconnect());
}
