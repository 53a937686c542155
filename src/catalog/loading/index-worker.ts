import { parentPort, workerData } from 'node:worker_threads';
import { SearchIndexBuilder } from '../../search/search-index.ts';
import { addTexts, DONE, type IndexWorkerMessage } from './index-building.ts';

// Runs the thread that indexes a large table while another thread reads it.

const builder = new SearchIndexBuilder(workerData.language);

parentPort?.on('message', (message: IndexWorkerMessage) => {
  if (message !== 'build') {
    addTexts(builder, message);
    parentPort?.postMessage(DONE);
    return;
  }
  parentPort?.postMessage(builder.build());
});
