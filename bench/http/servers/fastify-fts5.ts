// A faster stack: Fastify, its CORS plugin, and SQLite's trigram index.
import { DatabaseSync } from 'node:sqlite';
import fastifyCors from '@fastify/cors';
import Fastify from 'fastify';
import { BUNDLED_DATABASE } from '../../../src/settings/bundled-foods.ts';
import { COLUMNS, foodsOf } from './foods.ts';

const database = new DatabaseSync(':memory:');
database.exec(`
  ATTACH '${BUNDLED_DATABASE}' AS bundled;
  CREATE TABLE foods AS SELECT ${COLUMNS} FROM bundled.entries;
  CREATE VIRTUAL TABLE foods_index
    USING fts5 (description, content = 'foods', tokenize = 'trigram');
  INSERT INTO foods_index (foods_index) VALUES ('rebuild');
`);
// The index supports LIKE with three or more characters; for fewer, SQLite scans the table.
const select = database.prepare(
  `SELECT ${COLUMNS} FROM foods
   WHERE rowid IN (SELECT rowid FROM foods_index WHERE description LIKE ? LIMIT 100)`,
);
const app = Fastify();
await app.register(fastifyCors, { origin: 'http://localhost:3000', optionsSuccessStatus: 200 });
app.get<{ Querystring: { q: string } }>('/api/food', (request, reply) => {
  reply.send(foodsOf(select.all(`%${request.query.q}%`)));
});
process.send?.(Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port));
