import { readFileSync } from 'node:fs';
import { describe, expect, expectTypeOf, test } from 'vitest';
import type { FoodLookupOptions } from './food-lookup-options.ts';
import type { ValueOf } from './setting-types.ts';
import { CONFIG_FILE, type OPTION_SETTINGS, SETTINGS } from './settings.ts';

type Rows = typeof OPTION_SETTINGS;

describe('the list of settings', () => {
  test('has exactly the published options', () => {
    expectTypeOf<Omit<FoodLookupOptions, 'cors'>>().toEqualTypeOf<{
      readonly [Key in keyof Rows]?: ValueOf<Rows[Key]>;
    }>();
  });

  test.each(SETTINGS)(
    '$path accepts its default, and the value that its bare flag stands for',
    (setting) => {
      for (const value of [setting.default, setting.bareValue]) {
        if (value !== undefined) expect(setting.type.accepts(value), String(value)).toBe(true);
      }
    },
  );

  test.each(SETTINGS)(
    '$path has a default, and its placeholder is in square brackets if the value is optional',
    (setting) => {
      expect(setting.default ?? setting.defaultText).toBeDefined();
      const isAlone = setting.bareValue !== undefined || setting.type.typeText === 'boolean';
      expect(setting.placeholder).toMatch(isAlone ? /^\[.+\]$/ : /^<.+>$/);
    },
  );

  test('has each flag and variable that npm start looks for', () => {
    const start = readFileSync(new URL('../../bin/start.cjs', import.meta.url), 'utf8');
    const lookedFor = [...start.matchAll(/isGiven\('(.+?)', '(.+?)'\)/g)];
    const known = [...SETTINGS, CONFIG_FILE].map(({ flag, variable }) => `${flag} ${variable}`);
    expect(lookedFor.length).toBeGreaterThan(0);
    for (const [, flag, variable] of lookedFor) expect(known).toContain(`${flag} ${variable}`);
  });

  test.each(['path', 'flag', 'variable'] as const)('has no duplicate %s', (name) => {
    const names = SETTINGS.map((setting) => setting[name]);
    expect(names.filter((each, i) => names.indexOf(each) !== i)).toEqual([]);
  });
});
