import { stderr, stdout } from 'node:process';
import pc from 'picocolors';
import { checkServer } from '../../doctor/check-server.ts';
import { isHealthy, reportText, type Tone } from '../../doctor/report.ts';
import { CheckInputError, type CheckOptions } from '../../doctor/target.ts';
import { ExitCode } from '../output.ts';

// `food-lookup cors check`: runs the doctor and prints its report, with colors.

/** Terminal colors; none if the output is not a terminal. */
const COLORS: Readonly<Record<Tone, (text: string) => string>> = {
  plain: String,
  strong: pc.bold,
  dim: pc.dim,
  good: pc.green,
  doubtful: pc.yellow,
  bad: pc.red,
};

/** Checks a server and prints the findings: for people, or as JSON for scripts. */
export async function corsCheck(
  url: string,
  { json = false, ...options }: CheckOptions & { readonly json?: boolean },
): Promise<number> {
  try {
    const report = await checkServer(url, options);
    if (json) {
      stdout.write(`${JSON.stringify(report, undefined, 2)}\n`);
    } else {
      const lines = reportText(report).map((parts) =>
        parts.map(({ tone, text }) => COLORS[tone](text)).join(''),
      );
      stdout.write(`${lines.join('\n')}\n`);
    }
    return isHealthy(report) ? ExitCode.success : ExitCode.failure;
  } catch (error) {
    if (!(error instanceof CheckInputError)) throw error;
    stderr.write(`${error.message}\n`);
    return ExitCode.usage;
  }
}
