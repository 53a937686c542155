import { describe, expect, test } from 'vitest';
import { isLoopback, isPrivateHost } from './private-host.ts';

describe('isLoopback', () => {
  test.each([
    'localhost',
    'localhost.',
    'app.localhost',
    '127.0.0.1',
    '127.255.255.254',
    '[::1]',
    '[::ffff:7f00:1]',
  ])('is true of %s, as is isPrivateHost', (host) => {
    expect([isLoopback(host), isPrivateHost(host)]).toEqual([true, true]);
  });
});

// The first and last address of each range.
describe('isPrivateHost', () => {
  test.each([
    '10.0.0.0',
    '10.255.255.255',
    '172.16.0.0',
    '172.31.255.255',
    '192.168.0.0',
    '192.168.255.255',
    '169.254.0.0',
    '169.254.255.255',
    '[fc00::1]',
    '[fdff:ffff::1]',
    '[fe80::1]',
    '[febf::1]',
  ])('is true of %s, which is not loopback', (host) => {
    expect([isLoopback(host), isPrivateHost(host)]).toEqual([false, true]);
  });

  test.each([
    'example.com',
    'localhost.example.com',
    'notlocalhost',
    '127.0.0.1.example.com',
    '9.255.255.255',
    '11.0.0.0',
    '100.64.0.1',
    '126.255.255.255',
    '128.0.0.0',
    '172.15.255.255',
    '172.32.0.0',
    '192.167.255.255',
    '192.169.0.0',
    '169.253.255.255',
    '169.255.0.0',
    '110.0.0.1',
    '[::2]',
    '[::ffff:8000:1]',
    '[fbff::1]',
    '[fe00::1]',
    '[fe7f::1]',
    '[fec0::1]',
  ])('is false of %s', (host) => {
    expect([isLoopback(host), isPrivateHost(host)]).toEqual([false, false]);
  });
});
