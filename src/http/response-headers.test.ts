import { expect, test } from 'vitest';
import { interpretationText, MAX_INTERPRETATION_LENGTH } from './response-headers.ts';

const slip = { typed: 'chese', manner: 'slip', taken: 'cheese', marks: ['cheese'] } as const;

test('interpretationText is the interpretation as JSON', () => {
  expect(JSON.parse(interpretationText({ readings: [slip], droppedCount: 2 }))).toEqual({
    readings: [slip],
    droppedCount: 2,
    isComplete: true,
  });
});

test('interpretationText includes the amount', () => {
  const understood = { readings: [slip], droppedCount: 0, amount: 1.5, unit: 'cup' } as const;
  expect(JSON.parse(interpretationText(understood))).toEqual({ ...understood, isComplete: true });
});

test('interpretationText is ASCII, and parses to the original', () => {
  const readings = [{ typed: '奶酪 𠮷 \u0000\u007f', manner: 'none' }] as const;
  const text = interpretationText({ readings, droppedCount: 0 });
  expect(text).toMatch(/^[\x20-\x7e]*$/);
  expect(JSON.parse(text)).toMatchObject({ readings });
});

test.each([10, 200, 1_000, 100_000])('interpretationText has room for %i letters', (length) => {
  const long = { ...slip, typed: 'x'.repeat(length) };
  const text = interpretationText({ readings: [slip, long, slip], droppedCount: 0 });
  expect(text.length).toBeLessThanOrEqual(MAX_INTERPRETATION_LENGTH);
  const { readings, isComplete } = JSON.parse(text);
  expect(readings).toEqual(isComplete ? [slip, long, slip] : [slip]);
  expect(isComplete).toBe(length <= 200);
});

test('interpretationText uses the available room', () => {
  const lengths = Array.from({ length: MAX_INTERPRETATION_LENGTH }, (_, typed) => {
    const reading = { ...slip, typed: 'x'.repeat(typed) };
    return interpretationText({ readings: [reading], droppedCount: 0 });
  });
  const complete = lengths.filter((text) => JSON.parse(text).isComplete);
  // There must be room for a comma and the longer word `false` too.
  expect(complete.at(-1)).toHaveLength(MAX_INTERPRETATION_LENGTH - 2);
  expect(MAX_INTERPRETATION_LENGTH).toBe(1_024);
});
