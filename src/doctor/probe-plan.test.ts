import { describe, expect, test } from 'vitest';
import { lookAlikes } from './probe-plan.ts';

describe('lookAlikes', () => {
  test.each([
    [
      'https://app.example.com',
      [
        'https://app.example.com.not-allowed.invalid',
        'https://app.not-allowedexample.com',
        'https://not-allowed.com',
        'https://appxexample.com',
      ],
    ],
    [
      'https://example.com:8443',
      [
        'https://example.com.not-allowed.invalid:8443',
        'https://not-allowedexample.com:8443',
        'https://not-allowed.com:8443',
      ],
    ],
    [
      'https://example.co.uk',
      [
        'https://example.co.uk.not-allowed.invalid',
        'https://not-allowedexample.co.uk',
        'https://not-allowed.co.uk',
        'https://examplexco.uk',
      ],
    ],
    [
      'https://my-app.vercel.app',
      [
        'https://my-app.vercel.app.not-allowed.invalid',
        'https://not-allowedmy-app.vercel.app',
        'https://not-allowed.vercel.app',
        'https://my-appxvercel.app',
      ],
    ],
    ['http://127.0.0.1:5173', ['http://127.0.0.1.not-allowed.invalid:5173']],
    [
      'http://localhost:5173',
      ['http://localhost.not-allowed.invalid:5173', 'http://not-allowedlocalhost:5173'],
    ],
    ['http://[::1]:5173', []],
    ['null', []],
  ])('of %s', (from, expected) => {
    const origins = lookAlikes(from).map(({ origin }) => origin);
    expect(origins).toEqual(expected);
    // In the form that browsers send, since servers may refuse any other.
    expect(origins.map((origin) => new URL(origin).origin)).toEqual(origins);
  });

  test('names the mistakes', () => {
    expect(
      lookAlikes('https://a.example.co.uk').map(({ name, mistake }) => [name, mistake]),
    ).toEqual([
      ['suffix', 'only the beginning of the origin is compared'],
      ['prefix', 'only the end of the origin is compared, without the dot before it'],
      ['sibling', 'every name under "co.uk" is allowed, and anybody can get one'],
      ['dot', 'a dot in a regular expression matches any character; write "\\."'],
    ]);
  });
});
