import { readQueries } from '../../test/cases/read-cases.ts';

// Asks the fuzzed service for its foods, fields and keys.

/** What the service under test has. */
export interface Known {
  readonly queries: readonly string[];
  readonly fields: readonly string[];
  readonly ids: readonly string[];
  readonly etag: string;
}

/** What a service has, as its own answers say it. */
export async function learn(port: number): Promise<Known> {
  const base = `http://127.0.0.1:${port}/api`;
  const listed = await fetch(`${base}/fields`);
  const fields: unknown = await listed.json();
  const names = Array.isArray(fields) ? fields.map(({ name }) => String(name)) : [];
  const eggs: unknown = await (await fetch(`${base}/food?q=egg&fields=ndb_no`)).json();
  const ids = Array.isArray(eggs) ? eggs.map(({ ndb_no }) => String(ndb_no)) : [];
  return {
    queries: readQueries('queries-usda.txt'),
    fields: names,
    ids,
    etag: listed.headers.get('etag') ?? '',
  };
}
