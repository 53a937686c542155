// Asks the page's own server why an origin is refused.

/** Why the service refuses this page, as `food-lookup cors explain` puts it. */
export interface Explanation {
  readonly message: string;
  /** All origins to allow, including this page's; missing if a list would not help. */
  readonly fix?: readonly string[];
}

/**
 * Asks the page's own server, which knows the current setting; returns `undefined` on other
 * servers.
 */
export async function explainHere(): Promise<Explanation | undefined> {
  const url = `explain?${new URLSearchParams({ origin: location.origin })}`;
  const answer = await fetch(url).catch(() => undefined);
  const value: unknown = answer?.ok ? await answer.json().catch(() => undefined) : undefined;
  return isExplanation(value) ? value : undefined;
}

function isExplanation(value: unknown): value is Explanation {
  if (typeof value !== 'object' || value === null || !('message' in value)) return false;
  return typeof value.message === 'string' && (!('fix' in value) || Array.isArray(value.fix));
}
