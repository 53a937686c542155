// What people write by default: Express, the cors middleware, and LIKE.
import type { AddressInfo } from 'node:net';
import { DatabaseSync } from 'node:sqlite';
import cors from 'cors';
import express from 'express';
import { BUNDLED_DATABASE } from '../../../src/settings/package-files.ts';
import { reportTo } from '../server-process.ts';

const select = new DatabaseSync(BUNDLED_DATABASE, { readOnly: true }).prepare(
  `SELECT carbohydrate_g, protein_g, kcal, description, fa_sat_g, fa_mono_g, fa_poly_g
   FROM entries WHERE description LIKE ? LIMIT 100`,
);
const app = express();
app.use(cors({ origin: 'http://localhost:3000', optionsSuccessStatus: 200 }));
app.get('/api/food', (request, response) => {
  const rows = select.all(`%${String(request.query.q)}%`);
  response.json(
    rows.map(({ fa_sat_g, fa_mono_g, fa_poly_g, ...row }) => ({
      ...row,
      fat_g: (Number(fa_sat_g) + Number(fa_mono_g) + Number(fa_poly_g)).toFixed(2),
    })),
  );
});
const server = app.listen(0, '127.0.0.1', () => reportTo((server.address() as AddressInfo).port));
