import { expect, test } from 'vitest';
import { EGG } from '../../test/egg.ts';
import { loadEntries } from '../../test/load-entries.ts';
import { CurrentCatalog } from './current-catalog.ts';
import { UnavailableError } from './food-catalog.ts';

test('until a catalog is loaded, callers are told to retry after a second', () => {
  const current = new CurrentCatalog();
  const { size, terms, revision } = current;
  expect({ size, terms, revision }).toEqual({ size: 0, terms: [], revision: undefined });
  expect(() => current.get()).toThrow(UnavailableError);
  expect(new UnavailableError('starting')).toMatchObject({
    reason: 'starting',
    retryAfterSeconds: 1,
    message: 'The service is starting and has not loaded its foods yet: try again in a moment',
  });
});

test('replacing a catalog ends the threads of the old one', async () => {
  const retired: string[] = [];
  const named = async (name: string) =>
    Object.assign(await loadEntries([EGG]), { retire: () => retired.push(name) });
  const [first, second] = [await named('first'), await named('second')];
  const current = new CurrentCatalog(first);
  expect(current.get()).toBe(first);
  current.replace(second);
  expect(current.get()).toBe(second);
  expect(current).toMatchObject({ size: 1, terms: [], revision: second.revision });
  expect(retired).toEqual(['first']);
});
