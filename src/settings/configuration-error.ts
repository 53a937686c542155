import { linesOf } from '../errors/check-arguments.ts';
import { UserError } from '../errors/user-error.ts';
import type { OptionKey } from './settings.ts';

// The error for an invalid configuration, with all faults under the names that the user used.

/** One fault in a configuration. */
export interface ConfigurationFault {
  /** The setting's path in the options: `port`, `cors.origin`. Empty for the options as a whole. */
  readonly where: string;
  /** Names the value, and says what is wrong with it and what to use instead. */
  readonly message: string;
}

/** The result of a check that found faults. */
export interface Faulty<Fault = ConfigurationFault> {
  readonly faults: readonly Fault[];
}

/** Thrown for an invalid configuration, with all of its faults. */
export class ConfigurationError extends UserError {
  override readonly name = 'ConfigurationError';
  readonly faults: readonly ConfigurationFault[];
  /**
   * Whether the same configuration may work later, for example once its database or port is
   * available.
   */
  readonly isTemporary: boolean;

  constructor(faults: readonly ConfigurationFault[], isTemporary = false) {
    super(linesOf(faults, ({ where, message }) => (where ? `${where}: ${message}` : message)));
    this.faults = faults;
    this.isTemporary = isTemporary;
  }
}

/**
 * Formats an error for the user, in lines; returns `undefined` for a bug, which keeps its stack
 * trace.
 */
export function explainUserError(error: unknown): string | undefined {
  if (error instanceof ConfigurationError && error.faults.length > 1) {
    const lines = error.message.split('\n').map((line) => `  ${line}`);
    return [`The configuration has ${error.faults.length} errors:`, ...lines].join('\n');
  }
  return error instanceof UserError ? error.message : undefined;
}

/** How messages name settings: as options, or as flags and variables. */
export interface SettingNames {
  /**
   * Names the place of a fault, given its path in the options: `--port`, `PORT`,
   * `config.json: port`.
   */
  readonly locate: (path: string) => string;
  /** Names a setting within a sentence: `--port`, `PORT`, `port`. */
  readonly name: (key: OptionKey) => string;
}

/** Returns the faults, each under the name that the user gave. */
export function locateFaults(
  faults: readonly ConfigurationFault[],
  { locate }: Pick<SettingNames, 'locate'>,
): ConfigurationFault[] {
  return faults.map(({ where, message }) => ({ where: locate(where), message }));
}

/** The names for callers of the library: the options themselves. */
export const OPTION_NAMES: SettingNames = { locate: (path) => path, name: (key) => key };
