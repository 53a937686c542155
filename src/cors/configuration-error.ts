import type { OriginFault } from './origin-fault.ts';

/** The CORS options cannot be used. The message lists every fault, one per line. */
export class CorsConfigurationError extends Error {
  override readonly name = 'CorsConfigurationError';
  /** Every error found, in the order of the options. */
  readonly faults: readonly OriginFault[];

  constructor(faults: readonly OriginFault[]) {
    super(faults.map(({ message }) => message).join('\n'));
    this.faults = faults;
  }
}
