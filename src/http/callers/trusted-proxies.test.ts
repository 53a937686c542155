import { expect, test } from 'vitest';
import { createProxyTrust, isProxyText } from './trusted-proxies.ts';

test.each([
  ['127.0.0.1', true],
  ['10.0.0.0/8', true],
  ['::1', true],
  ['fd00::/8', true],
  ['loopback', true],
  ['private', true],
  ['10.0.0.0/33', false],
  ['10.0.0.0/', false],
  ['10.0.0.0/8/8', false],
  ['10.0.0', false],
  ['proxy.example', false],
  ['true', false],
  ['toString', false],
  ['', false],
])('isProxyText of %j: %s', (text, expected) => {
  expect(isProxyText(text)).toBe(expected);
});

test.each([
  [['10.0.0.0/8'], '10.255.0.1', true],
  [['10.0.0.0/8'], '11.0.0.1', false],
  [['127.0.0.1'], '::ffff:127.0.0.1', true],
  [['loopback'], '::1', true],
  [['loopback'], '127.8.9.1', true],
  [['private', '192.0.2.7'], '192.0.2.7', true],
  [['private'], 'fd12::1', true],
  [['private'], '8.8.8.8', false],
  [['loopback'], '', false],
  [['loopback'], undefined, false],
  [[], '127.0.0.1', false],
])('createProxyTrust(%j) of %s: %s', (trustProxy, address, expected) => {
  expect(createProxyTrust({ trustProxy })(address)).toBe(expected);
});

test.each([
  [['loopback'], true],
  [[], false],
])('createProxyTrust(%j) of a caller on the Unix socket: %s', (trustProxy, expected) => {
  expect(createProxyTrust({ trustProxy, socket: '/run/food.sock' })(undefined)).toBe(expected);
});
