import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseSync, Visitor } from 'oxc-parser';
import { describe, expect, test } from 'vitest';
import { lateImports } from './late-imports.ts';
import { loadingAgain } from './plain-imports.ts';

const assets = fileURLToPath(new URL('../../dist/web/assets/', import.meta.url));
const built = readdirSync(assets).filter((name) => name.endsWith('.js'));

test.each(built)('%s has no await of its own, and loads nothing but by $load', (name) => {
  const { program, module, errors } = parseSync(name, readFileSync(assets + name, 'utf8'));
  expect(errors).toEqual([]);
  let depth = 0;
  let awaits = 0;
  const enter = () => void depth++;
  const leave = () => void depth--;
  new Visitor({
    FunctionDeclaration: enter,
    'FunctionDeclaration:exit': leave,
    FunctionExpression: enter,
    'FunctionExpression:exit': leave,
    ArrowFunctionExpression: enter,
    'ArrowFunctionExpression:exit': leave,
    AwaitExpression: () => {
      if (depth === 0) awaits += 1;
    },
  }).visit(program);
  expect(awaits).toBe(0);
  expect(module.dynamicImports.length).toBeLessThanOrEqual(1);
});

describe('loadingAgain', () => {
  const late = new Set(['assets/late.js']);

  test('keeps what is there from the start, and loads the rest and all parts once more', () => {
    const code =
      'import{a as b}from"./first.js";import{c as d,default as e}from"./late.js";' +
      'const f=()=>import("./part.js");export{f as g,d as h};';
    const again = loadingAgain('assets/x.js', code, late);
    expect(parseSync('x.js', again).errors).toEqual([]);
    expect(again).toMatch(/^import\{a as b\}from"\.\/first\.js";const \$try=.*\$load=/);
    expect(again).toMatch(/const\[\{c:d,default:e\}\]=await Promise\.all\(\["\.\/late\.js"\]/);
    expect(again).toMatch(/const f=\(\)=>\$load\("\.\/part\.js"\);;return\{g:f,h:d\}\}\)\(\);$/);
  });

  test('changes nothing where there is nothing to load', () => {
    const code = 'import{a}from"./first.js";export{a};';
    expect(loadingAgain('assets/x.js', code, new Set())).toBe(code);
  });

  test.each([
    ['a whole module', 'import*as a from"./late.js";export{a};'],
    ['an export in its place', 'import{a}from"./late.js";export const b=a;'],
    ['a default', 'import{a}from"./late.js";export default a;'],
    ['an export of another file', 'import{a}from"./late.js";export{b}from"./first.js";'],
    ['all exports of another file', 'import{a}from"./late.js";export*from"./first.js";'],
    ['an import that is not there', 'export{};'],
    ['a place of Vite’s helper', 'import{a}from"./late.js";f(import.meta.url);export{a};'],
    ['no script', 'import{a}from"./late.js";)'],
  ])('refuses %s', (_what, code) => {
    expect(() => loadingAgain('assets/x.js', code, late)).toThrow();
  });
});

describe('lateImports', () => {
  const chunk = (fileName: string, imports: string[] = [], dynamicImports: string[] = []) => {
    return { fileName, isEntry: fileName.startsWith('page'), imports, dynamicImports };
  };

  test('names what a page that may load a file does not start with', () => {
    const late = lateImports([
      chunk('page1', ['first', 'lab'], ['part']),
      chunk('page2', ['first'], ['part', 'own']),
      chunk('first'),
      chunk('lab'),
      chunk('part', ['first', 'lab', 'shared']),
      chunk('own', ['first', 'shared']),
      chunk('shared', ['first']),
    ]);
    expect([...late].filter(([, { size }]) => size > 0)).toEqual([
      ['part', new Set(['lab', 'shared'])],
      ['own', new Set(['shared'])],
    ]);
  });

  test('refuses files that would wait for each other', () => {
    const chunks = [chunk('page', [], ['a']), chunk('a', ['b']), chunk('b', ['a'])];
    expect(() => lateImports(chunks)).toThrow('waits for a file that waits for it');
  });
});
