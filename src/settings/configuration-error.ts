import { UserError } from '../errors/user-error.ts';

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

  constructor(faults: readonly ConfigurationFault[]) {
    super(
      faults.map(({ where, message }) => (where ? `${where}: ${message}` : message)).join('\n'),
    );
    this.faults = faults;
  }
}
