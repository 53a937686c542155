import { stderr, stdout } from 'node:process';
import pc from 'picocolors';
import { type Explanation, explainOrigin, localNetworkNote } from '../../cors/index.ts';
import { ConfigurationError } from '../../settings/configuration-error.ts';
import { type ExaminedCors, examineCors } from '../configuration/configuration.ts';
import type { ConfigurationSources } from '../configuration/gather-options.ts';
import { ExitCode, toUnusableFault, writeJson } from '../output.ts';
import { letsInText } from './cors-lint.ts';

// `food-lookup cors explain`: prints why an origin may or may not read.

/**
 * Whether a page of this origin may read the answers under the current setting, and why. Where the
 * setting cannot be used, scripts get its `faults` instead of an explanation.
 */
export async function corsExplain(
  asking: string,
  sources: ConfigurationSources,
  isJson: boolean,
): Promise<number> {
  const { origin, trust, host, faults } = await examine(sources, isJson);
  const errors = faults.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) {
    if (isJson) writeJson({ faults: errors });
    stderr.write(`${errors.map(({ message }) => message).join('\n')}\n`);
    return ExitCode.failure;
  }
  const explanation = await explainOrigin(origin, asking, trust);
  if (isJson) writeJson(explanation);
  else {
    const note = noteText(localNetworkNote(asking, host));
    stdout.write(explanationText(explanation) + letsInText(origin) + note);
  }
  return explanation.allowed ? ExitCode.success : ExitCode.failure;
}

async function examine(sources: ConfigurationSources, isJson: boolean): Promise<ExaminedCors> {
  try {
    return await examineCors(sources);
  } catch (error) {
    if (isJson && error instanceof ConfigurationError) {
      writeJson({ faults: error.faults.map(toUnusableFault) });
    }
    throw error;
  }
}

function noteText(note: string | undefined): string {
  return note === undefined ? '' : `  ${pc.dim('Note:')} ${note}\n`;
}

function explanationText({ allowed, message, browserMessage }: Explanation): string {
  const mark = allowed ? pc.green('✓') : pc.red('✗');
  const shown =
    browserMessage === undefined ? '' : `  ${pc.dim('The browser shows:')} ${browserMessage}\n`;
  return `${mark} ${message}\n${shown}`;
}
