import { stdout } from 'node:process';
import type { OriginFault } from '../cors/index.ts';
import type { ConfigurationFault } from '../settings/configuration-error.ts';

// Prints a result as JSON for scripts (`--json`).

/** Prints a value for scripts. */
export function writeJson(value: unknown): void {
  stdout.write(`${JSON.stringify(value, undefined, 2)}\n`);
}

/** A fault of the configuration as a whole, in the form of the faults of a setting. */
export function toUnusableFault({
  where,
  message,
}: ConfigurationFault): Pick<OriginFault, 'severity' | 'code' | 'where' | 'message'> {
  return { severity: 'error', code: 'unusable-configuration', where, message };
}
