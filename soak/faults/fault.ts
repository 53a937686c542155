import type { Program, ProgramOptions } from '../program.ts';

// The type of a fault that the soak causes.

/** Something that goes wrong around the service, or that callers do to it. */
export interface Fault {
  readonly name: string;
  readonly flags?: readonly string[];
  readonly options?: ProgramOptions;
  /** Why it cannot be caused on this machine. */
  readonly missing?: string;
  /** Causes it, ends it, and says what was seen meanwhile. */
  readonly cause: (program: Program) => Promise<string>;
}
