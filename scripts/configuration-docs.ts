import { readFileSync, writeFileSync } from 'node:fs';
import { SETTINGS } from '../src/settings/settings.ts';

/** The document that lists every setting. */
export const CONFIGURATION_DOCS = new URL('../docs/configuration.md', import.meta.url);

const [BEGIN, END] = ['<!-- settings: made by npm run docs -->', '<!-- end of settings -->'];

/** The document with its list of settings as they are now. */
export function withSettings(document: string): string {
  const [before, rest] = document.split(BEGIN);
  const [, after] = rest?.split(END) ?? [];
  if (before === undefined || after === undefined) {
    throw new Error(`docs/configuration.md lacks ${BEGIN} or ${END}`);
  }
  return `${before}${BEGIN}\n\n${settingsTable()}\n\n${END}${after}`;
}

function settingsTable(): string {
  const rows = SETTINGS.map(
    ({ path, flag, placeholder, variable, description, values, defaultText }) =>
      `| \`--${flag} ${escapeCell(placeholder)}\` | \`${variable}\` | \`${path}\` | ${escapeCell(description)} | ${escapeCell(values)} | ${escapeCell(defaultText)} |`,
  );
  return [
    '| flag | environment | file | what it sets | values | default |',
    '| - | - | - | - | - | - |',
  ]
    .concat(rows)
    .join('\n');
}

function escapeCell(text: string): string {
  return text.replace(/[|*]/g, '\\$&');
}

if (import.meta.main) {
  writeFileSync(CONFIGURATION_DOCS, withSettings(readFileSync(CONFIGURATION_DOCS, 'utf8')));
}
