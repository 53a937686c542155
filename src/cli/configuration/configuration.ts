import { type Prepared, prepare } from '../../data/startup-checks.ts';
import { isOptionsObject } from '../../errors/shown-value.ts';
import {
  checkCors,
  type EffectiveCors,
  effectiveCorsOptions,
  lintCors,
} from '../../settings/check-cors.ts';
import {
  ConfigurationError,
  type ConfigurationFault,
  locateFaults,
} from '../../settings/configuration-error.ts';
import { readValues } from '../../settings/read-values.ts';
import { type ConfigurationSources, type Gathered, gatherOptions } from './gather-options.ts';

// Reads and checks a command's configuration. Flags override the environment, which overrides the
// configuration file, which overrides the defaults.

/**
 * Reads the current configuration, and opens its database unless `--wait` or `--follow` applies.
 *
 * @throws ConfigurationError with all faults, each under the name the user used
 */
export async function readConfiguration(sources: ConfigurationSources): Promise<Prepared> {
  const gathered = await gatherOptions(sources);
  const { options, names } = gathered;
  return prepare(options, { found: foundFaults(gathered), names });
}

/** The current `cors` options with their errors and warnings, and where the service listens. */
export type ExaminedCors = Awaited<ReturnType<typeof examineCors>>;

/**
 * Checks the current `cors` options as {@link readConfiguration} does, but nothing else.
 *
 * @throws ConfigurationError if the options cannot be determined
 */
export async function examineCors(sources: ConfigurationSources) {
  const { options, fileFaults, unrecognized, unreadable } = await gatherOptions(sources);
  if (fileFaults.length + unrecognized.length > 0 || !isOptionsObject(options)) {
    throw new ConfigurationError([...fileFaults, ...unrecognized]);
  }
  const { values } = readValues(options);
  const effective = effectiveCorsOptions(options.cors, values);
  const [given, linted] =
    'options' in effective
      ? [effective.options, lintCors(effective.options)]
      : [undefined, effective.faults];
  const faults = [...unreadable.map(({ fault }) => fault), ...linted];
  return { options: given, host: values.host, faults };
}

/**
 * Reads the current `cors` options, for a service that is already running.
 *
 * @throws ConfigurationError with everything that is wrong with them
 */
export async function readCors(sources: ConfigurationSources): Promise<EffectiveCors> {
  const gathered = await gatherOptions(sources);
  const { options, names } = gathered;
  const checked = isOptionsObject(options)
    ? checkCors(options.cors, readValues(options).values)
    : { faults: [] };
  const faults = [
    ...foundFaults(gathered),
    ...gathered.unrecognized,
    ...('faults' in checked ? locateFaults(checked.faults, names) : []),
  ];
  if ('faults' in checked || faults.length > 0) throw new ConfigurationError(faults);
  return checked;
}

function foundFaults({ fileFaults, unreadable }: Gathered): ConfigurationFault[] {
  const texts = unreadable.map(({ name, fault }) => ({ where: name, message: fault.message }));
  return [...fileFaults, ...texts];
}
