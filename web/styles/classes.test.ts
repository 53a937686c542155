import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const web = fileURLToPath(new URL('..', import.meta.url));
const textOf = (pattern: string) =>
  globSync(pattern, { cwd: web, exclude: (path) => /^(?!\.\.).*\.(test|case)\./.test(path) })
    .map((path) => readFileSync(`${web}/${path}`, 'utf8'))
    .join('\n');

const components = textOf('**/*.{tsx,html}');
const withoutArguments = (code: string) => code.replace(/\([^)]*\)/g, '');
/** The classes that components name, in quotes or in an expression. */
const named = new Set(
  [...components.matchAll(/\bclass=(?:"([^"]*)"|\{([^}]*)\})/g)].flatMap(([, quoted, code = '']) =>
    (
      quoted ??
      [...withoutArguments(code).matchAll(/'([^']*)'|`([^`$]*)/g)]
        .map(([, a, b]) => a ?? b)
        .join(' ')
    )
      .split(' ')
      .filter(Boolean),
  ),
);
const classesOf = (text: string) =>
  new Set(Array.from(text.matchAll(/\.([a-z][\w-]*)/g), ([, name = '']) => name));

test('every class of a component has a style or is looked for in a test, and no style is unused', () => {
  const styled = classesOf(textOf('styles/*.css').replace(/@import.*/g, ''));
  const known = new Set([...styled, ...classesOf(textOf('../test/browser/*.ts'))]);
  expect([...named].filter((name) => !known.has(name))).toEqual([]);
  const words = new Set(textOf('**/*.{ts,tsx,html}').match(/[a-z][\w-]*/g));
  expect([...styled].filter((name) => !words.has(name))).toEqual([]);
});
