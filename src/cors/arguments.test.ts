import { expect, test } from 'vitest';
import {
  describeOrigin,
  explainOrigin,
  isSerializedOrigin,
  lintOrigin,
  localNetworkNote,
} from './index.ts';

const PAGE = 'https://app.example.com';
const url = new URL(PAGE);

test.each<[string, (...given: never[]) => unknown, readonly unknown[], string]>([
  ['a third', lintOrigin, [PAGE, [], { credentials: true }], 'an object as another argument'],
  ['the place in a list', lintOrigin, [PAGE, undefined, [PAGE]], 'a list as another argument'],
  ['a fourth', explainOrigin, [PAGE, PAGE, [], 5], 'Cannot use 5 as another argument'],
  ['no', localNetworkNote, [], `undefined as a page's origin: use a text such as "https://app`],
  ['one', localNetworkNote, [PAGE], `undefined as a server's host: use a text such as "192.`],
  ['a URL as', localNetworkNote, [PAGE, url], "a URL as a server's host"],
  ['a third', localNetworkNote, [PAGE, 'localhost', 80], '80 as another argument'],
  ['no', describeOrigin, [], 'undefined as an origin: use a text or an expression'],
  ['the options as', describeOrigin, [{ origin: PAGE }], 'an object as an origin'],
  ['a URL in a list as', describeOrigin, [[url]], 'a URL as an origin'],
  ['a URL as', isSerializedOrigin, [url], 'a URL as an origin: use a text such as'],
])('%s argument of %o is an error', async (_, call, given, message) => {
  await expect(async () => Reflect.apply(call, undefined, given)).rejects.toThrow(message);
});

test('a function passed to filter() may get more arguments', () => {
  expect([PAGE, 'app.example.com'].filter(isSerializedOrigin)).toEqual([PAGE]);
});
