import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { onTestFinished } from 'vitest';
import { EGG } from '../../test/egg.ts';
import { tableOf } from '../../test/table-of.ts';
import { writeEntries } from '../catalog/sqlite/write-entries.ts';
import { createFoodLookup } from '../service/create-food-lookup.ts';
import { IndexPublisher } from './index-publisher.ts';
import { LiveData } from './live-data.ts';
import { prepare } from './startup-checks.ts';

// Builders that publish indexes, and services that follow them, for tests.

export const folder = mkdtempSync(join(tmpdir(), 'food-lookup-published-'));
let created = 0;

/** A table of eggs with these names. */
export const foods = (...names: string[]) =>
  tableOf(names.map((description) => ({ ...EGG, description })));

export async function tableWith(...names: string[]): Promise<string> {
  const database = join(folder, `${++created}.sqlite`);
  await writeEntries(database, foods(...names));
  return database;
}

export const SILENT = pino({ level: 'silent' });

/** Does what `food-lookup index --follow` does. */
export async function startBuilder(database: string, place: string, logger = SILENT) {
  const prepared = await prepare({ database, refresh: 1 });
  const publisher = new IndexPublisher(place, prepared.settings.source, logger);
  const data = new LiveData({
    ...{ ...prepared, logger, onChange: () => undefined },
    replace: (read, readAt) => {
      void publisher.publish(read, readAt);
      return { revision: read.rows.revision, everywhere: Promise.resolve() };
    },
  });
  const stop = async () => {
    await Promise.all([data.close(), publisher.close()]);
  };
  onTestFinished(stop);
  await data.load();
  return { stop };
}

export async function startFollower(index: string, options = {}) {
  const service = await createFoodLookup({
    ...{ port: 0, logLevel: 'silent', refresh: 1 },
    ...{ index, follow: true, ...options },
  });
  onTestFinished(() => service.close());
  const names = async () => (await service.search('egg')).map(({ description }) => description);
  return { service, names };
}

/** Starts a builder and waits until it has published. */
export async function startBuilderOnce(database: string, place: string) {
  const published = Promise.withResolvers<void>();
  const logger = pino(
    {},
    { write: (line) => line.includes('index-published') && published.resolve() },
  );
  const builder = await startBuilder(database, place, logger);
  await published.promise;
  return builder;
}
