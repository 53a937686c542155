import { describe, expect, test } from 'vitest';
import { checkServer } from './check-server.ts';
import { CheckInputError, parseTarget } from './target.ts';

const from = 'https://app.example.com';

describe('checkServer refuses', () => {
  test.each([
    ['', 'it is not a URL'],
    ['api.example.com/food', 'Use "https://api.example.com/food"'],
    ['localhost:3001/api/food', 'Use "http://localhost:3001/api/food"'],
    ['ftp://api.example.com/', 'CORS is for http and https'],
    ['https://me:secret@api.example.com/', 'Use "https://api.example.com/"'],
    ['http://[::1', 'it is not a URL'],
  ])('the URL "%s"', async (url, message) => {
    const checked = checkServer(url, { from });
    await expect(checked).rejects.toThrow(CheckInputError);
    await expect(checked).rejects.toThrow(message);
  });

  test.each([
    'https://app.example.com/',
    'app.example.com',
    'https://app.example.com:443',
    'HTTPS://app.example.com',
    '*',
    '',
    'https://a.example, https://b.example',
    'https://a.example\r\nx-injected: 1',
  ])('the origin %j', async (origin) => {
    const checked = checkServer('https://api.example.com/', { from: origin });
    await expect(checked).rejects.toThrow(CheckInputError);
    await expect(checked).rejects.toThrow(/^Cannot use origin /);
  });

  test.each(['', 'x y', 'x:y', 'x\r\ny', 'ä'])('the header %j', async (header) => {
    const checked = checkServer('https://api.example.com/', { from, headers: ['x-ok', header] });
    await expect(checked).rejects.toThrow(/^Cannot use header /);
  });

  test.each(['', 'a b', 'TRACE', 'connect'])('the method %j', async (method) => {
    const checked = checkServer('https://api.example.com/', { from, method });
    await expect(checked).rejects.toThrow(/^Cannot use method /);
  });

  test.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 31])(
    'the timeout %d',
    async (timeoutMs) => {
      const checked = checkServer('https://api.example.com/', { from, timeoutMs });
      await expect(checked).rejects.toThrow(/^Cannot use timeout /);
    },
  );
});

describe('parseTarget', () => {
  test('accepts IPv6, and drops the fragment', () => {
    const target = parseTarget('http://[::1]:3001/api/food?q=a#top', { from, headers: ['X-Key'] });
    expect(target.url.href).toBe('http://[::1]:3001/api/food?q=a');
    expect(target).toMatchObject({
      method: 'GET',
      headers: ['x-key'],
      headersAreChosen: true,
      credentials: false,
    });
  });

  test('sets a time limit of 10 seconds by default', () => {
    expect(parseTarget('https://api.example.com', { from }).timeoutMs).toBe(10_000);
  });

  // https://fetch.spec.whatwg.org/#concept-method-normalize
  test.each([
    ...['DELETE', 'GET', 'HEAD', 'OPTIONS', 'POST', 'PUT'].map((name) => [
      name.toLowerCase(),
      name,
    ]),
    ['patch', 'patch'],
    ['PATCH', 'PATCH'],
  ])('sends the method %s as %s', (method = '', sent) => {
    expect(parseTarget('https://api.example.com', { from, method }).method).toBe(sent);
  });

  test.each(['null', 'http://[::1]:8080', 'capacitor://localhost', 'http://localhost:5173'])(
    'accepts the origin %s',
    (origin) => {
      expect(parseTarget('https://api.example.com', { from: origin }).from).toBe(origin);
    },
  );
});
