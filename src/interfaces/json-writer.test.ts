import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyCharacter } from '../../test/any-character.ts';
import { beforeMember, inBounds, JsonWriter, LIST, OBJECT, writeFoods } from './json-writer.ts';

const ascii = fc.string({ maxLength: 40 });
/** Long texts outgrow the first buffer. */
const text = fc.oneof(
  fc.string({ unit: anyCharacter }),
  ascii.map((some) => `${some}x`.repeat(300)),
);
const writings = fc.array(
  fc.oneof(
    fc.record({ method: fc.constantFrom('add', 'addBytes'), json: text }),
    fc.record({ method: fc.constantFrom('addShort', 'copyShort'), json: ascii }),
  ),
  { maxLength: 8 },
);
type Writing = { readonly method: string; readonly json: string };

function writeOne({ method, json }: Writing, to: JsonWriter): void {
  const bytes = Buffer.from(json);
  if (method === 'add') to.add(json);
  else if (method === 'addBytes') to.addBytes(bytes);
  else if (method === 'addShort') to.addShort(json);
  else to.copyShort(Buffer.from(`<${json}>`), 1, 1 + bytes.length);
}

test('a writer returns everything written to it, in order', () => {
  fc.assert(
    fc.property(writings, writings, fc.constantFrom(LIST, OBJECT), (outer, inner, brackets) => {
      const to = new JsonWriter();
      for (const writing of outer) writeOne(writing, to);
      to.enclose(brackets, () => {
        for (const writing of inner) writeOne({ ...writing, json: `,${writing.json}` }, to);
      });
      const [before, within] = [outer, inner].map((all) => all.map(({ json }) => json));
      const enclosed = `${brackets[0]}${within?.join(',')}${brackets[1]}`;
      const written = Buffer.from(`${before?.join('')}${enclosed}`);
      expect(Buffer.compare(to.finish(), written)).toBe(0);
    }),
  );
});

test.each([0, 1, 2, 90])('%d foods are written as a list, between other JSON', async (count) => {
  const foods = Array.from({ length: count }, (_, i) => i);
  const around = { before: '{"foods":', after: ',"more":{}}' };
  const write = (food: number, to: JsonWriter) => to.add(JSON.stringify({ food }));
  const whole: unknown = JSON.parse(Buffer.from(await writeFoods(foods, write, around)).toString());
  expect(whole).toEqual({ foods: foods.map((food) => ({ food })), more: {} });
  expect(Buffer.from(await writeFoods(foods, write)).toString()).toBe(
    JSON.stringify(foods.map((food) => ({ food }))),
  );
});

test.each([
  [{}, '{"b":'],
  [{ a: 1 }, '{"a":1,"b":'],
])('beforeMember(%j) is %s', (head, json) => {
  expect(beforeMember(head, 'b')).toBe(json);
});

test('inBounds returns an element, or throws if there is none', () => {
  expect(inBounds(0)).toBe(0);
  expect(() => inBounds(undefined)).toThrow(RangeError);
});
