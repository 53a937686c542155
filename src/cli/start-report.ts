import { lookup } from 'node:dns/promises';
import pc from 'picocolors';
import { BUNDLED_DATABASE } from '../data/bundled-database.ts';
import { isThisMachine } from '../http/server/host-rule.ts';
import type { FoodLookup } from '../serving/food-lookup.ts';
import type { FoodLookupSettings } from '../settings/check-settings.ts';
import type { Announcement } from './announcer.ts';
import { originText } from './cors/origins-in-words.ts';

// The text at the start of `serve`: where it listens, what it holds, who may call.

/**
 * What to know of a service that has started: where it listens, what it holds, who may call.
 *
 * @param store the name of its database, without a password
 */
export async function startReport(
  { url, store }: { readonly url: string; readonly store: string },
  { size, key, pageUrl, metricsUrl }: FoodLookup,
  settings: FoodLookupSettings,
): Promise<Announcement> {
  const { source, cors, socket } = settings;
  const database = source.database === BUNDLED_DATABASE ? 'USDA Standard Reference 28' : store;
  const origins = originText(cors.origin);
  const reach = await reachText(settings);
  const lines = {
    foods: `${grouped(size)} of ${database}`,
    key:
      key === undefined ? 'none is unique; name one with --key' : `${key} (GET /api/food/{${key}})`,
    origins,
    reach,
    page: pageUrl && pc.cyan(pageUrl),
    metrics: metricsUrl && pc.cyan(metricsUrl),
    try: socket === undefined ? pc.cyan(`${url}/api/food?q=cheese`) : undefined,
  };
  const text = Object.entries(lines).map(([name, value]) =>
    value === undefined ? '' : `  ${name.padEnd(9)}${value}\n`,
  );
  return {
    event: 'listening',
    facts: { url, pageUrl, metricsUrl, foods: size, database, key, origins, reach },
    message: `Food Lookup listens at ${url}`,
    text: `Food Lookup listens at ${pc.bold(url)}\n${text.join('')}`,
  };
}

/** "8,790"; `Intl` would take a tenth of a start. */
function grouped(size: number): string {
  return String(size).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

/** Who can send requests, before any origin matters. */
async function reachText({ host, allowedHosts }: FoodLookupSettings): Promise<string> {
  const names = allowedHosts.length === 0 ? '' : `, also as ${allowedHosts.join(', ')}`;
  const addresses = await lookup(host, { all: true });
  if (addresses.every(({ address }) => isThisMachine(address))) return `this machine only${names}`;
  const address = ['0.0.0.0', '::'].includes(host) ? 'any address of this machine' : host;
  return `everyone who can reach ${address}${names}`;
}
