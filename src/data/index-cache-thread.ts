import { setPriority } from 'node:os';
import { platform } from 'node:process';
import { workerData } from 'node:worker_threads';
import type { IndexToWrite } from './index-cache.ts';
import { writeIndexFile } from './index-file.ts';

// The thread that writes an index while others serve it.

/** Serving comes first. Only Linux gives each thread a priority of its own. */
const NICE = 10;
if (platform === 'linux') setPriority(NICE);

const { path, source, indexed }: IndexToWrite = workerData;
writeIndexFile(path, source, indexed);
