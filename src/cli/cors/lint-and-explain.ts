import { stderr, stdout } from 'node:process';
import pc from 'picocolors';
import { explainPolicy } from '../../cors/explain/explain-origin.ts';
import {
  createCorsPolicy,
  describeOrigin,
  type Explanation,
  type OriginFault,
} from '../../cors/index.ts';
import { networkNote } from '../../cors/local-network.ts';
import { ConfigurationError } from '../../settings/configuration-error.ts';
import { type ExaminedCors, examineCors } from '../configuration/configuration.ts';
import type { ConfigurationSources } from '../configuration/gather-options.ts';
import { ExitCode, writeJson } from '../output.ts';

// `food-lookup cors lint` and `cors explain`: print faults in the `cors` options, whom they let in,
// and whether an origin may read responses.

/** Prints the errors and warnings for the current `cors` options, and whom they let in. */
export async function corsLint(sources: ConfigurationSources, isJson: boolean): Promise<number> {
  const { faults, options } = await examine(sources, (unusable) => isJson && writeJson(unusable));
  const isRefused = faults.some(({ severity }) => severity === 'error');
  if (isJson) writeJson(faults);
  else stdout.write(faultsText(faults) + (isRefused ? '' : letsInText(options?.origin)));
  return isRefused ? ExitCode.failure : ExitCode.success;
}

/**
 * Explains whether a page of this origin may read the responses with the current setting, and why.
 * If the setting is invalid, scripts get its `faults` instead of an explanation.
 */
export async function corsExplain(
  asking: string,
  sources: ConfigurationSources,
  isJson: boolean,
): Promise<number> {
  const { options, host, faults } = await examine(
    sources,
    (unusable) => isJson && writeJson({ faults: unusable }),
  );
  const errors = faults.filter(({ severity }) => severity === 'error');
  if (errors.length > 0 || options === undefined) {
    if (isJson) writeJson({ faults: errors });
    stderr.write(`${errors.map(({ message }) => message).join('\n')}\n`);
    return ExitCode.failure;
  }
  const explanation = await explainPolicy(createCorsPolicy(options), asking);
  if (isJson) writeJson(explanation);
  else {
    stdout.write(explanationText(explanation) + letsInText(options.origin));
    const note = networkNote(asking, host);
    if (note !== undefined) stdout.write(`  ${pc.dim('Note:')} ${note}\n`);
  }
  return explanation.allowed ? ExitCode.success : ExitCode.failure;
}

/**
 * @param onUnusable called with the faults of an unusable configuration, before the error is thrown
 */
async function examine(
  sources: ConfigurationSources,
  onUnusable: (faults: readonly UnusableFault[]) => void,
): Promise<ExaminedCors> {
  try {
    return await examineCors(sources);
  } catch (error) {
    if (error instanceof ConfigurationError) {
      onUnusable(
        error.faults.map(({ where, message }) => ({
          severity: 'error',
          code: 'unusable-configuration',
          where,
          message,
        })),
      );
    }
    throw error;
  }
}

/** A configuration fault with the fields of a CORS fault. */
type UnusableFault = Pick<OriginFault, 'severity' | 'code' | 'where' | 'message'>;

function explanationText({ allowed, message, browserMessage }: Explanation): string {
  const mark = allowed ? pc.green('✓') : pc.red('✗');
  const shown =
    browserMessage === undefined ? '' : `  ${pc.dim('The browser shows:')} ${browserMessage}\n`;
  return `${mark} ${message}\n${shown}`;
}

/** Describes whom a setting lets in; empty if it lets in nobody. */
function letsInText(origin: unknown): string {
  const phrases = describeOrigin(origin);
  return phrases.length === 0 ? '' : `  ${pc.dim('Lets in:')} ${phrases.join('; ')}.\n`;
}

function faultsText(faults: ExaminedCors['faults']): string {
  if (faults.length === 0) return `${pc.green('✓')} No errors and no warnings.\n`;
  const lines = faults.map(({ severity, code, message }) => {
    const mark = severity === 'error' ? pc.red('✗ error') : pc.yellow('! warning');
    return `${mark} ${pc.dim(`[${code}]`)} ${message}\n`;
  });
  return lines.join('');
}
