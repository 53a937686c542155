import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { foodOf } from '../foods/sample-foods.case.ts';
import type { SearchCriteria } from '../foods/search-criteria.ts';
import type { Found } from './food-service.ts';
import type { SearchFault } from './search-fault.ts';
import { SearchSession, type SearchState } from './search-session.ts';

// The times in food-service.ts, in milliseconds. A test that imported them would pass with any
// values.
const [PAUSE, SLOW, RETRY, RETRY_LIMIT] = [150, 3_000, 3_000, 10_000];

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const ask = (query: string): SearchCriteria => ({ query, match: 'substring' });
const foundOf = (name: string): Found => ({
  foods: [foodOf(name)],
  readings: [],
  extra: new Map(),
  total: undefined,
});

/** Starts a session whose searches the test answers, and records all that it shows. */
function startSession(fault?: SearchFault) {
  const shown: SearchState[] = [];
  const searches: {
    criteria: SearchCriteria;
    signal: AbortSignal;
    offset: number | undefined;
    answer: PendingAnswer;
  }[] = [];
  const session = new SearchSession({
    search: (criteria, signal, offset) => {
      const answer = pendingAnswer();
      searches.push({ criteria, signal, offset, answer });
      return answer.promise;
    },
    diagnose: async (error) => fault ?? { kind: 'query', message: String(error) },
    show: (state) => void shown.push(state),
  });
  return { session, shown, searches, last: () => shown.at(-1) };
}

interface PendingAnswer {
  promise: Promise<Found>;
  resolve: (found: Found) => void;
  reject: (error: unknown) => void;
}

function pendingAnswer(): PendingAnswer {
  let resolve: PendingAnswer['resolve'] = () => {};
  let reject: PendingAnswer['reject'] = () => {};
  const promise = new Promise<Found>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}

const settle = () => vi.advanceTimersByTimeAsync(0);

describe('SearchSession', () => {
  test('more appends the next foods, unless the query has changed', async () => {
    const { session, searches, last } = startSession();
    session.ask(ask('egg'), true);
    searches[0]?.answer.resolve({ ...foundOf('Egg 1'), total: 3 });
    await settle();
    void session.more();
    expect(searches[1]?.criteria).toEqual(ask('egg'));
    searches[1]?.answer.resolve(foundOf('Egg 2'));
    await settle();
    const found = { kind: 'found', query: 'egg', total: 3 };
    expect(last()).toMatchObject({ ...found, foods: [foodOf('Egg 1'), foodOf('Egg 2')] });
    void session.more();
    session.ask(ask('milk'), true);
    searches[2]?.answer.resolve(foundOf('Egg 3'));
    searches[3]?.answer.resolve(foundOf('Milk'));
    await settle();
    expect(last()).toMatchObject({ kind: 'found', query: 'milk', foods: [foodOf('Milk')] });
  });

  test('more shows the reason for a failure next to the foods, and can be retried', async () => {
    const { session, searches, last } = startSession({ kind: 'unreachable' });
    session.ask(ask('egg'), true);
    searches[0]?.answer.resolve({ ...foundOf('Egg 1'), total: 3 });
    await settle();
    void session.more();
    searches[1]?.answer.reject(new TypeError('gone'));
    await settle();
    const fault = { kind: 'unreachable' };
    expect(last()).toMatchObject({ kind: 'failed', fault, last: { foods: [foodOf('Egg 1')] } });
    await vi.advanceTimersByTimeAsync(RETRY - 1);
    expect(searches).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(1);
    searches[2]?.answer.resolve(foundOf('Egg 2'));
    await settle();
    expect(searches.map(({ offset }) => offset)).toEqual([undefined, 1, 1]);
    expect(last()).toMatchObject({ kind: 'found', foods: [foodOf('Egg 1'), foodOf('Egg 2')] });
  });

  test('ask sends the first letter at once; of the letters that follow quickly, only the last is sent', () => {
    const { session, searches } = startSession();
    const sent = () => searches.map(({ criteria }) => criteria.query);
    for (const query of ['c', 'ch', 'che']) {
      session.ask(ask(query));
      vi.advanceTimersByTime(PAUSE - 1);
    }
    expect(sent()).toEqual(['c']);
    vi.advanceTimersByTime(1);
    expect(sent()).toEqual(['c', 'che']);
    session.ask(ask('chee'));
    expect(sent()).toEqual(['c', 'che', 'chee']);
  });

  test('ask shows the answer when it arrives', async () => {
    const { session, searches, shown } = startSession();
    session.ask(ask('egg'));
    vi.advanceTimersByTime(PAUSE);
    searches[0]?.answer.resolve(foundOf('Egg'));
    await settle();
    expect(shown).toEqual([
      { kind: 'loading', ...ask('egg'), isSlow: false },
      { kind: 'found', ...ask('egg'), ...foundOf('Egg') },
    ]);
  });

  test('ask aborts the previous search, and never shows its answer or error', async () => {
    const { session, searches, shown } = startSession();
    session.ask(ask('a'), true);
    session.ask(ask('b'), true);
    session.ask(ask('c'), true);
    expect(searches.map(({ signal }) => signal.aborted)).toEqual([true, true, false]);
    searches[2]?.answer.resolve(foundOf('C'));
    searches[0]?.answer.resolve(foundOf('A'));
    searches[1]?.answer.reject(new Error('late'));
    await settle();
    expect(shown.filter(({ kind }) => kind !== 'loading')).toEqual([
      { kind: 'found', ...ask('c'), ...foundOf('C') },
    ]);
  });

  test('ask with an empty query shows nothing, whatever arrives', async () => {
    const { session, searches, last } = startSession();
    session.ask(ask('egg'), true);
    session.ask(ask(''));
    searches[0]?.answer.resolve(foundOf('Egg'));
    await vi.advanceTimersByTimeAsync(SLOW * 2);
    expect(last()).toEqual({ kind: 'idle' });
    expect(searches).toHaveLength(1);
  });

  test('a query sent at once neither waits for a pause nor is sent again', () => {
    const { session, searches } = startSession();
    session.ask(ask('e'));
    session.ask(ask('eg'));
    session.ask(ask('eg'), true);
    vi.advanceTimersByTime(PAUSE);
    expect(searches.map(({ criteria }) => criteria.query)).toEqual(['e', 'eg']);
  });

  test('loading keeps the previous answer until the search is slow or replaced', async () => {
    const { session, searches, last } = startSession();
    session.ask(ask('egg'), true);
    searches[0]?.answer.resolve(foundOf('Egg'));
    await settle();
    session.ask(ask('eggs'), true);
    session.ask(ask('eggs,'), true);
    expect(last()).toMatchObject({ kind: 'loading', isSlow: false, last: { query: 'egg' } });
    await vi.advanceTimersByTimeAsync(SLOW - 1);
    expect(last()).toMatchObject({ kind: 'loading', isSlow: false });
    await vi.advanceTimersByTimeAsync(1);
    expect(last()).toMatchObject({ kind: 'loading', query: 'eggs,', isSlow: true });
  });

  test('a failed search shows why, and can be retried', async () => {
    const { session, searches, last } = startSession();
    session.ask(ask('egg'), true);
    searches[0]?.answer.reject(new Error('no'));
    await settle();
    expect(last()).toMatchObject({ kind: 'failed', query: 'egg', fault: { message: 'Error: no' } });
    session.ask(ask('egg'), true);
    searches[1]?.answer.resolve({ foods: [], readings: [], extra: new Map(), total: 0 });
    await settle();
    expect(last()).toEqual({
      kind: 'found',
      ...ask('egg'),
      foods: [],
      readings: [],
      extra: new Map(),
      total: 0,
    });
  });

  test('a retried search without an answer is abandoned for another', async () => {
    const { session, searches, last } = startSession({ kind: 'offline' });
    session.ask(ask('egg'), true);
    searches[0]?.answer.reject(new TypeError('offline'));
    await vi.advanceTimersByTimeAsync(RETRY);
    await vi.advanceTimersByTimeAsync(RETRY_LIMIT - 1);
    expect(searches).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(1);
    expect(searches.map(({ signal }) => signal.aborted)).toEqual([false, true, false]);
    searches[2]?.answer.resolve(foundOf('Egg'));
    await settle();
    expect(last()).toMatchObject({ kind: 'found' });
    await vi.advanceTimersByTimeAsync(RETRY_LIMIT);
    expect(searches).toHaveLength(3);
  });

  test('a service that is back is called again before it is reported as blocked', async () => {
    const { session, searches, last } = startSession({ kind: 'blocked' });
    session.ask(ask('egg'), true);
    searches[0]?.answer.reject(new Error('no'));
    await vi.advanceTimersByTimeAsync(RETRY);
    expect(last()).toMatchObject({ kind: 'failed', fault: { kind: 'blocked' } });
    searches[1]?.answer.reject(new Error('no'));
    await vi.advanceTimersByTimeAsync(RETRY * 3);
    expect(searches).toHaveLength(2);
    session.ask(ask('egg'), true);
    searches[2]?.answer.reject(new Error('no'));
    await vi.advanceTimersByTimeAsync(RETRY);
    searches[3]?.answer.resolve(foundOf('Egg'));
    await settle();
    expect(last()).toMatchObject({ kind: 'found', query: 'egg' });
  });
});
