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

// Defines the Prometheus metrics: names, help texts, labels, buckets.

/**
 * From a tenth of a millisecond to ten seconds: a search takes microseconds, waiting in the queue
 * seconds.
 */
const SECONDS_BUCKETS = [0.0001, 0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10];

/** All other methods share a label: a caller can invent any number of them. */
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
 * Counts and measures what the service does, in Prometheus's text format. No label holds anything
 * that a caller chooses: no query, no origin, no path outside the table of routes.
 */
export class Metrics {
  readonly #registry = new Registry();
  readonly #misses: MissCounts | undefined;
  readonly #requests = this.#counter('requests_total', 'Requests answered', [
    'route',
    'method',
    'status',
  ]);
  readonly #duration = this.#histogram(
    'request_duration_seconds',
    'Time from the headers of a request to the end of its answer',
    ['route'],
  );
  readonly #searches = this.#counter('searches_total', 'Searches, by mode and outcome', [
    'match',
    'outcome',
  ]);
  readonly #searchDuration = this.#histogram(
    'search_duration_seconds',
    'Time from a query to its foods, including time in the queue',
    ['match'],
  );
  readonly #decisions = this.#counter('cors_decisions_total', 'Decisions of the CORS policy', [
    'kind',
  ]);
  readonly #preflights = this.#counter('cors_preflights_total', 'Preflights, by decision', [
    'kind',
  ]);
  readonly #longSearches = this.#counter(
    'long_searches_total',
    'Searches too long to be answered at once, which waited for their turn',
    ['match'],
  );
  readonly #unavailable = this.#counter(
    'unavailable_total',
    'Requests answered with 503, by reason',
    ['reason'],
  );
  readonly #hangUps = this.#counter(
    'connections_closed_total',
    'Connections that the service closed early, by reason',
    ['reason'],
  );

  /** @param countsMisses whether searches that find nothing are counted by their text */
  constructor({ countsMisses = false } = {}) {
    this.#misses = countsMisses ? new MissCounts() : undefined;
  }

  /** Counts a connection that the server closed. */
  readonly countDisconnect = (reason: DisconnectReason): void => {
    this.#hangUps.inc({ reason });
  };

  /**
   * Adds the metrics that describe the whole process and the current data. Only one thread may have
   * them, since values are added up.
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
    this.#gauge('reloads', 'How often the data was replaced since startup', () => status().reloads);
    this.#gauge(
      'reload_failures',
      'How often checking for changes or loading them failed since startup',
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
    this.#requests.inc({ route, method, status: reply.statusCode });
    this.#duration.observe({ route }, reply.elapsedTime / 1_000);
    this.#observeFacts(facts);
  };

  /** The content type of {@link text}. */
  get contentType(): string {
    return this.#registry.contentType;
  }

  /** Returns all metrics as they are now, with those of other threads added. */
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
    return this.#misses && addUpMisses([{ misses: this.#misses.counted }, ...others]);
  }

  /** Returns all counts, for another thread to add up. */
  async counts(): Promise<ThreadCounts> {
    const metrics = await this.#registry.getMetricsAsJSON();
    return { metrics, ...(this.#misses !== undefined && { misses: this.#misses.counted }) };
  }

  #observeFacts({ cors, isPreflight, search, longSearch, unavailable }: RequestFacts): void {
    if (cors !== undefined) (isPreflight ? this.#preflights : this.#decisions).inc({ kind: cors });
    if (longSearch !== undefined) this.#longSearches.inc({ match: longSearch });
    if (unavailable !== undefined) this.#unavailable.inc({ reason: unavailable });
    if (search === undefined) return;
    const { match, found, seconds, text } = search;
    if (!found && text !== undefined) this.#misses?.add(text);
    this.#searches.inc({ match, outcome: found ? 'found' : 'nothing' });
    this.#searchDuration.observe({ match }, seconds);
  }

  #counter<Label extends string>(name: string, help: string, labelNames: Label[]): Counter<Label> {
    return new Counter({ name: prefixed(name), help, labelNames, registers: [this.#registry] });
  }

  #histogram<Label extends string>(
    name: string,
    help: string,
    labelNames: Label[],
  ): Histogram<Label> {
    const registers = [this.#registry];
    return new Histogram({
      name: prefixed(name),
      help,
      labelNames,
      buckets: SECONDS_BUCKETS,
      registers,
    });
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

/** Adds up the counts of several threads. Gauges are left out: they ended with the threads. */
export async function addUpCounts(ofThreads: readonly ThreadCounts[]): Promise<ThreadCounts> {
  const counts = ofThreads.map(({ metrics }) => metrics.filter((metric) => !isGauge(metric)));
  const metrics = await AggregatorRegistry.aggregate(counts).getMetricsAsJSON();
  return { metrics, misses: addUpMisses(ofThreads) };
}

function addUpMisses(ofThreads: readonly Pick<ThreadCounts, 'misses'>[]): Misses {
  const sum = new MissCounts();
  for (const { misses } of ofThreads) if (misses !== undefined) sum.addAll(misses);
  return sum.counted;
}

function isGauge({ type }: MetricValues[number]): boolean {
  // The declared type is a number, but the values have a string, as in the text format.
  return String(type) === 'gauge';
}

function secondsOf(date: Date): number {
  return date.getTime() / 1_000;
}

function prefixed(name: string): string {
  return `food_lookup_${name}`;
}
