// The ways in which the lab sends a search: `cors`, with a header, `no-cors`, `same-origin`.

/** The lab's request header: any name that is not on the safelist makes the browser ask first. */
export const LAB_HEADER = 'x-food-lab';

/** One way to send the search. */
export interface Experiment {
  readonly id: 'cors' | 'header' | 'no-cors' | 'same-origin';
  readonly mode: 'cors' | 'no-cors' | 'same-origin';
  readonly header?: typeof LAB_HEADER;
  /** The second argument of `fetch`, as code. */
  readonly code: string;
}

export const EXPERIMENTS: readonly Experiment[] = [
  { id: 'cors', mode: 'cors', code: "{ mode: 'cors' }" },
  {
    id: 'header',
    mode: 'cors',
    header: LAB_HEADER,
    code: `{ headers: { '${LAB_HEADER}': '1' } }`,
  },
  { id: 'no-cors', mode: 'no-cors', code: "{ mode: 'no-cors' }" },
  {
    id: 'same-origin',
    mode: 'same-origin',
    code: "{ mode: 'same-origin' }",
  },
];

/** What the script got: a response of any type, or an error. */
export type Seen =
  | {
      readonly kind: 'answer';
      readonly type: ResponseType;
      readonly status: number;
      readonly headers: readonly (readonly [name: string, value: string])[];
      readonly body: string;
    }
  | { readonly kind: 'error'; readonly message: string };

/** Sends the search in this way and records all that the script can learn. It never rejects. */
export async function runExperiment(
  { mode, header }: Experiment,
  searchUrl: string,
): Promise<Seen> {
  try {
    // A cached answer from an earlier experiment would prove nothing.
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
