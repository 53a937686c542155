import { stderr, stdout } from 'node:process';
import pc from 'picocolors';
import { CorsConfigurationError, type Explanation, explainOrigin } from '../cors/index.ts';
import { type ConfigurationSources, readCorsOptions } from './configuration.ts';
import { ExitCode } from './failure.ts';

/** Whether a page of this origin may read the answers under the setting in force, and why. */
export async function corsExplain(
  origin: string,
  sources: ConfigurationSources,
  isJson: boolean,
): Promise<number> {
  const { origin: setting } = await readCorsOptions(sources);
  try {
    const explanation = await explainOrigin(setting, origin);
    stdout.write(
      isJson ? `${JSON.stringify(explanation, undefined, 2)}\n` : explanationText(explanation),
    );
    return explanation.allowed ? ExitCode.success : ExitCode.failure;
  } catch (error) {
    if (!(error instanceof CorsConfigurationError)) throw error;
    stderr.write(`${error.message}\n`);
    return ExitCode.failure;
  }
}

function explanationText({ allowed, message, browserMessage }: Explanation): string {
  const mark = allowed ? pc.green('✓') : pc.red('✗');
  const shown =
    browserMessage === undefined ? '' : `  ${pc.dim('The browser shows:')} ${browserMessage}\n`;
  return `${mark} ${message}\n${shown}`;
}
