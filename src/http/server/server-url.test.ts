import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { serverUrl, serverUrls } from './server-url.ts';

const v4 = (address: string): AddressInfo => ({ address, family: 'IPv4', port: 80 });
const v6 = (address: string): AddressInfo => ({ address, family: 'IPv6', port: 80 });

test.each([
  ['localhost', 'http://localhost:3001'],
  ['0.0.0.0', 'http://localhost:3001'],
  ['::', 'http://localhost:3001'],
  ['::1', 'http://[::1]:3001'],
  ['food.example', 'http://food.example:3001'],
])('serverUrl of %s', (host, url) => {
  expect(serverUrl(host, 3001)).toBe(url);
});

test.each([
  ['localhost', [v4('127.0.0.1')], ['http://localhost:80', 'http://127.0.0.1:80']],
  ['localhost', [v6('::1')], ['http://localhost:80', 'http://[::1]:80']],
  ['localhost', [v6('::1'), v4('127.0.0.1')], ['http://localhost:80', 'http://127.0.0.1:80']],
  ['0.0.0.0', [v4('0.0.0.0')], ['http://localhost:80', 'http://127.0.0.1:80']],
  ['::', [v6('::')], ['http://localhost:80', 'http://127.0.0.1:80']],
  ['127.0.0.1', [v4('127.0.0.1')], ['http://127.0.0.1:80', 'http://localhost:80']],
  ['::1', [v6('::1')], ['http://[::1]:80', 'http://localhost:80']],
  ['192.0.2.7', [v4('192.0.2.7')], ['http://192.0.2.7:80']],
  ['localhost', [], []],
])('serverUrls of %s at %j', (host, addresses, urls) => {
  expect(serverUrls(host, addresses)).toEqual(urls);
});
