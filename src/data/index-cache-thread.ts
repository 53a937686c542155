import { workerData } from 'node:worker_threads';
import { lowerPriority } from '../catalog/worker-thread.ts';
import type { IndexToWrite } from './index-cache.ts';
import { writeIndexFile } from './index-file.ts';

// Writes an index in a separate thread, while other threads serve it.

lowerPriority();

const { path, source, indexed, draft }: IndexToWrite = workerData;
writeIndexFile(path, source, indexed, draft);
