// Asks the page's own server for `config.json` (the service's URL, the page's URLs), with one
// retry, and asks it why an origin is refused.

/** The run-time configuration that the page's server provides as `config.json`. */
export interface PageConfiguration {
  /**
   * The food service's URL, such as `http://localhost:3001`; in the file, it may be relative to the
   * page.
   */
  readonly apiUrl: string;
  /** All URLs of this page, which are different origins. The lab links to them. */
  readonly pageUrls?: readonly string[];
  /**
   * Whether the page's server offers `replay` and `explain`, which report what scripts cannot see.
   */
  readonly hasReplay?: boolean;
}

/** How long to wait before the retry. */
const RETRY_DELAY_MS = 1000;

/**
 * Reads the page's configuration; returns `undefined` if the server provides no valid
 * configuration. A failed request is retried once, since browsers also drop requests on Back and
 * Forward.
 */
export async function readPageConfiguration(): Promise<PageConfiguration | undefined> {
  const answer = await fetch('config.json').catch(async () => {
    await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY_MS));
    return fetch('config.json?again').catch(() => undefined);
  });
  const value: unknown = answer?.ok ? await answer.json().catch(() => undefined) : undefined;
  if (!isConfiguration(value)) return undefined;
  // A relative URL works if a proxy forwards /api.
  return { ...value, apiUrl: new URL(value.apiUrl, location.href).href.replace(/\/+$/, '') };
}

function isConfiguration(value: unknown): value is PageConfiguration {
  return typeof Object(value).apiUrl === 'string';
}

/** Why the service refuses this page, as `food-lookup cors explain` puts it. */
export interface Explanation {
  readonly message: string;
  /** All origins to allow, including this page's; absent if a list would not help. */
  readonly fix?: readonly string[];
}

/**
 * Asks the page's own server why the service refuses this page; returns `undefined` on servers that
 * cannot tell.
 */
export async function explainPage(): Promise<Explanation | undefined> {
  const url = `explain?${new URLSearchParams({ origin: location.origin })}`;
  const answer = await fetch(url).catch(() => undefined);
  const value: unknown = answer?.ok ? await answer.json().catch(() => undefined) : undefined;
  return isExplanation(value) ? value : undefined;
}

function isExplanation(value: unknown): value is Explanation {
  const { message, fix }: { message?: unknown; fix?: unknown } = Object(value);
  return typeof message === 'string' && (fix === undefined || Array.isArray(fix));
}
