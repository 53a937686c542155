import { describe, expect, test } from 'vitest';
import { checkServer } from './check-server.ts';
import { CheckInputError, parseTarget } from './target.ts';

const from = 'https://app.example.com';
const NOT_URL = 'it is not a URL. Use one such as "https://api.example.com/api/food?q=egg".';
const WITH_USER =
  'browsers refuse to fetch a URL with a user or password. Use "https://api.example.com/".';

async function refused(checked: Promise<unknown>, message: string): Promise<void> {
  await expect(checked).rejects.toMatchObject({ name: 'CheckInputError', message });
}

describe('checkServer refuses', () => {
  test.each<readonly [url: string, reason: string]>([
    ['', NOT_URL],
    ['api.example.com/food', 'a URL begins with its scheme. Use "https://api.example.com/food".'],
    [
      'localhost:3001/api/food',
      'a URL begins with its scheme. Use "http://localhost:3001/api/food".',
    ],
    [
      'ftp://api.example.com/',
      'CORS applies only to http and https. Use a URL with one of these schemes.',
    ],
    ...['me:secret', 'me', ':secret'].map(
      (user) => [`https://${user}@api.example.com/`, WITH_USER] as const,
    ),
    ['http://[::1', NOT_URL],
  ])('the URL "%s"', async (url, reason) => {
    await refused(checkServer(url, { from }), `Cannot check "${url}": ${reason}`);
  });

  test.each([
    'https://app.example.com/',
    'app.example.com',
    'https://app.example.com:443',
    'HTTPS://app.example.com',
    '',
    'https://a.example, https://b.example',
    'https://a.example\r\nx-injected: 1',
  ])('the origin %j', async (origin) => {
    const checked = checkServer('https://api.example.com/', { from: origin });
    await expect(checked).rejects.toThrow(CheckInputError);
    await expect(checked).rejects.toThrow(/^Cannot use origin /);
  });

  test('the origin "*"', async () => {
    await refused(
      checkServer('https://api.example.com/', { from: '*' }),
      'Cannot use origin "*": a page has one origin. Use one such as "https://app.example.com".',
    );
  });

  test.each(['', 'x y', 'x:y', 'x\r\ny', 'ä', '(a', 'a('])('the header %j', async (header) => {
    await refused(
      checkServer('https://api.example.com/', { from, headers: ['x-ok', header] }),
      `Cannot use header "${header}": it is not a header name. Use one such as "x-api-key".`,
    );
  });

  test.each([
    ...['', 'a b'].map((method) => [method, 'it is not a method name'] as const),
    ...['TRACE', 'connect', 'Track'].map(
      (method) => [method, 'browsers never let a script send it'] as const,
    ),
  ])('the method %j', async (method, reason) => {
    await refused(
      checkServer('https://api.example.com/', { from, method }),
      `Cannot use method "${method}": ${reason}. Use one such as "PUT".`,
    );
  });

  test.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 31])(
    'the timeout %d',
    async (timeoutMs) => {
      await refused(
        checkServer('https://api.example.com/', { from, timeoutMs }),
        `Cannot use timeout "${timeoutMs}": it is not a whole number of milliseconds from 1 to 2147483647. Use "10000".`,
      );
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

  test('uses defaults', () => {
    const { url, ...target } = parseTarget('https://api.example.com', { from });
    expect(target).toEqual({
      from,
      credentials: false,
      method: 'GET',
      headers: ['x-cors-check'],
      headersAreChosen: false,
      timeoutMs: 10_000,
    });
  });

  test.each([
    ...['GET', 'HEAD', 'POST'].map((method) => [method, ['x-cors-check']] as const),
    ['PUT', []] as const,
    ['get2', []] as const,
  ])('lets the preflight of %s ask for %j', (method, headers) => {
    expect(parseTarget('https://api.example.com', { from, method }).headers).toEqual(headers);
  });

  test.each([1, 2 ** 31 - 1])('accepts a time limit of %d ms', (timeoutMs) => {
    expect(parseTarget('https://api.example.com', { from, timeoutMs }).timeoutMs).toBe(timeoutMs);
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
