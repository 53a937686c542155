import { type Command, InvalidArgumentError } from 'commander';
import { sourcesOf, withSettingFlags } from '../configuration/setting-flags.ts';
import { ExitCode } from '../output.ts';

// The flags and help of `food-lookup cors check`, `cors explain` and `cors lint`.

/** Adds `cors` and its commands. Each loads what it needs only when called. */
export function addCorsCommands(program: Command, end: (exitCode: number) => void): void {
  const cors = program.command('cors').description('find out why a page is blocked');
  cors
    .command('check')
    .description('call any server as a browser would, and report what is wrong')
    .argument('<url>', 'the URL that the page calls')
    .requiredOption('--from <origin>', 'origin of the page, such as https://app.example.com')
    .option('--credentials', 'check calls that send cookies')
    .option('--method <name>', 'the method that the page uses, such as PUT', 'GET')
    .option(
      '--header <name>',
      'a header that the page sends, such as Authorization; may be repeated',
      (name: string, names: readonly string[] = []) => [...names, name],
    )
    .option('--timeout <seconds>', 'time limit for the whole check (default: 10)', parseSeconds)
    .option('--json', 'print the whole report as JSON')
    .addHelpText('after', '\nExits with 0 if nothing is wrong, else with 1.')
    .action(async (url, { header, timeout, ...options }) => {
      const { corsCheck } = await import('./cors-check.ts');
      end(
        await corsCheck(url, {
          ...options,
          ...(timeout && { timeoutMs: timeout }),
          ...(header && { headers: header }),
        }),
      );
    });
  const lint = cors
    .command('lint')
    .description('report errors and warnings in the current setting, or in the one given')
    .argument(
      '[setting]',
      'an origin setting to check instead of the current one, in the form that --origin takes',
    )
    .option('--json', 'print the errors and warnings as JSON')
    .addHelpText('after', '\nExits with 0 if there are no errors, else with 1.')
    .action(async (setting: string | undefined, options, command: Command) => {
      const { origin: flag } = sourcesOf(command).flags;
      if (setting !== undefined && flag !== undefined) {
        const message = 'error: the setting is given twice. Leave out the argument or --origin.';
        command.error(message, { exitCode: ExitCode.usage });
      }
      const { corsLint } = await import('./lint-and-explain.ts');
      const sources = sourcesOf(command, { origin: setting ?? flag });
      end(await corsLint(sources, options.json === true));
    });
  const explain = cors
    .command('explain')
    .description('explain whether a page may read the responses under the current setting')
    .argument('<origin>', 'origin of the page, such as https://app.example.com')
    .option('--json', 'print the explanation as JSON')
    .addHelpText('after', '\nExits with 0 if allowed, else with 1.')
    .action(async (origin: string, options, command: Command) => {
      const { corsExplain } = await import('./lint-and-explain.ts');
      end(await corsExplain(origin, sourcesOf(command), options.json === true));
    });
  for (const command of [lint, explain]) {
    withSettingFlags(command, 'CORS');
    const credentials = command.options.find((option) => option.name() === 'credentials');
    credentials?.argParser(parseFlag);
  }
}

/** Rejects an argument that would be taken as the value of the flag before it. */
function parseFlag(text: string): string {
  if (/^(?:true|false)$/.test(text)) return text;
  throw new InvalidArgumentError('Use --credentials=true, or put the flag last.');
}

/** Converts seconds as text to milliseconds. */
function parseSeconds(text: string): number {
  const milliseconds = Math.round(1_000 * Number(text));
  if (text.trim() === '' || !(milliseconds >= 1)) {
    throw new InvalidArgumentError('Use a number of seconds such as 10.');
  }
  return milliseconds;
}
