import { isEmptyQuestion, type Question } from '../foods/question.ts';
import { DEBOUNCE_MS, type Found, RETRY_LIMIT_MS, RETRY_MS, SLOW_MS } from './food-service.ts';
import { type SearchFault, shouldRetry } from './search-fault.ts';

// Which searches are sent during typing, which answer counts, and when a search is retried. The
// times are in food-service.ts.

export interface Answer extends Question, Found {}

/** The state to show. While a search is pending or has failed, `last` is the previous answer. */
export type SearchState =
  | { readonly kind: 'idle' }
  | ({ readonly kind: 'loading'; readonly isSlow: boolean; readonly last?: Answer } & Question)
  | ({ readonly kind: 'found' } & Answer)
  | ({ readonly kind: 'failed'; readonly fault: SearchFault; readonly last?: Answer } & Question);

/**
 * Returns the answer to show: the latest one, even while another search is pending or has failed.
 */
export function answerIn(state: SearchState): Answer | undefined {
  if (state.kind === 'found') return state;
  return state.kind === 'idle' ? undefined : state.last;
}

export interface SearchSessionParts {
  readonly search: (question: Question, signal: AbortSignal, offset?: number) => Promise<Found>;
  readonly diagnose: (error: unknown) => Promise<SearchFault>;
  readonly show: (state: SearchState) => void;
}

/** Sends searches during typing. Drops answers that arrive after a newer question was asked. */
export class SearchSession {
  readonly #parts: SearchSessionParts;
  #state: SearchState = { kind: 'idle' };
  #latest: Question = { query: '', match: 'fuzzy' };
  #askedAt = Number.NEGATIVE_INFINITY;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #pending: AbortController | undefined;

  constructor(parts: SearchSessionParts) {
    this.#parts = parts;
  }

  /**
   * Sends a question at once, or after a pause if the previous question has only just been asked.
   * An empty question cancels the current search and shows nothing.
   *
   * @param isNow - whether to send it at once regardless
   */
  ask(question: Question, isNow = false): void {
    const hasPaused = isNow || performance.now() - this.#askedAt >= DEBOUNCE_MS;
    if (!isNow) this.#askedAt = performance.now();
    this.#stop();
    this.#latest = question;
    if (isEmptyQuestion(question)) this.#show({ kind: 'idle' });
    else if (hasPaused) void this.#send(question);
    else this.#timer = setTimeout(() => void this.#send(question), DEBOUNCE_MS);
  }

  /** Requests the foods after those already shown. */
  async more(): Promise<void> {
    const state = this.#state;
    if (state.kind !== 'found') return;
    this.#stop();
    await this.#finish(this.#latest, state);
  }

  async #send(question: Question): Promise<void> {
    const last = answerIn(this.#state);
    const loading = { kind: 'loading', ...question, ...(last && { last }) } as const;
    this.#show({ ...loading, isSlow: false });
    this.#timer = setTimeout(() => this.#show({ ...loading, isSlow: true }), SLOW_MS);
    await this.#finish(question);
  }

  /** Repeats the search silently until the service is back. */
  async #retry(question: Question, before?: Answer): Promise<void> {
    this.#timer = setTimeout(() => {
      this.#pending?.abort();
      void this.#retry(question, before);
    }, RETRY_LIMIT_MS);
    await this.#finish(question, before);
  }

  /** @param before - the answer to append the foods to */
  async #finish(question: Question, before?: Answer): Promise<void> {
    this.#pending = new AbortController();
    const { signal } = this.#pending;
    const state = await this.#outcome(question, signal, before);
    // A newer question or request has replaced this one.
    if (signal.aborted) return;
    clearTimeout(this.#timer);
    const last = this.#state;
    this.#show(state);
    if (state.kind !== 'failed') return;
    if (shouldRetry(state.fault, last.kind === 'failed' ? last.fault : undefined))
      this.#timer = setTimeout(() => void this.#retry(question, before), RETRY_MS);
  }

  async #outcome(question: Question, signal: AbortSignal, before?: Answer): Promise<SearchState> {
    try {
      const found = await this.#parts.search(question, signal, before?.foods.length);
      const answer = before === undefined ? { ...question, ...found } : joined(before, found);
      return { kind: 'found', ...answer };
    } catch (error) {
      if (signal.aborted) return { kind: 'idle' };
      const fault = await this.#parts.diagnose(error);
      const last = answerIn(this.#state);
      return { kind: 'failed', ...question, fault, ...(last && { last }) };
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
