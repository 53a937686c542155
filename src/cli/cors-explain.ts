import { stderr, stdout } from 'node:process';
import pc from 'picocolors';
import { type Explanation, explainOrigin } from '../cors/index.ts';
import { type ConfigurationSources, examineCors } from './configuration.ts';
import { ExitCode } from './exit-code.ts';

/** Whether a page of this origin may read the answers under the setting in force, and why. */
export async function corsExplain(
  asking: string,
  sources: ConfigurationSources,
  isJson: boolean,
): Promise<number> {
  const { origin, faults } = await examineCors(sources);
  const errors = faults.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) {
    stderr.write(`${errors.map(({ message }) => message).join('\n')}\n`);
    return ExitCode.failure;
  }
  const explanation = await explainOrigin(origin, asking);
  stdout.write(
    isJson ? `${JSON.stringify(explanation, undefined, 2)}\n` : explanationText(explanation),
  );
  return explanation.allowed ? ExitCode.success : ExitCode.failure;
}

function explanationText({ allowed, message, browserMessage }: Explanation): string {
  const mark = allowed ? pc.green('✓') : pc.red('✗');
  const shown =
    browserMessage === undefined ? '' : `  ${pc.dim('The browser shows:')} ${browserMessage}\n`;
  return `${mark} ${message}\n${shown}`;
}
