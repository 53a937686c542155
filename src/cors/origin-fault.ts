import { kindOf, show } from '../errors/shown-value.ts';
import { isExpression } from './snapshot.ts';

// The type of a fault of `cors` options: code, severity, fix; the sentence "Cannot use maxAge …".

/**
 * A value to set instead, as plain data. An expression is the text `/…/flags`, as in `--origin` and
 * `CORS_ORIGIN`; in code it has no quotes, which is how messages show it.
 */
export type OriginFix = string | boolean | readonly string[];

/** Something wrong, or doubtful, in a CORS setting. */
export interface OriginFault {
  /** An `error` keeps a policy from being created; a `warning` does not. */
  readonly severity: 'error' | 'warning';
  /** What kind of fault, in kebab case. Stable: scripts may rely on it. */
  readonly code: string;
  /** The place in the options: `origin`, `origin[2]`, `maxAge`. */
  readonly where: string;
  /** The value found there, as the message shows it. */
  readonly value: string;
  /** What is wrong, as a clause. */
  readonly reason: string;
  /** The value, what is wrong with it and how to fix it, for a person. */
  readonly message: string;
  /** What to set instead, if that is clear. */
  readonly fix?: OriginFix;
  /** For an expression that lets in too much: an origin it lets in, as an example. */
  readonly example?: string;
}

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

/** What a fault is made of. Its message says the value, what is wrong with it, and the way out. */
interface FaultParts
  extends Omit<OriginFault, 'severity' | 'value' | 'message' | 'fix' | 'example'> {
  /** Default: an error. */
  readonly severity?: OriginFault['severity'];
  readonly value: unknown;
  /** What the message begins with. Default: that the value cannot be used. */
  readonly start?: string;
  /** What to do, as sentences without the last period. Default: use the fix. */
  readonly way?: string | undefined;
  readonly fix?: OriginFix | undefined;
  readonly example?: string | undefined;
}

export function makeFault(parts: FaultParts): OriginFault {
  const { severity = 'error', code, where, reason, fix, example } = parts;
  const value = show(parts.value);
  const { start = `Cannot use origin ${value}` } = parts;
  const { way = fix === undefined ? undefined : `Use ${showFix(fix)}` } = parts;
  const message = `${start}: ${reason}.${way === undefined ? '' : ` ${way}.`}`;
  return {
    ...{ severity, code, where, value, reason, message },
    ...(fix !== undefined && { fix }),
    ...(example !== undefined && { example }),
  };
}

/** A fault of an option other than `origin`. */
export function optionFault(
  code: string,
  where: string,
  value: unknown,
  reason: string,
): OriginFault {
  const isOpaque = typeof value === 'object' && value !== null && !isExpression(value);
  const start = `Cannot use ${where} ${isOpaque ? kindOf(value) : show(value)}`;
  return makeFault({ code, where, value, start, reason });
}

/** Faults of an option that is a list of names: of the list itself, else those of each name. */
export function nameFaults(
  option: string,
  list: unknown,
  faultsOf: (name: unknown, where: string) => readonly OriginFault[],
): OriginFault[] {
  if (list === undefined) return [];
  if (Array.isArray(list)) {
    // By index: an array may have an iterator of its own.
    const all = { length: list.length };
    return Array.from(all, (_, place) => faultsOf(list[place], `${option}[${place}]`)).flat();
  }
  const names = typeof list === 'string' ? list.split(/[\s,;]+/).filter(Boolean) : [];
  const way = names.length === 0 ? '' : `. Use [${names.map(show).join(', ')}]`;
  return [optionFault('bad-type', option, list, `it must be an array of names${way}`)];
}

/** A fix as messages show it and as one writes it in code: strings quoted, expressions bare. */
export function showFix(fix: OriginFix): string {
  if (typeof fix === 'object') return `[${fix.map(showFix).join(', ')}]`;
  return typeof fix === 'string' && !fix.startsWith('/') ? JSON.stringify(fix) : String(fix);
}
