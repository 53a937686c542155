import { Command, CommanderError, Option } from 'commander';
import { MATCHES, MAX_FOODS } from '../catalog/food-catalog.ts';
import { RequestError } from '../errors/user-error.ts';
import { readVersion } from '../settings/build-info.ts';
import { FOOD_SOURCE, sourcesOf, withSettingFlags } from './configuration/setting-flags.ts';
import { addCorsCommands } from './cors/cors-commands.ts';
import { addImportCommand, wholeNumber } from './import/import-command.ts';
import { ExitCode, ignoreOutputErrors } from './output.ts';

// All commands with their flags and help, and the exit codes. "Did you mean" comes from commander
// or, for names of variables, from `setting-flags.ts`.

/** Runs one command line and returns the exit code. A service keeps running. */
export async function run(argv: readonly string[]): Promise<number> {
  let exitCode: number = ExitCode.success;
  const program = new Command('food-lookup')
    .description('Self-hosted food search API for web pages')
    .version(readVersion())
    .exitOverride();
  withSettingFlags(program.command('serve').description('start the service')).action(
    async (_, command) => {
      ignoreOutputErrors();
      const { serve } = await import('./serve.ts');
      await serve(sourcesOf(command));
    },
  );
  withSettingFlags(
    program
      .command('config')
      .description('show the effective settings, and where each value comes from')
      .option('--json', 'print the settings as JSON'),
  ).action(async (options, command) => {
    const { printConfiguration } = await import('./configuration/config.ts');
    await printConfiguration(sourcesOf(command), options.json === true);
  });
  withSettingFlags(
    program
      .command('check [database]')
      .description('check a table: its columns, what can be served, and unusual data')
      .option('--json', 'print the report as JSON'),
    [...FOOD_SOURCE, 'fields'],
  ).action(async (database: string | undefined, options, command) => {
    const { checkDatabase } = await import('./check.ts');
    const sources = sourcesOf(command, database === undefined ? {} : { database });
    await checkDatabase(sources, options.json === true);
  });
  addIndexCommand(program);
  const setExitCode = (code: number) => {
    exitCode = code;
  };
  addSearchCommand(program, setExitCode);
  addMealCommand(program, setExitCode);
  addMcpCommand(program);
  addServiceCommands(program, setExitCode);
  addImportCommand(program, setExitCode);
  addCorsCommands(program, setExitCode);
  try {
    await program.parseAsync(argv);
    return exitCode;
  } catch (error) {
    // Commander has already reported the error. Help and version are not failures.
    if (error instanceof CommanderError)
      return error.exitCode === 0 ? ExitCode.success : ExitCode.usage;
    const { ConfigurationError, explainUserError } = await import(
      '../settings/configuration-error.ts'
    );
    const explanation = explainUserError(error);
    if (explanation === undefined) throw error;
    process.stderr.write(`${explanation}\n`);
    const isTemporary = error instanceof ConfigurationError && error.isTemporary;
    const isWrong = error instanceof ConfigurationError || error instanceof RequestError;
    return isWrong && !isTemporary ? ExitCode.usage : ExitCode.failure;
  }
}

function addSearchCommand(program: Command, onExit: (code: number) => void): void {
  withSettingFlags(
    program
      .command('search <words...>')
      .description('search the foods')
      .addOption(new Option('--match <how>', 'matching mode').choices(MATCHES).default('fuzzy'))
      .option(
        '--limit <number>',
        `maximum number of foods, 1 to ${MAX_FOODS}`,
        wholeNumber(1, MAX_FOODS, `Use a whole number from 1 to ${MAX_FOODS}.`),
        PRINTED_FOODS,
      )
      .option('--offset <number>', 'how many foods to skip')
      .option(
        '--where <conditions>',
        'only foods that meet these conditions, such as "sodium_mg<140"',
      )
      .option('--sort <column>', 'order by a column; "-protein_g" is descending order')
      .option('--count', 'print the total number of foods')
      .option('--fields <names>', 'additional columns to print, separated by commas')
      .option('--json', 'print the foods as JSON')
      .addOption(new Option('--csv', 'print the foods as CSV').conflicts('json')),
    [...FOOD_SOURCE, 'language', 'synonyms'],
  ).action(async (words: readonly string[], options, command) => {
    const { search } = await import('./search.ts');
    const { match, limit, offset, where, sort, count, fields, json, csv } = options;
    const asked = { match, limit, offset, where, sort, count, fields };
    // In this command, `fields` means the columns to print. Elsewhere, it means the fields to
    // offer.
    const sources = sourcesOf(command, { fields: undefined });
    const format = json ? 'json' : csv ? 'csv' : undefined;
    onExit(await search({ text: words.join(' '), ...asked, format }, sources));
  });
}

function addMealCommand(program: Command, onExit: (code: number) => void): void {
  withSettingFlags(
    program
      .command('meal <lines...>')
      .description('weight and nutrients of a meal: "2 eggs" "1 slice toast", or a sentence')
      .option('--servings <number>', 'number of servings')
      .option('--json', 'print the meal as JSON'),
    [...FOOD_SOURCE, 'language', 'synonyms'],
  ).action(async (lines: readonly string[], options, command) => {
    const { printMeal } = await import('./meal.ts');
    const { servings, json } = options;
    onExit(await printMeal(lines.join('\n'), servings, sourcesOf(command), json === true));
  });
}

function addMcpCommand(program: Command): void {
  withSettingFlags(
    program
      .command('mcp')
      .description('serve an assistant on this machine (Model Context Protocol over stdio)'),
    [...FOOD_SOURCE, 'fields', 'language', 'synonyms'],
  ).action(async (_, command) => {
    const { serveAssistant } = await import('./mcp.ts');
    // Without `--fields`, the interface `mcp` decides which columns of the table are read.
    await serveAssistant(sourcesOf(command, { interfaces: 'mcp' }));
  });
}

/** Adds the commands that call the running service. */
function addServiceCommands(program: Command, onExit: (code: number) => void): void {
  withSettingFlags(
    program
      .command('health')
      .description('ask the running service whether it is ready; exits with 1 if it is not'),
  ).action(async (_, command) => {
    const { checkHealth } = await import('./health-and-stats.ts');
    onExit(await checkHealth(sourcesOf(command)));
  });
  withSettingFlags(
    program
      .command('stats')
      .description('print the searches that found nothing (the service needs --count-misses)')
      .option('--json', 'print them as JSON'),
    'Operation',
  ).action(async (options, command) => {
    const { printStats } = await import('./health-and-stats.ts');
    await printStats(sourcesOf(command), options.json === true);
  });
}

function addIndexCommand(program: Command): void {
  withSettingFlags(
    program
      .command('index [file]')
      .description('index the foods for serve --index; with --follow, again after each change')
      .option('--to <place>', 'with --follow: the folder or URL to publish to'),
    'Foods',
  ).action(async (file: string | undefined, _, command) => {
    const { publishIndexes, writeIndex } = await import('./index-command.ts');
    const { to, index = to, follow = 'false' } = sourcesOf(command).flags;
    if (follow === 'true') {
      // The setting `follow` is only for a service.
      await publishIndexes(sourcesOf(command, { index, follow: 'false' }));
    } else if (file !== undefined && to === undefined) {
      await writeIndex(file, sourcesOf(command, { follow }));
    } else command.error('error: give a file to write, or --follow --to <place>');
  });
}

/** How many foods `search` prints without `--limit`. */
const PRINTED_FOODS = 10;
