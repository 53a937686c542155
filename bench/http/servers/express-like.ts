// The usual stack: Express, the cors middleware, and LIKE.
import type { AddressInfo } from 'node:net';
import { DatabaseSync } from 'node:sqlite';
import cors from 'cors';
import express from 'express';
import { BUNDLED_DATABASE } from '../../../src/settings/bundled-foods.ts';
import { COLUMNS, foodsOf } from './foods.ts';

const select = new DatabaseSync(BUNDLED_DATABASE, { readOnly: true }).prepare(
  `SELECT ${COLUMNS} FROM entries WHERE description LIKE ? LIMIT 100`,
);
const app = express();
app.use(cors({ origin: 'http://localhost:3000', optionsSuccessStatus: 200 }));
app.get('/api/food', (request, response) => {
  response.json(foodsOf(select.all(`%${String(request.query.q)}%`)));
});
const server = app.listen(0, '127.0.0.1', () =>
  process.send?.((server.address() as AddressInfo).port),
);
