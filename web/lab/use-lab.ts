import { useEffect, useState } from 'preact/hooks';
import type { PageConfiguration } from '../page-configuration.ts';
import { type Conclusion, conclude } from './conclude.ts';
import { EXPERIMENTS, type Experiment, runExperiment, type Seen } from './experiments.ts';
import { type Exchange, replayExperiment } from './replay.ts';

/** An experiment that was made, all that is known of it, and what follows. */
export interface Result {
  readonly experiment: Experiment;
  readonly seen: Seen;
  readonly exchanges: readonly Exchange[] | undefined;
  readonly conclusion: Conclusion;
}

/** Makes all experiments with a query; `undefined` until they are made. */
export function useLab(
  { apiUrl, hasReplay = false }: PageConfiguration,
  run: { readonly query: string },
): readonly Result[] | undefined {
  const [results, setResults] = useState<readonly Result[]>();

  useEffect(() => {
    let isStale = false;
    setResults(undefined);
    void makeAll(apiUrl, hasReplay, run.query).then((made) => {
      if (!isStale) setResults(made);
    });
    return () => {
      isStale = true;
    };
  }, [apiUrl, hasReplay, run]);

  return results;
}

/** The address of the search that all experiments send. */
export function searchUrl(apiUrl: string, query: string): string {
  return `${apiUrl}/api/food?${new URLSearchParams({ q: query })}`;
}

async function makeAll(apiUrl: string, hasReplay: boolean, query: string): Promise<Result[]> {
  const url = searchUrl(apiUrl, query);
  const isSameOrigin = new URL(url, location.href).origin === location.origin;
  const made = await Promise.all(
    EXPERIMENTS.map(async (experiment) => {
      const [seen, exchanges] = await Promise.all([
        runExperiment(experiment, url),
        hasReplay ? replayExperiment(experiment, query, isSameOrigin) : undefined,
      ]);
      return { experiment, seen, exchanges };
    }),
  );
  const resultOf = (id: Experiment['id']) => made.find(({ experiment }) => experiment.id === id);
  const plain = resultOf('cors');
  const circumstances = {
    isSameOrigin,
    isThere: resultOf('no-cors')?.seen.kind === 'answer',
    isAllowed: plain?.seen.kind === 'answer',
    allowOrigin: plain?.exchanges?.[0]?.headers['access-control-allow-origin'],
  };
  return made.map((result) => ({
    ...result,
    conclusion: conclude(result.experiment, result.seen, circumstances),
  }));
}
