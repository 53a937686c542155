import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { callerOf, createProxyTrust, isProxyText } from './caller.ts';

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::ffff:c000:207', '192.0.2.7'],
  ['0:0:0:0:0:FFFF:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:0001:2::', '2001:db8:1:2::/64'],
  ['2001:db8::7', '2001:db8:0:0::/64'],
  ['2001:db8::9', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['not an address', 'not an address'],
])('callerOf(%s) is %s', async (remoteAddress, expected) => {
  const app = Fastify();
  app.get('/', (request) => callerOf(request));
  expect((await app.inject({ url: '/', remoteAddress })).body).toBe(expected);
});

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
