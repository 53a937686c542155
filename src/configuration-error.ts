/** One thing that is wrong with a configuration. */
export interface ConfigurationFault {
  /** The setting, as its path in the options: `port`, `cors.origin`. Empty: the options as a whole. */
  readonly where: string;
  /** What is wrong with which value, and the way out. */
  readonly message: string;
}

/** A configuration that cannot be used: every fault of it at once, told before anything starts. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
  readonly faults: readonly ConfigurationFault[];

  constructor(faults: readonly ConfigurationFault[]) {
    super(
      faults.map(({ where, message }) => (where ? `${where}: ${message}` : message)).join('\n'),
    );
    this.faults = faults;
  }
}
