import { checkSettings, type FoodLookupSettings } from '../settings/check-settings.ts';
import {
  ConfigurationError,
  type ConfigurationFault,
  OPTION_NAMES,
  type SettingNames,
} from '../settings/configuration-error.ts';
import { AwaitedDatabase } from './open-database.ts';

// Checks the options and then the database before a start.

/** Valid settings, and their database. */
export interface Prepared {
  readonly settings: FoodLookupSettings;
  /**
   * The settings' database. It is open for reading, unless `wait` allows it to start later, or
   * `follow` makes the service load published indexes instead.
   */
  readonly database: AwaitedDatabase;
  /** The user's names for settings, for errors that are found later. */
  readonly names: SettingNames;
}

/** Where options come from. */
export interface OptionsOrigin {
  /** Faults found while gathering the options, listed before faults that the check finds. */
  readonly found?: readonly ConfigurationFault[];
  /** How settings are named. Default: the keys of the options. */
  readonly names?: SettingNames;
}

/**
 * Checks options of any type and opens their database. With `wait`, checks only its URL, so that a
 * service can listen before its database does. With `follow`, leaves the database alone.
 *
 * @throws ConfigurationError with all faults in the options and the database; nothing is left open
 */
export async function prepare(
  options: unknown,
  { found = [], names = OPTION_NAMES }: OptionsOrigin = {},
): Promise<Prepared> {
  const checked = checkSettings(options, names);
  const faults = [...found, ...('faults' in checked ? checked.faults : [])];
  if (checked.source === undefined) throw new ConfigurationError(faults);
  // If there are other faults, does not wait for the database, so that all faults are reported at
  // once.
  const waitMs = 'faults' in checked || found.length > 0 ? 0 : checked.wait * 1000;
  let isTemporary = false;
  const database = new AwaitedDatabase({ source: checked.source, waitMs, locate: names.locate });
  try {
    const isDatabase = 'faults' in checked || !checked.follow;
    if (isDatabase) await (waitMs === 0 ? database.open() : database.check());
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    isTemporary = error.isTemporary && faults.length === 0;
    faults.push(...error.faults);
  }
  if (faults.length === 0 && !('faults' in checked)) return { settings: checked, database, names };
  await database.close();
  throw new ConfigurationError(faults, isTemporary);
}
