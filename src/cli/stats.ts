import { stdout } from 'node:process';
import type { Misses } from '../catalog/miss-counts.ts';
import { OPTION_SETTINGS } from '../settings/settings.ts';
import { askService, UnreachableError } from './ask-service.ts';
import { type ConfigurationSources, readValuesAlone } from './configuration/gather-options.ts';
import { writeJson } from './json-output.ts';
import { printable } from './printable.ts';

// `food-lookup stats`: prints which searches found nothing.

/**
 * Prints which searches found nothing since the service started that has these settings.
 *
 * @throws UnreachableError where it does not answer, or does not count them
 */
export async function printStats(sources: ConfigurationSources, isJson: boolean): Promise<void> {
  const { metricsHost: host, metricsPort: port } = await readValuesAlone(sources);
  if (port === undefined) {
    const { flag, variable } = OPTION_SETTINGS.metricsPort;
    throw new UnreachableError(`Name the metrics port of the service: --${flag} (${variable}).`);
  }
  const { status, body } = await askService({ scheme: 'http', host, port }, '/misses');
  const answer = parsed(body);
  if (status !== 200 || answer.texts === undefined) {
    const reason = answer.error ?? 'another program answers there';
    throw new UnreachableError(`Cannot read the counts at port ${port} of ${host}: ${reason}.`);
  }
  if (isJson) writeJson(answer);
  else stdout.write(text(answer));
}

/** What the metrics port answers, or nothing where something else answered. */
function parsed(body: string): Partial<Misses> & { readonly error?: string } {
  try {
    return Object(JSON.parse(body));
  } catch {
    return {};
  }
}

function text({ total = 0, texts = [] }: Partial<Misses>): string {
  const width = String(texts[0]?.count ?? '').length;
  const lines = texts.map(
    ({ text, count }) => `${String(count).padStart(width)}  ${printable(text)}\n`,
  );
  return `${total.toLocaleString('en')} searches found nothing since the start\n${lines.join('')}`;
}
