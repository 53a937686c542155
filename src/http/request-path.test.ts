import { expect, test } from 'vitest';
import { mendPath, pathOf } from './request-path.ts';

test.each([
  ['/api/food?q=a?b', '/api/food'],
  ['/api/food', '/api/food'],
  ['?', ''],
])('pathOf %s is %s', (url, path) => {
  expect(pathOf(url)).toBe(path);
});

test.each([
  ['/api/food?q=%zz', '/api/food?q=%zz'],
  ['/api/f%6fod?q=%', '/api/f%6fod?q=%'],
  ['/api/%zz?q=%41', '/api/%25zz?q=%41'],
  ['/%ff/%41', '/%25ff/%2541'],
])('mendPath of %s is %s', (url, mended) => {
  expect(mendPath(url)).toBe(mended);
});
