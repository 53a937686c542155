import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { tableOf } from '../../src/catalog/entry-table.ts';
import { writeEntries } from '../../src/catalog/postgres/write-entries.ts';
import { createFoodLookup } from '../../src/index.ts';
import { EGG } from '../egg.ts';
import { useServer, whyNoServer } from './server.ts';

const reason = await whyNoServer();

if (reason !== undefined) {
  test.skip(`a network that loses everything: ${reason}`);
} else {
  const server = useServer();

  /** A way to the server that stays open and passes nothing on, once `isLosing` is set. */
  async function startRelay() {
    const { hostname, port } = new URL(server.address());
    const state = { isLosing: false, lost: Promise.withResolvers<void>(), port: 0 };
    const sockets = new Set<Socket>();
    const pass = (from: Socket, to: Socket) => {
      sockets.add(from);
      from.on('error', () => {});
      from.on('data', (data) => {
        if (state.isLosing) state.lost.resolve();
        else to.write(data);
      });
      from.on('end', () => {
        if (!state.isLosing) to.end();
      });
    };
    const relay = createServer({ allowHalfOpen: true }, (near) => {
      const far = connect({ host: hostname, port: Number(port || 5432), allowHalfOpen: true });
      pass(near, far);
      pass(far, near);
    });
    relay.listen(0, '127.0.0.1');
    await once(relay, 'listening');
    const address = relay.address();
    if (address !== null && typeof address === 'object') state.port = address.port;
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy();
      relay.close();
    });
    return state;
  }

  test('close ends what listens though the database never answers', async () => {
    await writeEntries(server.address(), tableOf([EGG]));
    const relay = await startRelay();
    const url = new URL(server.address());
    [url.hostname, url.port] = ['127.0.0.1', String(relay.port)];
    const service = await createFoodLookup({ port: 0, database: url.href, logLevel: 'silent' });
    const serviceUrl = await service.listen();
    relay.isLosing = true;
    service.reload();
    await relay.lost.promise;
    expect((await fetch(`${serviceUrl}/api/food?q=egg`)).status).toBe(200);
    await service.close();
    await expect(fetch(serviceUrl)).rejects.toThrow('fetch failed');
  });
}
