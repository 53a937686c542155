import { expect, test } from 'vitest';
import { adviceOnStatus } from './answered-fault.tsx';

test.each([
  [200, /^That is not a food service. Check the API URL .*http:\/\/localhost:3001$/],
  [204, /^That is not a food service/],
  [404, /^That is not a food service/],
  [400, /^Change the search/],
  [414, /^Change the search/],
  [401, /does not let you search/],
  [403, /does not let you search/],
  [429, /wait a moment, then try again/],
  [405, /^See its log/],
  [500, /^See its log/],
  [503, /^See its log/],
])('adviceOnStatus of %i says what to do', (status, advice) => {
  expect(adviceOnStatus(status, 'http://localhost:3001')).toMatch(advice);
});
