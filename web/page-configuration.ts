/** What the server of the page hands it at run time, as `config.json` beside it. */
export interface PageConfiguration {
  /** Where the food service is: `http://localhost:3001`; as given, it may be relative to the page. */
  readonly apiUrl: string;
  /** Addresses of this page, each of another origin: the lab offers to load itself from them. */
  readonly pageUrls?: readonly string[];
  /** Whether the server answers `replay`, which shows what the service sends to a browser. */
  readonly hasReplay?: boolean;
}

/**
 * Reads the configuration of the page.
 *
 * @throws Error whose message says what the page's server must serve
 */
export async function readPageConfiguration(): Promise<PageConfiguration> {
  const answer = await fetch('config.json').catch(() => undefined);
  const value: unknown = answer?.ok ? await answer.json().catch(() => undefined) : undefined;
  if (isConfiguration(value)) {
    // An address relative to the page will do where a proxy forwards /api.
    return { ...value, apiUrl: new URL(value.apiUrl, location.href).href.replace(/\/+$/, '') };
  }
  throw new Error(
    'Cannot read config.json beside this page. Let it hold {"apiUrl": "<address of the service>"}.',
  );
}

function isConfiguration(value: unknown): value is PageConfiguration {
  return (
    typeof value === 'object' &&
    value !== null &&
    'apiUrl' in value &&
    typeof value.apiUrl === 'string'
  );
}
