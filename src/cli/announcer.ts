import { lookup } from 'node:dns/promises';
import { stderr, stdout } from 'node:process';
import { isRegExp } from 'node:util/types';
import pc from 'picocolors';
import type { OriginSetting } from '../cors/index.ts';
import { isThisMachine } from '../http/server/host-rule.ts';
import type { FoodLookup } from '../service/food-lookup.ts';
import { isJson } from '../service/logger.ts';
import { BUNDLED_TITLES, bundledFoodsIn } from '../settings/bundled-foods.ts';
import type { FoodLookupSettings } from '../settings/check-settings.ts';

// Prints the events of `serve`, as text or as JSON with level and time. Composes the startup
// report.

/** An event of the service to print. */
export interface Announcement {
  /** The event's name for programs, in kebab case. Stable, so that programs may rely on it. */
  readonly event: string;
  /** Whether the event goes to stderr. */
  readonly isFault?: boolean;
  /** Facts about the event, for programs. */
  readonly facts?: object;
  /** A sentence that describes the event. */
  readonly message: string;
  /** Text for people, instead of the sentence. */
  readonly text?: string;
}

/** Log levels, with pino's numbers. */
const LEVELS = { info: 30, error: 50 };

/** Prints an event: as text for people, as a JSON line for programs. */
export function announce(
  logFormat: FoodLookupSettings['logFormat'],
  { event, isFault = false, facts, message, text = `${message}\n` }: Announcement,
): void {
  const stream = isFault ? stderr : stdout;
  const level = isFault ? LEVELS.error : LEVELS.info;
  const line = { level, time: Date.now(), event, ...facts, msg: message };
  stream.write(isJson(logFormat, stream) ? `${JSON.stringify(line)}\n` : text);
}

/**
 * Returns the startup report: the service's URL, its foods, and who may call.
 *
 * @param store the name of the database or index, without a password
 */
export async function startReport(
  { url, store }: { readonly url: string; readonly store: string },
  foodLookup: FoodLookup,
  settings: FoodLookupSettings,
): Promise<Announcement> {
  const { size, key, pageUrl, metricsUrl } = foodLookup;
  const { source, cors, socket } = settings;
  const bundled = bundledFoodsIn(source.database);
  const database = bundled === undefined ? store : BUNDLED_TITLES[bundled];
  const origins = originText(cors.origin);
  const reach = await reachText(settings);
  const foodsWithoutFdcId = await countWithoutFdcId(foodLookup, settings);
  const lines = {
    foods: `${grouped(size)} of ${database}`,
    key:
      key === undefined ? 'no unique column found; set --key' : `${key} (GET /api/food/{${key}})`,
    origins,
    reach,
    fdc:
      foodsWithoutFdcId &&
      `${grouped(foodsWithoutFdcId)} foods have no fdc_id, and are not listed at /fdc/v1`,
    page: pageUrl && pc.cyan(pageUrl),
    metrics: metricsUrl && pc.cyan(metricsUrl),
    try: socket === undefined ? pc.cyan(`${url}/api/food?q=cheese`) : undefined,
  };
  const text = Object.entries(lines).map(([name, value]) =>
    !value ? '' : `  ${name.padEnd(9)}${value}\n`,
  );
  return {
    event: 'listening',
    facts: {
      url,
      pageUrl,
      metricsUrl,
      foods: size,
      database,
      key,
      foodsWithoutFdcId,
      origins,
      reach,
    },
    message: `Food Lookup listens at ${url}`,
    text: `Food Lookup listens at ${pc.bold(url)}\n${text.join('')}`,
  };
}

/** Counts the foods that the interface `fdc` leaves out, if it is served. */
async function countWithoutFdcId(foodLookup: FoodLookup, { interfaces }: FoodLookupSettings) {
  if (!interfaces.includes('fdc')) return undefined;
  const { totalHits } = (await foodLookup.inject('/fdc/v1/foods/search?pageSize=1')).json();
  return foodLookup.size - totalHits;
}

/** Formats a number as "8,790"; `Intl` would take a tenth of startup. */
function grouped(size: number): string {
  return String(size).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

/** Describes who can send requests, regardless of CORS. */
async function reachText({ host, socket, allowedHosts }: FoodLookupSettings): Promise<string> {
  const names =
    allowedHosts.length === 0 ? '' : `; also accepted as host name: ${allowedHosts.join(', ')}`;
  if (socket !== undefined) return `programs on this machine that may write to ${socket}${names}`;
  const addresses = await lookup(host, { all: true });
  if (addresses.every(({ address }) => isThisMachine(address))) return `this machine only${names}`;
  const address = ['0.0.0.0', '::'].includes(host) ? 'any address of this machine' : host;
  return `everyone who can reach ${address}${names}`;
}

/** Describes the origins that a setting lets in. */
export function originText(origin: OriginSetting): string {
  if (origin === true || origin === '*') return 'all may call';
  if (origin === false) return 'no page may call (CORS is off)';
  if (typeof origin === 'function') return 'those allowed by the configured function may call';
  if (typeof origin === 'string' || isRegExp(origin)) return `${origin} may call`;
  return origin.length === 0
    ? 'no page may call (the list is empty)'
    : `${origin.join(', ')} may call`;
}
