/** Why the service withholds its answers from this page, as `food-lookup cors explain` says it. */
export interface Explanation {
  readonly message: string;
  /** All origins to allow so that this page is allowed too; absent where no list is the answer. */
  readonly fix?: readonly string[];
}

/** Asks the page's own server, which knows the setting in force; `undefined` on other servers. */
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

/** Whether a host is this machine or of its network: browsers ask before pages call those. */
export function isLocal(hostname: string): boolean {
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname.endsWith('.local') ||
    /^(127|10|192\.168|169\.254|172\.(1[6-9]|2\d|3[01]))\./.test(hostname) ||
    /^\[(::1|f[cd]|fe80)/.test(hostname)
  );
}
