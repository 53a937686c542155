import type { Prepared } from '../data/prepare.ts';
import { PAGE_FOLDER, readPageFiles } from '../http/page/page-files.ts';
import { createLogger } from './logger.ts';
import { fewFiles } from './open-files.ts';
import { RunningService } from './running-service.ts';

// Puts a service together from its settings: the page's files, log, metrics; which warnings it logs
// first.

/** A service that has not loaded its foods yet: it can listen meanwhile. */
export async function createService({ settings, database }: Prepared): Promise<RunningService> {
  try {
    const pageFiles = settings.page === undefined ? [] : readPageFiles(PAGE_FOLDER);
    const logger = await createLogger(settings);
    for (const { message } of settings.corsPolicy.warnings) logger.warn(message);
    const tooFewFiles = fewFiles(settings.maxConnections);
    if (tooFewFiles !== undefined) logger.warn(tooFewFiles);
    // Loaded where they are wanted only.
    const metrics =
      settings.metricsPort === undefined
        ? undefined
        : new (await import('../http/observation/metrics.ts')).Metrics({
            countsMisses: settings.countMisses,
          });
    return await RunningService.start({ settings, database, pageFiles, logger, metrics });
  } catch (error) {
    await database.close();
    throw error;
  }
}
