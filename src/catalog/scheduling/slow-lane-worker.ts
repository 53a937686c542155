import { parentPort, workerData } from 'node:worker_threads';
import { Work, WorkLimitError } from '../../search/work.ts';
import { CatalogSearcher } from '../selection/catalog-searcher.ts';
import { lowerPriority } from '../worker-thread.ts';
import type { SlowAnswer, SlowLaneData, SlowSearch } from './slow-lane.ts';

// Runs the thread for long searches, and checks regularly whether the current search must end.

/** Units of work between checks of whether the search must end: 10 to 40 milliseconds. */
const WORK_BETWEEN_CHECKS = 1_000_000;

/**
 * How much lower the priority is: on a busy CPU, long searches get a third of the time that a
 * serving thread gets.
 */
const PRIORITY_STEPS = 5;
lowerPriority(PRIORITY_STEPS);

const { table, fuzzy, cancelledId }: SlowLaneData = workerData;
let currentId = 0;
const work = new Work(WORK_BETWEEN_CHECKS, () => {
  if (Atomics.load(cancelledId, 0) === currentId) throw new WorkLimitError();
});
const searcher = new CatalogSearcher(table, fuzzy, work);

parentPort?.on('message', ({ id, search }: SlowSearch) => {
  currentId = id;
  const answer: SlowAnswer = { id };
  try {
    parentPort?.postMessage({ ...answer, found: searcher.search(search) });
  } catch (error) {
    if (!(error instanceof WorkLimitError)) throw error;
    parentPort?.postMessage(answer);
  }
});
