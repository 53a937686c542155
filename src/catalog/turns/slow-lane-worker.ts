import { parentPort, workerData } from 'node:worker_threads';
import { SearchEngine } from '../../search/search-engine.ts';
import { Work, WorkLimitError } from '../../search/work.ts';
import type { SlowAnswer, SlowLaneData, SlowSearch } from './slow-lane.ts';

// The thread for searches that take long: see slow-lane.ts.

/** Units of work between two looks at whether a search must end: some milliseconds. */
const ALLOWANCE = 1_000_000;

const { index, fuzzy, endedId }: SlowLaneData = workerData;
let currentId = 0;
const work = new Work(ALLOWANCE, () => {
  if (Atomics.load(endedId, 0) === currentId) throw new WorkLimitError();
});
const engine = new SearchEngine(index, fuzzy, work);

parentPort?.on('message', ({ id, text, mode }: SlowSearch) => {
  currentId = id;
  const answer: SlowAnswer = { id };
  try {
    parentPort?.postMessage({ ...answer, found: engine.search(text, mode) });
  } catch (fault) {
    if (!(fault instanceof WorkLimitError)) throw fault;
    parentPort?.postMessage(answer);
  }
});
