#!/usr/bin/env node
import { Command, CommanderError, Option } from 'commander';
import { readVersion } from '../version.ts';
import { type ConfigurationSources, readConfiguration } from './configuration.ts';
import { corsCheck } from './cors-check.ts';
import { corsExplain } from './cors-explain.ts';
import { corsLint } from './cors-lint.ts';
import { ExitCode, explainFailure } from './failure.ts';
import { serve } from './serve.ts';
import { CONFIG_FILE, SETTINGS } from './settings.ts';

process.exitCode = await run(process.argv);

/** Runs one command line and gives the exit code; a service goes on running behind it. */
async function run(argv: readonly string[]): Promise<number> {
  let exitCode: number = ExitCode.success;
  const program = new Command('food-lookup')
    .description('Food search that pages of other origins may call')
    .version(readVersion())
    .exitOverride();
  withSettings(program.command('serve').description('serve the search')).action(
    async (_, command) => {
      await serve(await readConfiguration(sourcesOf(command)));
    },
  );
  const cors = program.command('cors').description('find out why a page is blocked');
  cors
    .command('check')
    .description('ask any server as a browser would, and say what is wrong')
    .argument('<url>', 'what the page calls')
    .requiredOption('--from <origin>', 'origin of the page, such as https://app.example.com')
    .option('--credentials', 'judge calls that carry cookies')
    .option('--header <name>', 'a header that the page sends, such as Authorization')
    .option('--json', 'the whole report, for scripts')
    .addHelpText('after', '\nEnds with 0 if all is well, 1 if something is wrong.')
    .action(async (url, options) => {
      exitCode = await corsCheck(url, options);
    });
  cors
    .command('lint')
    .description('say what is wrong or doubtful in the setting in force, or in the one given')
    .argument('[setting]', 'an origin setting, as --origin takes it')
    .option('--json', 'the faults, for scripts')
    .addHelpText('after', '\nEnds with 0 without errors, 1 with errors.')
    .action(async (setting: string | undefined, options, command) => {
      exitCode = await corsLint(setting, sourcesOf(command), options.json === true);
    });
  cors
    .command('explain')
    .description('say whether a page may read the answers under the setting in force, and why')
    .argument('<origin>', 'origin of the page, such as https://app.example.com')
    .option('--json', 'the explanation, for scripts')
    .addHelpText('after', '\nEnds with 0 if it may, 1 if it may not.')
    .action(async (origin: string, options, command) => {
      exitCode = await corsExplain(origin, sourcesOf(command), options.json === true);
    });
  for (const command of cors.commands) {
    if (command.name() !== 'check') withSettings(command, 'cors.');
  }
  try {
    await program.parseAsync(argv);
    return exitCode;
  } catch (error) {
    // Commander has told it already: help and version are no failures.
    if (error instanceof CommanderError)
      return error.exitCode === 0 ? ExitCode.success : ExitCode.usage;
    const explanation = explainFailure(error);
    if (explanation === undefined) throw error;
    process.stderr.write(`${explanation}\n`);
    return ExitCode.failure;
  }
}

/** Gives a command the flags of the settings whose path begins with `prefix`: all, unless told. */
function withSettings(command: Command, prefix = ''): Command {
  for (const { path, flag, placeholder, variable, description, defaultText } of SETTINGS) {
    if (!path.startsWith(prefix)) continue;
    command.addOption(
      new Option(
        `--${flag} ${placeholder}`,
        `${description} (${variable}; default: ${defaultText})`,
      ),
    );
  }
  const { flag, placeholder, variable, description, defaultNames } = CONFIG_FILE;
  return command.addOption(
    new Option(
      `--${flag} ${placeholder}`,
      `${description} (${variable}; default: ${defaultNames.join(', ')}, if there)`,
    ),
  );
}

function sourcesOf(command: Command): ConfigurationSources {
  const values = command.opts<Record<string, string | true | undefined>>();
  const flags = Object.fromEntries(
    // A flag that may stand alone is `true` then.
    command.options.map((option) => [option.name(), values[option.attributeName()]?.toString()]),
  );
  return { flags, env: process.env, folder: process.cwd() };
}
