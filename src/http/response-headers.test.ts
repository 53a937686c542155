import fastify, { type FastifyReply } from 'fastify';
import { expect, test } from 'vitest';
import {
  interpretationText,
  MAX_INTERPRETATION_LENGTH,
  sendMissing,
  sendTerms,
  sendTotal,
} from './response-headers.ts';

/** Returns the headers of these names after a function has added them to a reply. */
async function headersBy(add: (reply: FastifyReply) => void, names: readonly string[]) {
  const app = fastify();
  app.get('/', (_request, reply) => {
    reply.header('access-control-allow-origin', '*');
    add(reply);
    reply.send('sent');
  });
  const { headers } = await app.inject('/');
  return names.map((name) => headers[name]);
}

const EXPOSED = 'access-control-expose-headers';

test.each([
  [[], undefined],
  [['é', 'b c'], '%C3%A9,b%20c'],
  [['\ud800'], '%EF%BF%BD'],
  [['x'.repeat(4_096)], 'x'.repeat(4_096)],
  [['x'.repeat(4_095), 'y'], 'count=2'],
])('missing keys are listed in a header, or counted if they are many: %#', async (keys, value) => {
  const exposed = value && 'x-missing-ids';
  const names = ['x-missing-ids', EXPOSED];
  expect(await headersBy((reply) => sendMissing(reply, keys), names)).toEqual([value, exposed]);
});

test.each([
  [undefined, '0'],
  [7, '7'],
])('a total of %j is sent as %s', async (total, value) => {
  const headers = await headersBy((reply) => sendTotal(reply, total), ['x-total-count', EXPOSED]);
  expect(headers).toEqual([value, 'x-total-count']);
});

test('links to licenses come before the link to the next page', async () => {
  const terms = { license: 'CC0 1.0', licenseUrl: 'https://a.example/' };
  const add = (reply: FastifyReply) => {
    reply.header('link', '<?offset=9>; rel="next"');
    sendTerms(reply, () => [{ ...terms, attribution: 'Us' }]);
  };
  expect(await headersBy(add, ['link'])).toEqual([
    `<https://a.example/>; rel="license"; title*=UTF-8''Us%2C%20CC0%201.0, <?offset=9>; rel="next"`,
  ]);
  for (const none of [undefined, () => []])
    expect(await headersBy((reply) => sendTerms(reply, none), ['link'])).toEqual([undefined]);
});

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
