import { expect, test, vi } from 'vitest';
import { NumberField } from './number-field.tsx';
import { rendered } from './render.case.ts';

const FAULT = 'Use a number above 0, such as 20, 1.5 or ½.';

const preventDefault = vi.fn();

/** Types into a field of 50 g. */
function typed(text: string, key?: string, isPositive = true) {
  const values: (number | undefined)[] = [];
  const view = rendered(
    <NumberField
      label="Protein"
      value={50}
      unit="g"
      isPositive={isPositive}
      onValue={(value) => void values.push(value)}
    />,
  );
  const [input] = view.all('input');
  if (input === undefined) throw new Error('The input is missing.');
  input.fire('input', { currentTarget: { value: text } });
  if (key === undefined) input.fire('blur');
  else input.fire('keydown', { key, preventDefault });
  return { view, input, values };
}

test.each<[text: string, key: string | undefined, values: (number | undefined)[]]>([
  ['40', undefined, [40]],
  ['40', 'Enter', [40]],
  [' 1½ g', 'Enter', [1.5]],
  ['1', 'Enter', [1]],
  ['', 'Enter', [undefined]],
  [' ', undefined, [undefined]],
  ['50', 'Enter', []],
  ['40', 'Escape', []],
  ['40', 'a', []],
])('%j and %s sets %j', (text, key, expected) => {
  const { view, values, input } = typed(text, key);
  expect(values).toEqual(expected);
  expect(view.text).toBe(' g');
  expect(input.shown.get('aria-invalid')).toBe('false');
  expect(input.shown.has('aria-describedby')).toBe(false);
});

test('0 is valid in a field that does not need a positive number', () => {
  expect(typed('0', 'Enter', false).values).toEqual([0]);
  const { values, view } = typed('-3', 'Enter', false);
  expect([values, view.text]).toEqual([[], ' gUse 0 or a larger number, such as 20, 1.5 or ½.']);
});

test.each(['-3', 'x', '0'])('%j sets nothing, and a message describes the field', (text) => {
  const { view, values, input } = typed(text, 'Enter');
  expect([values, view.text]).toEqual([[], ` g${FAULT}`]);
  expect(input.shown.get('aria-invalid')).toBe('true');
  expect(input.shown.get('value')).toBe(text);
  const [, fault] = view.all('span');
  expect(fault?.shown.get('id')).toBe(input.shown.get('aria-describedby'));
  input.fire('keydown', { key: 'Escape', preventDefault });
  expect(view.outline).toMatchInlineSnapshot(`
    "<input autocomplete="off" aria-invalid="false" inputMode="decimal" aria-label="Protein" value="50"></input>
    <span>g</span>"
  `);
});

test('Escape restores a changed value; if nothing was typed, it closes the sheet around the field', () => {
  const { input } = typed('40');
  preventDefault.mockClear();
  input.fire('keydown', { key: 'Escape', preventDefault });
  expect(preventDefault).not.toHaveBeenCalled();
  input.fire('input', { currentTarget: { value: '30' } });
  input.fire('keydown', { key: 'Escape', preventDefault });
  expect(preventDefault).toHaveBeenCalled();
  expect(input.shown.get('value')).toBe('50');
});
