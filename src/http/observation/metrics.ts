import {
  AggregatorRegistry,
  Counter,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  type MetricObjectWithValues,
  type MetricValue,
  Registry,
} from 'prom-client';
import type { CurrentCatalog, DataStatus } from '../../catalog/current-catalog.ts';
import { MissCounts, type Misses } from '../../catalog/miss-counts.ts';
import { routeOf } from '../routes.ts';
import type { DisconnectReason } from '../server/limits.ts';
import type { Observer, RequestFacts } from './request-facts.ts';

// Defines the Prometheus metrics: names, help, labels, buckets.

/**
 * From a tenth of a millisecond to ten seconds. A search takes microseconds, but waiting in the
 * queue may take seconds.
 */
const SECONDS_BUCKETS = [0.0001, 0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10];

const COUNTERS = {
  requests_total: { help: 'Requests answered', labels: ['route', 'method', 'status'] },
  searches_total: { help: 'Searches, by mode and outcome', labels: ['match', 'outcome'] },
  cors_decisions_total: { help: 'CORS policy decisions', labels: ['kind'] },
  cors_preflights_total: { help: 'Preflights, by decision', labels: ['kind'] },
  long_searches_total: {
    help: 'Searches that were too long to answer immediately and waited in a queue',
    labels: ['match'],
  },
  unavailable_total: { help: 'Requests answered with 503, by reason', labels: ['reason'] },
  connections_closed_total: {
    help: 'Connections that the service closed early, by reason',
    labels: ['reason'],
  },
} as const;

const HISTOGRAMS = {
  request_duration_seconds: {
    help: "Time from a request's headers to the end of its response",
    labels: ['route'],
  },
  search_duration_seconds: {
    help: 'Time from a query to its foods, including time in the queue',
    labels: ['match'],
  },
} as const;

/** A value for each label of a metric. */
type Labels<Metric extends { readonly labels: readonly string[] }> = Readonly<
  Record<Metric['labels'][number], string | number>
>;

/** All other methods share one label, since callers may send dozens of them. */
const LABELED_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** One thread's metrics, as prom-client exchanges them. */
type MetricValues = MetricObjectWithValues<MetricValue<string>>[];

/** One thread's counts, for another thread to add up. */
export interface ThreadCounts {
  readonly metrics: MetricValues;
  /** Absent if misses are not counted. */
  readonly misses?: Misses;
}

/** The current data, which the metrics describe. */
export interface ObservedData {
  readonly catalog: CurrentCatalog;
  readonly status: () => DataStatus;
}

/**
 * Counts and measures what the service does, in Prometheus's text format. No label holds text
 * that a caller can make up: no query, no origin, no unknown path.
 */
export class Metrics {
  readonly #registry = new Registry();
  readonly #misses: MissCounts | undefined;
  readonly #counters = new Map(
    Object.entries(COUNTERS).map(([name, { help, labels }]) => {
      const common = { name: prefixed(name), help, labelNames: labels };
      return [name, new Counter({ ...common, registers: [this.#registry] })];
    }),
  );
  readonly #histograms = new Map(
    Object.entries(HISTOGRAMS).map(([name, { help, labels }]) => {
      const common = { name: prefixed(name), help, labelNames: labels, buckets: SECONDS_BUCKETS };
      return [name, new Histogram({ ...common, registers: [this.#registry] })];
    }),
  );

  /** @param countsMisses whether searches that find nothing are counted by their text */
  constructor({ countsMisses = false } = {}) {
    this.#misses = countsMisses ? new MissCounts() : undefined;
  }

  /** Counts a connection that the server closed. */
  readonly countDisconnect = (reason: DisconnectReason): void => {
    this.#count('connections_closed_total', { reason });
  };

  /**
   * Adds the metrics that describe the whole process and the current data. Only one thread may have
   * these metrics, since the values of all threads are added up.
   */
  observeData({ catalog: current, status }: ObservedData): void {
    collectDefaultMetrics({ register: this.#registry });
    this.#gauge('foods', 'Number of foods being served', () => current.size);
    this.#gauge('data_loaded_timestamp_seconds', 'When the current data was loaded', () =>
      secondsOf(status().loadedAt),
    );
    this.#gauge(
      'data_checked_timestamp_seconds',
      'When the current data was last confirmed to be up to date',
      () => secondsOf(status().checkedAt),
    );
    this.#gauge(
      'reloads',
      'Number of times the data was replaced since startup',
      () => status().reloads,
    );
    this.#gauge(
      'reload_failures',
      'Number of times checking for changes or loading them failed since startup',
      () => status().failures,
    );
    new Gauge({
      name: prefixed('data_info'),
      help: 'The revision of the current data; always 1',
      labelNames: ['revision'],
      registers: [this.#registry],
      collect() {
        this.reset();
        const { revision } = current;
        if (revision !== undefined) this.set({ revision }, 1);
      },
    });
  }

  /** Counts an answered request. */
  readonly observe: Observer = (request, reply, facts) => {
    const route = routeOf(request)?.path ?? 'unknown';
    const method = LABELED_METHODS.has(request.method) ? request.method : 'other';
    this.#count('requests_total', { route, method, status: reply.statusCode });
    this.#measure('request_duration_seconds', { route }, reply.elapsedTime / 1_000);
    this.#observeFacts(facts);
  };

  /** The content type of {@link text}. */
  get contentType(): string {
    return this.#registry.contentType;
  }

  /** Returns all metrics as they are now, with the other threads' metrics added. */
  async text(others: readonly ThreadCounts[] = []): Promise<string> {
    if (others.length === 0) return this.#registry.metrics();
    const values = [await this.counts(), ...others].map(({ metrics }) => metrics);
    return AggregatorRegistry.aggregate(values).metrics();
  }

  /**
   * Returns the searches that found nothing, in other threads too; `undefined` if they are not
   * counted.
   */
  misses(others: readonly ThreadCounts[] = []): Misses | undefined {
    return this.#misses && addUpMisses([{ misses: this.#misses.summary }, ...others]);
  }

  /** Returns all counts, for another thread to add up. */
  async counts(): Promise<ThreadCounts> {
    const metrics = await this.#registry.getMetricsAsJSON();
    return { metrics, ...(this.#misses !== undefined && { misses: this.#misses.summary }) };
  }

  #observeFacts({ cors, isPreflight, search, longSearch, unavailable }: RequestFacts): void {
    if (cors !== undefined)
      this.#count(isPreflight ? 'cors_preflights_total' : 'cors_decisions_total', { kind: cors });
    if (longSearch !== undefined) this.#count('long_searches_total', { match: longSearch });
    if (unavailable !== undefined) this.#count('unavailable_total', { reason: unavailable });
    if (search === undefined) return;
    const { match, found, seconds, text } = search;
    if (!found && text !== undefined) this.#misses?.add(text);
    this.#count('searches_total', { match, outcome: found ? 'found' : 'nothing' });
    this.#measure('search_duration_seconds', { match }, seconds);
  }

  #count<Name extends keyof typeof COUNTERS>(name: Name, labels: Labels<(typeof COUNTERS)[Name]>) {
    this.#counters.get(name)?.inc(labels);
  }

  #measure<Name extends keyof typeof HISTOGRAMS>(
    name: Name,
    labels: Labels<(typeof HISTOGRAMS)[Name]>,
    seconds: number,
  ): void {
    this.#histograms.get(name)?.observe(labels, seconds);
  }

  #gauge(name: string, help: string, read: () => number): void {
    new Gauge({
      name: prefixed(name),
      help,
      registers: [this.#registry],
      collect() {
        this.set(read());
      },
    });
  }
}

/**
 * Adds up the counts of several threads. Leaves out gauges, which describe only running threads.
 */
export async function addUpCounts(threadCounts: readonly ThreadCounts[]): Promise<ThreadCounts> {
  // The types declare a number, but the value is a string, as in the text format.
  const counts = threadCounts.map(({ metrics }) =>
    metrics.filter(({ type }) => String(type) !== 'gauge'),
  );
  const metrics = await AggregatorRegistry.aggregate(counts).getMetricsAsJSON();
  return { metrics, misses: addUpMisses(threadCounts) };
}

function addUpMisses(threadCounts: readonly Pick<ThreadCounts, 'misses'>[]): Misses {
  const sum = new MissCounts();
  for (const { misses } of threadCounts) if (misses !== undefined) sum.addAll(misses);
  return sum.summary;
}

function secondsOf(date: Date): number {
  return date.getTime() / 1_000;
}

function prefixed(name: string): string {
  return `food_lookup_${name}`;
}
