import { UserError } from '../errors/user-error.ts';
import type { OptionKey } from './settings.ts';

// The error of a configuration with all its faults, a line each, under the names that the user
// gave.

/** One thing that is wrong with a configuration. */
export interface ConfigurationFault {
  /** The setting, as its path in the options: `port`, `cors.origin`. Empty: the options as a whole. */
  readonly where: string;
  /** Names the value and says what is wrong with it and what to use instead. */
  readonly message: string;
}

/** A configuration that cannot be used, with all of its faults, reported before anything starts. */
export class ConfigurationError extends UserError {
  override readonly name = 'ConfigurationError';
  readonly faults: readonly ConfigurationFault[];
  /** Whether the same configuration may work later, such as when its database or port is available. */
  readonly isTemporary: boolean;

  constructor(faults: readonly ConfigurationFault[], isTemporary = false) {
    super(
      faults.map(({ where, message }) => (where ? `${where}: ${message}` : message)).join('\n'),
    );
    this.faults = faults;
    this.isTemporary = isTemporary;
  }
}

/** What went wrong as lines for the user; `undefined` for a fault of the program's own, which keeps its stack. */
export function explainUserError(error: unknown): string | undefined {
  if (error instanceof ConfigurationError && error.faults.length > 1) {
    const lines = error.message.split('\n').map((line) => `  ${line}`);
    return [`The configuration has ${error.faults.length} errors:`, ...lines].join('\n');
  }
  return error instanceof UserError ? error.message : undefined;
}

/** How the user names settings, for messages: as options, or as flags and variables. */
export interface SettingNames {
  /** The place of a fault, by its path in the options: `--port`, `PORT`, `config.json: port`. */
  readonly place: (path: string) => string;
  /** A setting within a sentence: `--port`, `PORT`, `port`. */
  readonly name: (key: OptionKey) => string;
}

/** The names of those who call the library: the options themselves. */
export const OPTION_NAMES: SettingNames = { place: (path) => path, name: (key) => key };
