import { readFileSync, writeFileSync } from 'node:fs';
import type { Setting } from '../src/settings/setting-types.ts';
import {
  defaultText,
  type ListedSetting,
  OPTION_SETTINGS,
  SETTINGS,
  valuesText,
} from '../src/settings/settings.ts';

// `npm run docs` generates docs/configuration.md and the library's options from the settings.

export const CONFIGURATION_DOCS = new URL('../docs/configuration.md', import.meta.url);
export const OPTIONS_FILE = new URL('../src/settings/food-lookup-options.ts', import.meta.url);

const [BEGIN, END] = ['<!-- settings: made by npm run docs -->', '<!-- end of settings -->'];

/** Returns the document with its lists of settings brought up to date. */
export function withSettings(document: string): string {
  const [before, rest] = document.split(BEGIN);
  const [, after] = rest?.split(END) ?? [];
  if (before === undefined || after === undefined) {
    throw new Error(`docs/configuration.md lacks ${BEGIN} or ${END}`);
  }
  const groups = [...new Set(SETTINGS.map(({ group }) => group))].map(
    (name) => `### ${name}\n\n${table(SETTINGS.filter(({ group }) => group === name))}`,
  );
  return `${before}${BEGIN}\n\n${groups.join('\n\n')}\n\n${END}${after}`;
}

function table(settings: readonly ListedSetting[]): string {
  const rows = settings.map((setting) => {
    const { path, flag, placeholder, variable, description } = setting;
    const [given, ...words] = [
      placeholder,
      description,
      valuesText(setting)
        .replace(/^a whole number( of seconds)? from /, '')
        .replace(/^the (path|name) of (an? )?/, ''),
      defaultText(setting),
    ].map(escapeCell);
    return `| \`--${flag} ${given}\` | \`${variable}\` | \`${path}\` | ${words.join(' | ')} |`;
  });
  return [
    '| flag | environment | file | what it sets | values | default |',
    '|-|-|-|-|-|-|',
    ...rows,
  ].join('\n');
}

function escapeCell(text: string): string {
  return text.replace(/[|*]/g, '\\$&');
}

/** Returns the library's options as TypeScript, with a comment for each. */
export function optionsSource(): string {
  const options = Object.entries(OPTION_SETTINGS).map(([key, row]: [string, Setting]) => {
    return `${comment(row)}  readonly ${key}?: ${row.type.typeText};\n`;
  });
  return `import type { CorsOptions } from '../cors/index.ts';

// Generated from the settings (rows/) by \`npm run docs\`. Editors show its comments.

/** The options of {@link createFoodLookup} and of a configuration file. */
export interface FoodLookupOptions {
${options.join('')}  /**
   * Which pages may read the responses. Default: the origin of the page, if it is served, otherwise
   * that of a page on port 3000 of this machine.
   */
  readonly cors?: Partial<CorsOptions>;
}

/** The lowest level of messages to log. With "silent", nothing is logged. */
export type LogLevel = NonNullable<FoodLookupOptions['logLevel']>;
`;
}

function comment(row: Setting): string {
  const sentences = [
    row.description,
    row.type.typeText === 'boolean' ? undefined : row.values,
    row.remarks,
    row.isPath &&
      "A relative path is relative to the current folder or, in a configuration file, to that file's folder",
    `default: ${defaultText(row)}`,
  ].flatMap((sentence) => (sentence === undefined ? [] : asSentence(sentence)));
  return `  /**\n${wrapped(sentences.join(' '))}   */\n`;
}

function asSentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${text.endsWith('.') ? '' : '.'}`;
}

const WIDTH = 100;

/** Wraps a text as comment lines in an interface. */
function wrapped(text: string): string {
  const start = '   *';
  let line = start;
  let lines = '';
  for (const word of text.split(' ')) {
    if (line.length + 1 + word.length > WIDTH) {
      lines += `${line}\n`;
      line = start;
    }
    line += ` ${word}`;
  }
  return `${lines}${line}\n`;
}

if (import.meta.main) {
  writeFileSync(CONFIGURATION_DOCS, withSettings(readFileSync(CONFIGURATION_DOCS, 'utf8')));
  writeFileSync(OPTIONS_FILE, optionsSource());
}
