import { readQueries } from '../../test/cases/read-cases.ts';
import { Connection } from '../connection.ts';

const CONNECTIONS = 4;
const TIMEOUT_MS = 2 * 60_000;
const SEARCHES = readQueries('queries-usda.txt').map((query) =>
  Buffer.from(`GET /api/food?q=${encodeURIComponent(query)} HTTP/1.1\r\nHost: localhost\r\n\r\n`),
);

/** Sends so many searches, a few at a time. Resolves with how many got no answer. */
export async function search(port: number, count: number): Promise<number> {
  let next = 0;
  let failed = 0;
  const client = async () => {
    let connection: Connection | undefined;
    while (next < count) {
      const bytes = SEARCHES[next++ % SEARCHES.length] ?? Buffer.alloc(0);
      connection ??= await Connection.open(port).catch(() => undefined);
      const sending = { pieces: [bytes], bodies: [true], isLast: false };
      const exchange = await connection?.exchange(sending, TIMEOUT_MS);
      if (exchange?.end === 'kept' && exchange.answers[0]?.status === 200) continue;
      failed += 1;
      connection?.close();
      connection = undefined;
    }
    connection?.close();
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, client));
  return failed;
}
