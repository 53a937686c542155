import { linesOf } from '../errors/check-arguments.ts';
import { show } from '../errors/shown-value.ts';

// Faults in the `cors` options: their code, severity, fix, and message "Cannot use maxAge …".

/**
 * A value to set instead, as plain data. An expression is written `/…/flags`, as in `--origin` and
 * `CORS_ORIGIN`. In code and in messages, an expression has no quotes.
 */
export type OriginFix = string | boolean | readonly string[];

/** A mistake, or a probable one, in a CORS setting. */
export interface OriginFault {
  /** An `error` keeps a policy from being created. A `warning` does not. */
  readonly severity: 'error' | 'warning';
  /** The kind of fault, in kebab case. It is stable, so scripts may rely on it. */
  readonly code: string;
  /** The place in the options: `origin`, `origin[2]`, `maxAge`. */
  readonly where: string;
  /** The value found there, as shown in the message. */
  readonly value: string;
  /** What is wrong, as a clause. */
  readonly reason: string;
  /** For a person: the value, what is wrong with it, and how to fix it. */
  readonly message: string;
  /** The value to set instead, if that is clear. */
  readonly fix?: OriginFix;
  /** For an element that lets in too much: an example of an origin that gets in. */
  readonly example?: string;
}

/** Thrown if the CORS options cannot be used. The message lists every fault, one per line. */
export class CorsConfigurationError extends Error {
  override readonly name = 'CorsConfigurationError';
  /** Every error found, those in `origin` first. */
  readonly faults: readonly OriginFault[];

  constructor(faults: readonly OriginFault[]) {
    super(linesOf(faults, ({ message }) => message));
    this.faults = faults;
  }
}

/** The parts of a fault. The message names the value, what is wrong with it, and what to do. */
export interface FaultParts
  extends Omit<OriginFault, 'severity' | 'value' | 'message' | 'fix' | 'example'> {
  /** Default: `'error'`. */
  readonly severity?: OriginFault['severity'];
  readonly value: unknown;
  /** The start of the message. By default, it says that the value cannot be used. */
  readonly start?: string | undefined;
  /** What to do, as sentences without the final period. By default, it says to use the fix. */
  readonly hint?: string | undefined;
  readonly fix?: OriginFix | undefined;
  readonly example?: string | undefined;
}

export function makeFault(parts: FaultParts): OriginFault {
  const { severity = 'error', code, where, reason, fix, example } = parts;
  const value = show(parts.value);
  const { start = `Cannot use origin ${value}` } = parts;
  const { hint = fix === undefined ? undefined : `Use ${showFix(fix)}` } = parts;
  const message = `${start}: ${reason}.${hint === undefined ? '' : ` ${hint}.`}`;
  return {
    ...{ severity, code, where, value, reason, message },
    ...(fix !== undefined && { fix }),
    ...(example !== undefined && { example }),
  };
}

/** Creates a fault for an option other than `origin`. */
export function optionFault(
  code: string,
  where: string,
  value: unknown,
  reason: string,
): OriginFault {
  return makeFault({ code, where, value, start: `Cannot use ${where} ${show(value)}`, reason });
}

/**
 * Finds the faults in an option for a list of names: the value is not a list, or some of its names
 * are wrong.
 */
export function nameFaults(
  option: string,
  list: unknown,
  faultsOf: (name: unknown, where: string) => readonly OriginFault[],
): OriginFault[] {
  if (list === undefined) return [];
  if (Array.isArray(list)) {
    // Reads the elements by index, since an array may have its own iterator.
    const all = { length: list.length };
    return Array.from(all, (_, place) => faultsOf(list[place], `${option}[${place}]`)).flat();
  }
  const names = typeof list === 'string' ? list.split(/[\s,;]+/).filter(Boolean) : [];
  const hint = names.length === 0 ? '' : `. Use [${names.map(show).join(', ')}]`;
  return [optionFault('bad-type', option, list, `it must be an array of names${hint}`)];
}

/** Formats a fix for messages, as it would be written in code: strings quoted, expressions bare. */
export function showFix(fix: OriginFix): string {
  if (typeof fix === 'object') return `[${fix.map(showFix).join(', ')}]`;
  return typeof fix === 'string' && !fix.startsWith('/') ? JSON.stringify(fix) : String(fix);
}
