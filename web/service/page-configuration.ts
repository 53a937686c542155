// Reads `config.json` (where the service is, the page's addresses), and retries it once.

/** What the page's server tells it at run time, as `config.json` beside it. */
export interface PageConfiguration {
  /** Where the food service is: `http://localhost:3001`; as given, it may be relative to the page. */
  readonly apiUrl: string;
  /** Addresses of this page, each of another origin: the lab offers to load itself from them. */
  readonly pageUrls?: readonly string[];
  /** Whether the page's server answers `replay` and `explain`, for what a script may not see. */
  readonly hasReplay?: boolean;
}

/** How long to wait before the retry. */
const AGAIN_MS = 1000;

/**
 * Reads the configuration of the page; `undefined` where its server serves none that is sound. What is
 * lost on its way is asked for once more: browsers also drop it where somebody goes back and forward.
 */
export async function readPageConfiguration(): Promise<PageConfiguration | undefined> {
  const answer = await fetch('config.json').catch(async () => {
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    return fetch('config.json?again').catch(() => undefined);
  });
  const value: unknown = answer?.ok ? await answer.json().catch(() => undefined) : undefined;
  if (!isConfiguration(value)) return undefined;
  // An address relative to the page will do where a proxy forwards /api.
  return { ...value, apiUrl: new URL(value.apiUrl, location.href).href.replace(/\/+$/, '') };
}

function isConfiguration(value: unknown): value is PageConfiguration {
  return (
    typeof value === 'object' &&
    value !== null &&
    'apiUrl' in value &&
    typeof value.apiUrl === 'string'
  );
}
