import { expect, test } from 'vitest';
import { compileOrigin, findElement } from './origin-setting.ts';

test('findElement remembers what the expressions said, of those it allows and of others', () => {
  const compiled = compileOrigin(['https://*.a.example', /^https:\/\/b\.example$/]);
  if (compiled?.form !== 'elements') throw new Error('A list has elements.');
  const asked: string[] = [];
  const expressions = compiled.expressions.map((each) => ({
    ...each,
    matches: (origin: string) => {
      asked.push(origin);
      return each.matches(origin);
    },
  }));
  const origins = ['https://x.a.example', 'https://b.example', 'https://c.example'];
  const places = () => origins.map((origin) => findElement({ ...compiled, expressions }, origin));
  expect(places()).toEqual([0, 1, -1]);
  const once = asked.length;
  expect(places()).toEqual([0, 1, -1]);
  expect(asked).toHaveLength(once);
});
