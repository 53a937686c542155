import { isEmptySearch, type SearchCriteria } from '../foods/search-criteria.ts';
import { DEBOUNCE_MS, type Found, RETRY_LIMIT_MS, RETRY_MS, SLOW_MS } from './food-service.ts';
import { type SearchFault, shouldRetry } from './search-fault.ts';

// Which searches are sent during typing, which answer counts, and when a search is retried. The
// times are in food-service.ts.

export interface Answer extends SearchCriteria, Found {}

/** The state to show. While a search is pending or has failed, `last` is the previous answer. */
export type SearchState =
  | { readonly kind: 'idle' }
  | ({
      readonly kind: 'loading';
      readonly isSlow: boolean;
      readonly last?: Answer;
    } & SearchCriteria)
  | ({ readonly kind: 'found' } & Answer)
  | ({
      readonly kind: 'failed';
      readonly fault: SearchFault;
      readonly last?: Answer;
    } & SearchCriteria);

/**
 * Returns the answer to show: the latest one, even while another search is pending or has failed.
 */
export function answerIn(state: SearchState): Answer | undefined {
  if (state.kind === 'found') return state;
  return state.kind === 'idle' ? undefined : state.last;
}

export interface SearchSessionParts {
  readonly search: (
    criteria: SearchCriteria,
    signal: AbortSignal,
    offset?: number,
  ) => Promise<Found>;
  readonly diagnose: (error: unknown) => Promise<SearchFault>;
  readonly show: (state: SearchState) => void;
}

/** Sends searches during typing. Drops answers that arrive after a newer search was requested. */
export class SearchSession {
  readonly #parts: SearchSessionParts;
  #state: SearchState = { kind: 'idle' };
  #latest: SearchCriteria = { query: '', match: 'fuzzy' };
  #askedAt = Number.NEGATIVE_INFINITY;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #pending: AbortController | undefined;

  constructor(parts: SearchSessionParts) {
    this.#parts = parts;
  }

  /**
   * Sends a search at once, or after a pause if the previous one was requested only just before. An
   * empty search cancels the current one and shows nothing.
   *
   * @param isNow - whether to send the search at once in any case
   */
  ask(criteria: SearchCriteria, isNow = false): void {
    const hasPaused = isNow || performance.now() - this.#askedAt >= DEBOUNCE_MS;
    if (!isNow) this.#askedAt = performance.now();
    this.#stop();
    this.#latest = criteria;
    if (isEmptySearch(criteria)) this.#show({ kind: 'idle' });
    else if (hasPaused) void this.#send(criteria);
    else this.#timer = setTimeout(() => void this.#send(criteria), DEBOUNCE_MS);
  }

  /** Requests the foods after those already shown. */
  async more(): Promise<void> {
    const state = this.#state;
    if (state.kind !== 'found') return;
    this.#stop();
    await this.#finish(this.#latest, state);
  }

  async #send(criteria: SearchCriteria): Promise<void> {
    const last = answerIn(this.#state);
    const loading = { kind: 'loading', ...criteria, ...(last && { last }) } as const;
    this.#show({ ...loading, isSlow: false });
    this.#timer = setTimeout(() => this.#show({ ...loading, isSlow: true }), SLOW_MS);
    await this.#finish(criteria);
  }

  /** Repeats the search silently until the service is back. */
  async #retry(criteria: SearchCriteria, before?: Answer): Promise<void> {
    this.#timer = setTimeout(() => {
      this.#pending?.abort();
      void this.#retry(criteria, before);
    }, RETRY_LIMIT_MS);
    await this.#finish(criteria, before);
  }

  /** @param before - the answer to append the foods to */
  async #finish(criteria: SearchCriteria, before?: Answer): Promise<void> {
    this.#pending = new AbortController();
    const { signal } = this.#pending;
    const state = await this.#outcome(criteria, signal, before);
    // A newer search or request has replaced this one.
    if (signal.aborted) return;
    clearTimeout(this.#timer);
    const last = this.#state;
    this.#show(state);
    if (state.kind !== 'failed') return;
    if (shouldRetry(state.fault, last.kind === 'failed' ? last.fault : undefined))
      this.#timer = setTimeout(() => void this.#retry(criteria, before), RETRY_MS);
  }

  async #outcome(
    criteria: SearchCriteria,
    signal: AbortSignal,
    before?: Answer,
  ): Promise<SearchState> {
    try {
      const found = await this.#parts.search(criteria, signal, before?.foods.length);
      const answer = before === undefined ? { ...criteria, ...found } : joined(before, found);
      return { kind: 'found', ...answer };
    } catch (error) {
      if (signal.aborted) return { kind: 'idle' };
      const fault = await this.#parts.diagnose(error);
      const last = answerIn(this.#state);
      return { kind: 'failed', ...criteria, fault, ...(last && { last }) };
    }
  }

  #stop(): void {
    clearTimeout(this.#timer);
    this.#pending?.abort();
  }

  #show(state: SearchState): void {
    this.#state = state;
    this.#parts.show(state);
  }
}

/** Appends more foods to an answer, which otherwise stays as it was. */
function joined(before: Answer, { foods, extra }: Found): Answer {
  return {
    ...before,
    foods: [...before.foods, ...foods],
    extra: new Map([...before.extra, ...extra]),
  };
}
