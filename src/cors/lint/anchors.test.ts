import { describe, test } from 'vitest';
import { type ExpressionCase, expectFaults } from './expression-faults.case.ts';

describe('lintOrigin of an expression that is not anchored', () => {
  test.each<ExpressionCase>([
    [
      /example\.com$/,
      'regexp-not-anchored-start',
      'https://evil-example.com',
      ['https://example.com', 'https://*.example.com'],
    ],
    [
      /\.example\.com$/,
      'regexp-not-anchored-start',
      'http://www.example.com',
      'https://*.example.com',
    ],
    [
      /example\.com(:\d{1,4})?$/,
      'regexp-not-anchored-start',
      'https://evil-example.com',
      ['https://example.com:*', 'https://*.example.com:*'],
    ],
    [
      /https:\/\/example\.com$/,
      'regexp-not-anchored-start',
      'evil-https://example.com',
      'https://example.com',
    ],
    [
      /^https:\/\/example\.com/,
      'regexp-not-anchored-end',
      'https://example.com.evil.test',
      'https://example.com',
    ],
    [
      /^http:\/\/localhost/,
      'regexp-not-anchored-end',
      'http://localhost.evil.test',
      'http://localhost:*',
    ],
    [
      /^http:\/\/localhost:3000/,
      'regexp-not-anchored-end',
      'http://localhost:30001',
      'http://localhost:3000',
    ],
    [
      /example\.com/,
      'regexp-not-anchored-start',
      'https://evil-example.com',
      ['https://example.com', 'https://*.example.com'],
    ],
    [
      /localhost/,
      'regexp-not-anchored-start',
      'https://evil-localhost',
      ['http://localhost:*', 'https://localhost:*'],
    ],
    [
      /localhost:3000$/,
      'regexp-not-anchored-start',
      'https://evil-localhost:3000',
      ['http://localhost:3000', 'https://localhost:3000'],
    ],
    [
      /localhost:5173/,
      'regexp-not-anchored-start',
      'https://evil-localhost:5173',
      ['http://localhost:5173', 'https://localhost:5173'],
    ],
    [
      /localhost:\d+$/,
      'regexp-not-anchored-start',
      'https://evil-localhost:1',
      ['http://localhost:*', 'https://localhost:*'],
    ],
    [
      /:\/\/localhost:\d+$/,
      'regexp-not-anchored-start',
      'evil://localhost:1',
      ['http://localhost:*', 'https://localhost:*'],
    ],
    [
      /\/\/localhost$/,
      'regexp-not-anchored-start',
      'evil://localhost',
      ['http://localhost', 'https://localhost'],
    ],
    [
      /^http:\/\/127.0.0.1/,
      ['regexp-not-anchored-end', 'regexp-unescaped-dot'],
      'http://127.0.0.1.evil.test',
      'http://127.0.0.1:*',
    ],
    [
      /http:\/\/localhost:*/,
      'regexp-not-anchored-start',
      'evil-http://localhost',
      'http://localhost:*',
    ],
    [/^https:\/\/example/, 'regexp-not-anchored-end', 'https://example.evil.test'],
    [
      /^https:\/\/a\.example$|^https:\/\/b\.example/,
      'regexp-branch-not-anchored',
      'https://b.example.evil.test',
      ['https://b.example', 'https://a.example'],
    ],
    [
      /(^https:\/\/a\.example$|b\.example$)/,
      'regexp-branch-not-anchored',
      'http://b.example',
      ['https://b.example', 'https://a.example'],
    ],
    [
      /https?:\/\/example\.com$/,
      'regexp-not-anchored-start',
      'evil-http://example.com',
      'https://example.com',
    ],
    [
      /(?:https:\/\/)?example\.com$/,
      'regexp-not-anchored-start',
      'https://evil-example.com',
      ['https://example.com', 'https://*.example.com'],
    ],
    [
      /127.0.0.1*/,
      'regexp-not-anchored-start',
      'http://127x0x0.',
      ['http://127.0.0.1:*', 'https://127.0.0.1:*'],
    ],
    [
      /(https?:\/\/[^/]*\.example\.com)/i,
      'regexp-not-anchored-start',
      'evil-http://x.example.com',
      'https://*.example.com',
    ],
    [/\.vercel\.app$/, 'regexp-not-anchored-start', 'https://evil.vercel.app'],
    [
      /https:\/\/.*\.vercel\.app$/,
      ['regexp-not-anchored-start', 'regexp-public-suffix'],
      'evil-https://x.vercel.app',
    ],
    [/^https:\/\/a\.com(?=.*)/, 'regexp-not-anchored-end', 'https://a.com.evil.test'],
    [/^https:\/\/\w+(?=\.example\.com)/, 'regexp-not-proved'],
  ])('%s: %j', expectFaults);
});
