import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeEntries } from '../../src/catalog/postgres/write-entries.ts';
import { ended, start } from '../cli/run.ts';
import { EGG } from '../egg.ts';
import { runs } from '../runs.ts';
import { tableOf } from '../table-of.ts';
import { startRelay } from './relay.ts';
import { useServer, whyNoServer } from './server.ts';

const reason = await whyNoServer();

const MOMENTS = runs(3);
const AT_ONCE = 3;
const FOODS = 2_000;
/**
 * About how many bytes are left to send when COMMIT begins. It varies, since process IDs differ in
 * length.
 */
const LAST_BYTES = 40;

if (reason !== undefined) {
  test.skip(`an import into PostgreSQL that is killed: ${reason}`);
} else {
  const server = useServer();
  const folder = mkdtempSync(join(tmpdir(), 'food-lookup-kill-'));
  const source = join(folder, 'foods.csv');
  const rows = Array.from({ length: FOODS }, (_, n) => `${n},Food ${n},${n % 900}\n`);
  writeFileSync(source, `id,name,kcal\n${rows.join('')}`);

  /**
   * Imports into a schema, killing the program once it has sent this many bytes; returns the number
   * sent.
   */
  async function importInto(schema: string, killAfter: number): Promise<number> {
    let sent = 0;
    const address = server.address({ options: `-csearch_path=${schema}` });
    const relay = await startRelay(address, (bytes) => {
      sent = bytes;
      if (bytes >= killAfter) child.kill('SIGKILL');
    });
    const child = start(['import', source, '--to', relay.address]);
    const { code } = await ended(child);
    expect(code).toBe(killAfter === Number.POSITIVE_INFINITY ? 0 : null);
    return sent;
  }

  /** Returns how many foods are left in a schema after its import was killed. */
  async function foodsAfterKill(schema: string, killAfter: number): Promise<unknown> {
    const { sql } = server;
    await sql.unsafe(`CREATE SCHEMA ${schema}`);
    const address = server.address({ options: `-csearch_path=${schema}` });
    await writeEntries(address, tableOf([EGG]));
    await importInto(schema, killAfter);
    const [found] = await sql.unsafe(
      `SELECT count(*)::int AS foods, (SELECT count(*)::int FROM pg_class
         WHERE relnamespace = '${schema}'::regnamespace AND relkind = 'r') AS tables
       FROM ${schema}.entries`,
    );
    expect(found?.tables).toBe(1);
    return found?.foods;
  }

  test(`an import that is killed at any of ${MOMENTS} moments leaves a whole table and nothing else`, async () => {
    await server.sql.unsafe('CREATE SCHEMA whole');
    const total = await importInto('whole', Number.POSITIVE_INFINITY);
    const [whole] = await server.sql`SELECT count(*)::int AS foods FROM whole.entries`;
    expect(whole).toEqual({ foods: FOODS });

    const moments = Array.from({ length: MOMENTS }, (_, i) => i);
    const left = new Map<number, unknown>();
    const work = async () => {
      for (let moment = moments.pop(); moment !== undefined; moment = moments.pop()) {
        const killAfter = ((total - LAST_BYTES) * moment) / (MOMENTS - 1);
        left.set(moment, await foodsAfterKill(`moment_${moment}`, killAfter));
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    expect(left.size).toBe(MOMENTS);
    for (const foods of left.values()) expect([1, FOODS]).toContain(foods);
    expect(left.get(0)).toBe(1);
  });
}
