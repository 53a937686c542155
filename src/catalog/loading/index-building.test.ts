import assert from 'node:assert/strict';
import { expect, onTestFinished, test } from 'vitest';
import { buildSearchIndex } from '../../search/search-index.ts';
import { IndexBuilding, MAX_WAITING } from './index-building.ts';

const SIZES = { workerRows: 500, sentRows: 100 };
const ROWS = 700;
const textOf = (row: number) => (row % 7 === 0 ? null : `food ${row % 100}`);
const nameOf = (row: number) => (row % 5 === 0 ? `name ${row % 90}` : null);

test('IndexBuilding returns the index of all rows, and keeps few batches waiting', async () => {
  const building = new IndexBuilding('english', SIZES);
  onTestFinished(() => building.stop());
  for (let row = 0; row < ROWS; row++) building.add(textOf(row), nameOf(row));
  // Nothing has been indexed in this event loop turn.
  expect(building.waiting).toBeGreaterThan(MAX_WAITING);
  await building.ready();
  expect(building.waiting).toBeLessThanOrEqual(MAX_WAITING);
  const rows = Array.from({ length: ROWS }, (_, row) => row);
  const index = buildSearchIndex(rows.map(textOf), rows.map(nameOf));
  assert.deepEqual(await building.finish(), index);
});

test('IndexBuilding rejects if its thread has ended', async () => {
  const building = new IndexBuilding('english', SIZES);
  for (let row = 0; row < ROWS; row++) building.add(textOf(row), nameOf(row));
  const ready = building.ready();
  await building.stop();
  await expect(ready).rejects.toThrow('The thread that builds the index ended.');
});
