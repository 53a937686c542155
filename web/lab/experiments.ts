// The ways in which the lab sends a search (`cors`, with a header, `no-cors`, `same-origin`), and
// the requests and responses of each, replayed by the page's server.

/** The lab's request header. Any name that is not safelisted makes the browser send a preflight. */
const LAB_HEADER = 'x-food-lab';

/** One way to send the search. */
export interface Experiment {
  readonly id: 'cors' | 'header' | 'no-cors' | 'same-origin';
  readonly mode: 'cors' | 'no-cors' | 'same-origin';
  readonly header?: typeof LAB_HEADER;
}

export const EXPERIMENTS: readonly Experiment[] = [
  { id: 'cors', mode: 'cors' },
  { id: 'header', mode: 'cors', header: LAB_HEADER },
  { id: 'no-cors', mode: 'no-cors' },
  { id: 'same-origin', mode: 'same-origin' },
];

/** The outcome for the script: a response of any type, or an error. */
export type Outcome =
  | {
      readonly kind: 'answer';
      readonly type: ResponseType;
      readonly status: number;
      readonly headers: readonly (readonly [name: string, value: string])[];
      readonly body: string;
    }
  | { readonly kind: 'error'; readonly message: string };

/** Sends the search in this way and records all that a script can learn. Never rejects. */
export async function runExperiment(
  { mode, header }: Experiment,
  searchUrl: string,
): Promise<Outcome> {
  try {
    // A response cached by an earlier experiment would prove nothing.
    const headers = header === undefined ? {} : { [header]: '1' };
    const answer = await fetch(searchUrl, { mode, headers, cache: 'no-store' });
    const { type, status } = answer;
    return {
      kind: 'answer',
      type,
      status,
      headers: [...answer.headers],
      body: await answer.text(),
    };
  } catch (error) {
    return { kind: 'error', message: String(error) };
  }
}

/** A request and its response on the wire. */
export interface Exchange {
  readonly request: readonly string[];
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Returns the requests and responses of an experiment, which scripts cannot see: the page's server
 * sends the same requests and reports the responses. Returns `undefined` if the server cannot send
 * them.
 */
export async function replayExperiment(
  { mode, header }: Experiment,
  query: string,
  isSameOrigin: boolean,
): Promise<readonly Exchange[] | undefined> {
  if (mode === 'same-origin' && !isSameOrigin) return [];
  // Browsers send Origin with cross-origin requests in `cors` mode.
  const origin = mode === 'cors' && !isSameOrigin ? location.origin : undefined;
  const path = `/api/food?${new URLSearchParams({ q: query })}`;
  const replay = async (method: string, requested?: string, ...headerLines: string[]) => {
    const from = { ...(origin && { origin }), ...(requested && { header: requested }) };
    const answer = await fetch(`replay?${new URLSearchParams({ method, q: query, ...from })}`);
    if (!answer.ok) throw new Error(`replay: status ${answer.status}`);
    const { status, headers }: Omit<Exchange, 'request'> = await answer.json();
    const originLines = origin === undefined ? [] : [`Origin: ${origin}`];
    return { request: [`${method} ${path}`, ...originLines, ...headerLines], status, headers };
  };
  try {
    if (header === undefined || origin === undefined) return [await replay('GET')];
    const preflight = await replay(
      'OPTIONS',
      header,
      'Access-Control-Request-Method: GET',
      `Access-Control-Request-Headers: ${header}`,
    );
    const isGranted = listsHeader(preflight.headers['access-control-allow-headers'], header);
    return isGranted ? [preflight, await replay('GET', undefined, `${header}: 1`)] : [preflight];
  } catch {
    return undefined;
  }
}

/**
 * Checks whether a preflight response's Access-Control-Allow-Headers lets a browser send a header:
 * names are case-insensitive, and in requests without credentials, `*` allows any header except
 * Authorization, which no experiment sends (Fetch Standard, 4.9 CORS-preflight fetch).
 */
export function listsHeader(allowHeaders: string | undefined, header: string): boolean {
  const names = (allowHeaders ?? '').split(',').map((name) => name.trim().toLowerCase());
  return names.includes(header.toLowerCase()) || names.includes('*');
}
