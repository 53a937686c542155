import { useEffect, useState } from 'preact/hooks';
import { type Explanation, explainPage, type PageConfiguration } from '../service/page-server.ts';
import { conclude } from './conclude.ts';
import { EXPERIMENTS, type Experiment, replayExperiment, runExperiment } from './experiments.ts';

// Runs all experiments of the lab with a query and collects their results.

/** An experiment, what was seen and sent, and the conclusion. */
export type Result = Awaited<ReturnType<typeof runAll>>[number];

/** Runs all experiments with a query. Returns `undefined` until they are done. */
export function useLab(
  { apiUrl, hasReplay = false }: PageConfiguration,
  run: { readonly query: string },
) {
  const [made, setMade] = useState<{
    readonly results: readonly Result[];
    /** Why the service refuses this page and how to allow it, if known. */
    readonly explanation: Explanation | undefined;
  }>();

  useEffect(() => {
    let isStale = false;
    setMade(undefined);
    void Promise.all([
      runAll(apiUrl, hasReplay, run.query),
      hasReplay ? explainPage() : undefined,
    ]).then(([results, explanation]) => {
      if (!isStale) setMade({ results, explanation });
    });
    return () => {
      isStale = true;
    };
  }, [apiUrl, hasReplay, run]);

  return made;
}

/** Returns the URL of the search that all experiments send. */
export function searchUrl(apiUrl: string, query: string): string {
  return `${apiUrl}/api/food?${new URLSearchParams({ q: query })}`;
}

async function runAll(apiUrl: string, hasReplay: boolean, query: string) {
  const url = searchUrl(apiUrl, query);
  const isSameOrigin = new URL(url).origin === location.origin;
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
    isReachable: resultOf('no-cors')?.seen.kind === 'answer',
    isAllowed: plain?.seen.kind === 'answer',
    allowOrigin: plain?.exchanges?.[0]?.headers['access-control-allow-origin'],
  };
  return made.map((result) => ({
    ...result,
    conclusion: conclude(result.experiment, result.seen, circumstances),
  }));
}
