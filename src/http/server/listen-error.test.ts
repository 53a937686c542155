import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { ListenError } from './listen-error.ts';

const failure = (code: string) => Object.assign(new Error(`listen ${code}`), { code });

test.each([
  ['EADDRINUSE', /^Cannot listen on port 80 of localhost: it is in use\. Stop the program/],
  ['EACCES', /: this user is not allowed to use it\. Choose port 1024 or higher\.$/],
  ['EADDRNOTAVAIL', /: this machine has no such address\. Choose localhost/],
  ['ENOTFOUND', /: the host name is unknown\. Choose localhost/],
  ['ABORT_ERR', /: it was closed in the meantime\.$/],
  ['EOTHER', /: listen EOTHER$/],
])('ListenError of %s says why and what to do', (code, message) => {
  expect(new ListenError('localhost', 80, failure(code)).message).toMatch(message);
});

test.each([
  [
    'EADDRINUSE',
    /: it is in use, or something else is there\. Stop the program that uses it, or choose another path\.$/,
  ],
  ['EACCES', /: its folder does not exist, or is not writable by this user\./],
  ['EINVAL', /: its path is too long for this system\./],
])('ListenError of %s for a socket names its path', (code, message) => {
  const error = new ListenError('/run/food.sock', undefined, failure(code));
  expect(error.message).toMatch(message);
  expect(error.setting).toBe('socket');
});

test.each([
  ['EADDRINUSE', 'port', 'page'],
  ['EACCES', 'port', 'page'],
  ['EADDRNOTAVAIL', 'host', 'metricsHost'],
  ['ENOTFOUND', 'host', 'metricsHost'],
])('ListenError of %s says which option to change: %s', (code, own, given) => {
  expect(new ListenError('localhost', 80, failure(code)).setting).toBe(own);
  const names = { port: 'page', host: 'metricsHost' };
  expect(new ListenError('localhost', 80, failure(code), names).setting).toBe(given);
});

test('ListenError names a socket by its path', () => {
  expect(new ListenError('/run/food.sock', undefined, 'gone').message).toBe(
    'Cannot listen on socket /run/food.sock: gone',
  );
});

test('ListenError recognizes the error of a port in use', async () => {
  const first = createServer().listen(0, 'localhost');
  onTestFinished(() => void first.close());
  await new Promise((resolve) => first.once('listening', resolve));
  const second = createServer().listen(first.address());
  const cause = await new Promise((resolve) => second.once('error', resolve));
  expect(new ListenError('localhost', 1, cause).message).toContain('it is in use.');
});
