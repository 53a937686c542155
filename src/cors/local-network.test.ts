import { expect, test } from 'vitest';
import { addressSpaceOf, localNetworkNote } from './local-network.ts';

test.each([
  ['https://app.example.com', 'localhost', /localhost directly.* ask the user .* own machine/],
  ['https://app.example.com', 'nas.local', /calls nas\.local directly.* own network/],
  ['https://192.168.1.5', 'localhost', /ask the user .* own machine/],
  ['https://app.example.com', '[::1]', /own machine/],
  ['https://app.example.com', '192.168.1.5', /calls 192\.168\.1\.5 directly.* own network/],
  ['http://app.example.com', '127.0.0.1', /over plain http .* Over https/],
])('localNetworkNote of %s and %s', (page, host, note) => {
  expect(localNetworkNote(page, host)).toMatch(note);
});

test.each([
  ['https://app.example.com', 'api.example.com'],
  ['https://app.example.com', '0.0.0.0'],
  ['http://localhost:5173', 'localhost'],
  ['http://192.168.1.5', '10.0.0.1'],
  ['http://localhost:5173', '192.168.1.5'],
  ['capacitor://localhost', 'localhost'],
  ['null', 'localhost'],
])('localNetworkNote is empty for %s and %s', (page, host) => {
  expect(localNetworkNote(page, host)).toBeUndefined();
});

test.each([
  ['localhost', 'loopback'],
  ['[::1]', 'loopback'],
  ['192.168.1.5', 'local'],
  ['nas.local.', 'local'],
  ['nas.local.example.com', 'public'],
  ['example.com', 'public'],
])('addressSpaceOf %s is %s', (host, space) => {
  expect(addressSpaceOf(host)).toBe(space);
});
