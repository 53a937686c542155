import { expect, test } from 'vitest';
import { RequestError } from '../errors/user-error.ts';
import { ConfigurationError, explainUserError } from './configuration-error.ts';

const PORT = { where: 'port', message: 'Cannot use -1.' };
const WHOLE = { where: '', message: 'Cannot use 5 as options.' };

test.each([
  [new ConfigurationError([PORT]), 'port: Cannot use -1.'],
  [
    new ConfigurationError([PORT, WHOLE]),
    'The configuration has 2 errors:\n  port: Cannot use -1.\n  Cannot use 5 as options.',
  ],
  [new RequestError('Unknown value'), 'Unknown value'],
  [new TypeError('a bug'), undefined],
])('%s is explained to the user as %j', (error, explained) => {
  expect(explainUserError(error)).toBe(explained);
});

test('a fault in a configuration is permanent unless it is marked as temporary', () => {
  expect(new ConfigurationError([PORT]).isTemporary).toBe(false);
  expect(new ConfigurationError([PORT], true).isTemporary).toBe(true);
});
