import { describe, expect, test } from 'vitest';
import { createHostRule } from './host-rule.ts';

/** Returns a request with these Host headers. */
function withHost(...hosts: readonly (string | undefined)[]) {
  const [host] = hosts;
  const rawHeaders = hosts.flatMap((one) => (one === undefined ? [] : ['Host', one]));
  return { headers: host === undefined ? {} : { host }, rawHeaders };
}

describe('createHostRule', () => {
  test.each([
    ['localhost', [], 'localhost', true],
    ['localhost', [], 'localhost:3001', true],
    ['localhost', [], 'LocalHost.:3001', true],
    ['localhost', [], 'food.localhost', true],
    ['localhost', [], '127.0.0.1:3001', true],
    ['localhost', [], '127.9.9.9', true],
    ['localhost', [], '[::1]:3001', true],
    ['localhost', [], 'evil.example', false],
    ['localhost', [], 'localhost.evil.example', false],
    ['localhost', [], '127.0.0.1.evil.example', false],
    ['localhost', [], '127.evil.example', false],
    ['localhost', [], 'notlocalhost', false],
    ['localhost', [], '192.0.2.7', false],
    ['localhost', [], '[::2]', false],
    ['127.0.0.1', [], 'localhost', true],
    ['::1', [], 'evil.example', false],
    ['localhost', ['food.example'], 'food.example:443', true],
    ['localhost', ['Food.example'], 'food.EXAMPLE', true],
    ['localhost', ['food.example'], 'localhost', true],
    ['localhost', ['food.example'], 'evil.example', false],
    ['0.0.0.0', [], 'evil.example', true],
    ['192.0.2.7', [], 'anything', true],
    ['0.0.0.0', ['food.example'], 'food.example', true],
    ['0.0.0.0', ['food.example'], 'evil.example', false],
    ['192.0.2.7', ['food.example'], '192.0.2.7:3001', true],
  ])('on %s with %j serves %s: %s', (host, allowedHosts, header, isServed) => {
    const rule = createHostRule({ host, allowedHosts }, [host === 'localhost' ? '::1' : host]);
    expect(rule(withHost(header))?.status).toBe(isServed ? undefined : 421);
    // The host in the URL counts.
    const absolute = { ...withHost('evil.example'), url: `http://${header}/?q=a` };
    expect(rule(absolute)?.status).toBe(isServed ? undefined : 421);
  });

  test.each([
    [['127.0.1.1'], true],
    [['127.0.0.1', '::1'], true],
    [['::ffff:127.0.0.1'], true],
    [['127.0.0.1', '192.0.2.7'], false],
    [['::'], false],
    [[], true],
  ])('treats %j as loopback: %s, whatever the configured name', (addresses, isLocal) => {
    const rule = createHostRule({ host: 'food-server', allowedHosts: [] }, addresses);
    expect(rule(withHost('food-server'))).toBeUndefined();
    expect(rule(withHost('evil.example'))?.status).toBe(isLocal ? 421 : undefined);
  });

  test.each([undefined, ''])('reports that Host is missing: %j', (header) => {
    const rule = createHostRule({ host: '0.0.0.0', allowedHosts: [] }, ['0.0.0.0']);
    expect(rule(withHost(header))).toEqual({
      status: 400,
      message: 'The Host header is missing',
    });
  });

  test('reports that Host is given twice, even with the same value', () => {
    const rule = createHostRule({ host: '0.0.0.0', allowedHosts: [] }, ['0.0.0.0']);
    expect(rule(withHost('food.example', 'food.example'))).toEqual({
      status: 400,
      message: 'The Host header is given twice',
    });
    const { headers, rawHeaders } = withHost('food.example');
    const others = ['Date', 'host', 'Date', 'host', 'host-a', 'host'];
    expect(rule({ headers, rawHeaders: [...rawHeaders, ...others] })).toBeUndefined();
  });

  test('reports a user name in the URL', () => {
    const rule = createHostRule({ host: '0.0.0.0', allowedHosts: [] }, ['0.0.0.0']);
    expect(rule({ ...withHost('a.example'), url: 'HTTPS://user@a.example/' })).toEqual({
      status: 400,
      message: 'The URL has a user name: leave it out, and the "@"',
    });
  });

  test.each(['a b', 'a, b', 'user@a', 'a/b', 'a:b', '[::1', 'é'])(
    'reports that %j is not a host',
    (header) => {
      const rule = createHostRule({ host: '0.0.0.0', allowedHosts: [] }, ['0.0.0.0']);
      expect(rule(withHost(header))).toEqual({
        status: 400,
        message: 'The Host header has no valid host',
      });
    },
  );

  test('names the host and the setting', () => {
    const rule = createHostRule({ host: 'localhost', allowedHosts: [] }, ['::1']);
    expect(rule(withHost('evil.example:80'))?.message).toBe(
      'The host "evil.example" is not served here: add it with --allowed-hosts (ALLOWED_HOSTS)',
    );
  });
});
