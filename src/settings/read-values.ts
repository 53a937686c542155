import { withoutPassword } from '../catalog/database-error.ts';
import {
  isOptionsObject,
  nearestNames,
  type OptionsObject,
  show,
  whyNotOptions,
} from '../errors/shown-value.ts';
import type { ConfigurationFault } from './configuration-error.ts';
import type { Setting } from './setting-types.ts';
import {
  OPTION_SETTINGS,
  type OptionKey,
  SETTINGS,
  type SettingValues,
  valuesText,
} from './settings.ts';

// Checks each setting on its own. Reports invalid values and unknown settings.

/** The top-level settings. The policy engine itself checks the settings under `cors`. */
const TOP_SETTINGS: readonly (readonly [string, Setting])[] = Object.entries(OPTION_SETTINGS);

/**
 * Reports options that are not an object, and unknown settings. Ignoring an unknown setting would
 * silently apply a default.
 */
export function unknownSettings(options: unknown): ConfigurationFault[] {
  if (!isOptionsObject(options)) {
    const message = `Cannot use ${show(options)} as options: ${whyNotOptions(options)}. Use an object such as { port: 8080 }.`;
    return [{ where: '', message }];
  }
  const known = [...TOP_SETTINGS.map(([key]) => key), 'cors'];
  return Object.keys(options)
    .filter((key) => !known.includes(key))
    .map((key) => {
      const inner = key.replace(/^cors\./, '');
      const isOfCors = SETTINGS.some(({ path }) => path === `cors.${inner}`);
      const way = isOfCors ? `cors: { ${inner} }` : nearestNames(key, known).join(', ');
      // A key such as "cors.origin" must not be mistaken for the path of a setting.
      const where = key === inner ? key : '';
      return { where, message: `Unknown setting ${show(key)}. Use ${way}.` };
    });
}

/** The values of the settings, each checked on its own. */
export interface ReadValues {
  /** The values, with defaults filled in, even in place of invalid values. */
  readonly values: SettingValues;
  /** Invalid values, each with what to use instead. */
  readonly faults: readonly ConfigurationFault[];
  /** Whether all of these settings are valid. If not, defaults replace some of their values. */
  readonly areValid: (...keys: OptionKey[]) => boolean;
}

/** Reads the top-level settings. */
export function readValues(options: OptionsObject): ReadValues {
  const wrong = new Set<string>();
  const faults: ConfigurationFault[] = [];
  const values: OptionsObject = Object.fromEntries(
    TOP_SETTINGS.map(([key, row]) => {
      const { [key]: given } = options;
      if (given === undefined) return [key, row.default];
      const found = row.type.accepts(given) ? [] : valueFaults(key, row, given);
      if (found.length === 0)
        return [key, Array.isArray(given) ? Object.freeze([...given]) : given];
      wrong.add(key);
      faults.push(...found);
      return [key, row.default];
    }),
  );
  if (!areSettingValues(values)) throw new Error('A default is not a value of its setting.');
  return { values, faults, areValid: (...keys) => !keys.some((key) => wrong.has(key)) };
}

function areSettingValues(values: OptionsObject): values is SettingValues {
  return TOP_SETTINGS.every(([key, row]) =>
    values[key] === undefined ? row.default === undefined : row.type.accepts(values[key]),
  );
}

/** Returns the faults in an invalid value, or in the invalid elements of a list. */
function valueFaults(key: string, row: Setting, value: unknown): ConfigurationFault[] {
  const { acceptsElement } = row.type;
  if (acceptsElement === undefined) {
    const shown =
      row.isSecret === true && typeof value === 'string' ? withoutPassword(value) : value;
    return [{ where: key, message: `Cannot use ${show(shown)}. Use ${row.values}.` }];
  }
  if (!Array.isArray(value)) {
    const message = `Cannot use ${show(value)}. Use an array: ${row.values}.`;
    return [{ where: key, message }];
  }
  return value.flatMap((element: unknown, i) => {
    if (acceptsElement(element)) return [];
    const message = `Cannot use ${show(element)}. Use ${valuesText(row)}.`;
    return [{ where: `${key}[${i}]`, message }];
  });
}
