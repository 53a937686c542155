import { connect } from 'node:net';

/**
 * Sends GET requests over several connections, each sending its next request when the response is
 * complete. It must cost less than the fastest server, so it reads only the length of a response.
 *
 * @returns the milliseconds from the first byte of each request to the last of its response
 */
export async function generateLoad(
  port: number,
  paths: readonly string[],
  { connections, seconds }: { readonly connections: number; readonly seconds: number },
): Promise<number[]> {
  const requests = paths.map((path) =>
    Buffer.from(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost:3000\r\n\r\n`),
  );
  const timesMs: number[] = [];
  const end = performance.now() + seconds * 1_000;
  let next = 0;
  const nextRequest = () =>
    performance.now() >= end ? undefined : requests[next++ % requests.length];
  await Promise.all(Array.from({ length: connections }, () => drive(port, nextRequest, timesMs)));
  return timesMs;
}

function drive(
  port: number,
  nextRequest: () => Buffer | undefined,
  timesMs: number[],
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  let [sentAt, missing, head] = [0, 0, ''];
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
    if (missing > 0) missing -= chunk.length;
    else {
      head += chunk.toString('latin1');
      const headEnd = head.indexOf('\r\n\r\n');
      if (headEnd === -1) return;
      const length = /^HTTP\/1\.1 200.*\r\ncontent-length: (\d+)/is.exec(head)?.[1];
      if (length === undefined) {
        reject(new Error(`unexpected answer: ${head.slice(0, headEnd)}`));
        return;
      }
      missing = Number(length) - (head.length - headEnd - 4);
      head = '';
    }
    if (missing > 0) return;
    timesMs.push(performance.now() - sentAt);
    send();
  });
  return promise;
}
