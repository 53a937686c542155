import { connect } from 'node:net';

// Sends requests to one server for a while, and measures the time of each.

/** What one server did under load for a while. */
export interface Load {
  readonly requests: number;
  /** Time from the request's first byte to the answer's last, in milliseconds, one a request. */
  readonly latenciesMs: readonly number[];
  readonly seconds: number;
}

/**
 * Sends GET requests over some connections, each the next one when the answer is complete, for a
 * time. A generator of our own, for it must cost less than the fastest server: requests are made
 * beforehand, and of an answer only its length is read.
 */
export async function generateLoad(
  port: number,
  paths: readonly string[],
  { connections, seconds }: { readonly connections: number; readonly seconds: number },
): Promise<Load> {
  const requests = paths.map((path) =>
    Buffer.from(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost:3000\r\n\r\n`),
  );
  const latenciesMs: number[] = [];
  let next = 0;
  const start = performance.now();
  const end = start + seconds * 1_000;
  await Promise.all(
    Array.from({ length: connections }, () =>
      drive(
        port,
        () => {
          if (performance.now() >= end) return undefined;
          const request = requests[next % requests.length];
          next += 1;
          return request;
        },
        latenciesMs,
      ),
    ),
  );
  return {
    requests: latenciesMs.length,
    latenciesMs,
    seconds: (performance.now() - start) / 1_000,
  };
}

function drive(
  port: number,
  nextRequest: () => Buffer | undefined,
  latenciesMs: number[],
): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    let sentAt = 0;
    let missing = 0;
    let head = '';
    const send = () => {
      const request = nextRequest();
      if (request === undefined) {
        socket.destroy();
        resolve();
        return;
      }
      sentAt = performance.now();
      socket.write(request);
    };
    socket.on('connect', send);
    socket.on('error', reject);
    socket.on('data', (chunk) => {
      if (missing === 0) {
        head += chunk.toString('latin1');
        const headEnd = head.indexOf('\r\n\r\n');
        if (headEnd === -1) return;
        const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
        if (!head.startsWith('HTTP/1.1 200') || length === undefined) {
          reject(new Error(`unexpected answer: ${head.slice(0, headEnd)}`));
          return;
        }
        missing = Number(length) - (head.length - headEnd - 4);
        head = '';
      } else {
        missing -= chunk.length;
      }
      if (missing > 0) return;
      latenciesMs.push(performance.now() - sentAt);
      send();
    });
  });
}
