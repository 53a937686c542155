import { expect, test } from 'vitest';
import { isOpenToAll, isPublic, ownedPart } from './public-suffix.ts';

test.each([
  ['app.example.com', 'example.com'],
  ['app.example.com.', 'example.com.'],
  ['a.b.example.co.uk', 'example.co.uk'],
  ['x.alice.github.io', 'alice.github.io'],
  ['github.io', 'github.io'],
  ['a.b.loca.lt', 'b.loca.lt'],
  ['x-3000.app.github.dev', 'x-3000.app.github.dev'],
  ['pr-7--site.netlify.app', 'site.netlify.app'],
  ['site.netlify.app', 'site.netlify.app'],
  ['a--b.example.com', 'example.com'],
  ['127.0.0.1', '127.0.0.1'],
  ['localhost', 'localhost'],
])('ownedPart of %s is %s', (host, owned) => {
  expect(ownedPart(host)).toBe(owned);
});

test.each([
  ['com', true],
  ['co.uk', true],
  ['vercel.app', true],
  ['wordpress.com', true],
  ['example.com', false],
  ['internal', false],
  ['', false],
])('isOpenToAll of %j is %s', (domain, open) => {
  expect(isOpenToAll(domain)).toBe(open);
});

test.each([
  ['example.com', true],
  ['203.0.113.5', true],
  ['db.internal', false],
  ['localhost', false],
])('isPublic of %s is %s', (host, expected) => {
  expect(isPublic(host)).toBe(expected);
});
