import { expect, test } from 'vitest';
import {
  answerCors,
  CorsConfigurationError,
  createCorsPolicy,
  describeOrigin,
  explainOrigin,
  explainRefusal,
  isSerializedOrigin,
  lintOrigin,
  localNetworkNote,
  parseOriginText,
} from './index.ts';

const PAGE = 'https://app.example.com';
const url = new URL(PAGE);
const policy = createCorsPolicy({ origin: PAGE });
const { decide, preflightHeaders, responseHeaders } = policy;
const allowed = { kind: 'allowed', origin: PAGE };
const preflight = { method: 'OPTIONS', origin: PAGE, requestMethod: 'GET' };
const newError = (...given: never[]) => Reflect.construct(CorsConfigurationError, given);

test.each<[string, (...given: never[]) => unknown, readonly unknown[], string]>([
  ['a third', lintOrigin, [PAGE, [], { credentials: true }], 'an object as an extra argument'],
  ['the place in a list', lintOrigin, [PAGE, undefined, [PAGE]], 'a list as an extra argument'],
  ['a fourth', explainOrigin, [PAGE, PAGE, [], 5], 'Cannot use 5 as an extra argument'],
  ['no', localNetworkNote, [], `undefined as a page's origin: use a string such as "https://app`],
  ['one', localNetworkNote, [PAGE], `undefined as a server's host: use a string such as "192.`],
  ['a URL as', localNetworkNote, [PAGE, url], "a URL as a server's host"],
  ['a third', localNetworkNote, [PAGE, 'localhost', 80], '80 as an extra argument'],
  ['no', describeOrigin, [], 'undefined as an origin: use a string or an expression'],
  ['the options as', describeOrigin, [{ origin: PAGE }], 'an object as an origin'],
  ['a URL in a list as', describeOrigin, [[url]], 'a URL as an origin'],
  ['a URL as', isSerializedOrigin, [url], 'a URL as an origin: use a string such as'],
  ['a third', explainRefusal, [policy, PAGE, 5], '5 as an extra argument'],
  ['a second', parseOriginText, [PAGE, ','], '"," as an extra argument'],
  ['a third', decide, [PAGE, {}, 5], '5 as an extra argument'],
  ['a second', responseHeaders, [allowed, 5], '5 as an extra argument'],
  ['a third', preflightHeaders, [allowed, 'x-a', 5], '5 as an extra argument'],
  ['a list as the second', preflightHeaders, [allowed, ['x-a']], 'a list as requestHeaders: use'],
  ['5 in the', answerCors, [policy, { ...preflight, requestMethod: 5 }], '5 as requestMethod: use'],
  [
    'an address as',
    localNetworkNote,
    [PAGE, 'http://10.0.0.1'],
    '"http://10.0.0.1" as a server\'s',
  ],
  [
    'a port in an',
    localNetworkNote,
    [PAGE, 'localhost:80'],
    '"localhost:80" as a server\'s host: use',
  ],
  ['a host as the first', localNetworkNote, ['app.example.com', 'localhost'], "as a page's origin"],
  ['a string as the', newError, ['x'], '"x" as the faults: use a list such as [{ where'],
])('%s argument of %o is an error', async (_, call, given, message) => {
  await expect(async () => Reflect.apply(call, undefined, given)).rejects.toThrow(message);
});

test('an origin that is allowed is not explained as refused', () => {
  expect(explainRefusal(policy, PAGE)).toMatchObject({ allowed: true, reason: 'listed' });
  const everyone = createCorsPolicy({ origin: '*' });
  expect(explainRefusal(everyone, undefined)).toMatchObject({ allowed: true, reason: 'wildcard' });
  const asked = createCorsPolicy({ origin: () => true });
  expect(explainRefusal(asked, PAGE)).toMatchObject({ reason: 'function-refused' });
});

test('isSerializedOrigin ignores the additional arguments that filter() passes', () => {
  expect([PAGE, 'app.example.com'].filter(isSerializedOrigin)).toEqual([PAGE]);
});
