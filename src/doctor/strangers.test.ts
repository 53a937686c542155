import { describe, expect, test } from 'vitest';
import { lookAlikes } from './strangers.ts';

describe('lookAlikes', () => {
  test.each([
    [
      'https://app.example.com',
      [
        'https://app.example.com.not-allowed.invalid',
        'https://app.not-allowedexample.com',
        'https://appxexample.com',
      ],
    ],
    [
      'https://example.com:8443',
      ['https://example.com.not-allowed.invalid:8443', 'https://not-allowedexample.com:8443'],
    ],
    [
      'http://localhost:5173',
      ['http://localhost.not-allowed.invalid:5173', 'http://not-allowedlocalhost:5173'],
    ],
    ['http://[::1]:5173', []],
    ['null', []],
  ])('of %s', (from, expected) => {
    const origins = lookAlikes(from).map(({ origin }) => origin);
    expect(origins).toEqual(expected);
    // As browsers write them, or the server would refuse them for that.
    expect(origins.map((origin) => new URL(origin).origin)).toEqual(origins);
  });
});
