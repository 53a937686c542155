import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

// Rules for the markup of all components, which browsers accept silently if it is wrong.

const web = fileURLToPath(new URL('..', import.meta.url));
const files = globSync('**/*.{tsx,html}', { cwd: web })
  .filter((path) => !path.endsWith('.test.tsx'))
  .map((path): [path: string, text: string] => [path, readFileSync(`${web}/${path}`, 'utf8')]);

/** The values that HTML and ARIA define for each attribute, as far as the page uses them. */
const VALUES: Readonly<Record<string, RegExp>> = {
  'aria-current': /^page$/,
  'aria-haspopup': /^(dialog|grid)$/,
  'aria-live': /^polite$/,
  autocapitalize: /^off$/,
  'aria-autocomplete': /^list$/,
  autocomplete: /^off$/,
  enterkeyhint: /^(done|search)$/,
  inputMode: /^decimal$/,
  rel: /^(icon|stylesheet)$/,
  role: /^(alert|cell|columnheader|combobox|grid|gridcell|row|rowgroup|rowheader|status|table)$/,
  scope: /^(col|row|rowgroup)$/,
  type: /^(button|checkbox|date|file|image\/svg\+xml|module|radio|search|submit)$/,
};

test.each(Object.entries(VALUES))('each %s has a value that is defined', (name, values) => {
  const found = files.flatMap(([, text]) =>
    Array.from(text.matchAll(new RegExp(`\\s${name}="([^"]*)"`, 'g')), ([, value = '']) => value),
  );
  expect(found).not.toEqual([]);
  expect(found.filter((value) => !values.test(value))).toEqual([]);
});

test.each(files)('%s has the IDs that it refers to, and scopes for its headers', (_, text) => {
  for (const [, id = ''] of text.matchAll(/\saria-(?:labelled|described)by="([^"]*)"/g))
    expect(text).toContain(` id="${id}"`);
  for (const [header] of text.matchAll(/<th(?=[\s>])(?:[^>{]|\{[^}]*\})*>/g))
    expect(header).toMatch(/ (scope|role)=/);
});
