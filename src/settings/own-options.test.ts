import { afterEach, expect, test } from 'vitest';
import { createCorsPolicy, lintOrigin } from '../cors/index.ts';
import { checkSettings } from './check-settings.ts';

// Another library may set properties of Object.prototype. They must not count as options.

const INHERITED = {
  origin: 'https://evil.test',
  credentials: true,
  methods: ['DELETE'],
  allowedHeaders: ['x-evil'],
  exposedHeaders: ['x-evil'],
  maxAge: 5,
  trust: ['*'],
  cors: { origin: '*' },
  host: '0.0.0.0',
  port: 80,
};

const LIKE_AN_ASSIGNMENT = { configurable: true, enumerable: true, writable: true };

afterEach(() => {
  for (const name of Object.keys(INHERITED)) Reflect.deleteProperty(Object.prototype, name);
});

test.each(Object.entries(INHERITED))('an inherited %s has no effect', (name, value) => {
  const origin = 'https://app.example';
  const allowed = { kind: 'allowed', origin } as const;
  const outcomes = () => {
    const policy = createCorsPolicy({ origin });
    const settings = checkSettings({});
    const cors = checkSettings({ cors: { maxAge: 1 } });
    if (!('corsPolicy' in settings) || !('corsPolicy' in cors)) throw new Error('faulty settings');
    const policies = [policy, settings.corsPolicy, cors.corsPolicy];
    return {
      headers: policies.map((each) => [
        each.responseHeaders(allowed),
        each.preflightHeaders(allowed),
      ]),
      settings: [settings.cors.origin, cors.cors.origin, settings.host, settings.port],
      faults: lintOrigin(origin),
    };
  };
  const before = outcomes();
  Object.defineProperty(Object.prototype, name, { value, ...LIKE_AN_ASSIGNMENT });
  const after = outcomes();
  let fault: unknown;
  try {
    // The type says that `origin` is required; programs without types may omit it.
    Reflect.apply(createCorsPolicy, undefined, [{}]);
  } catch (error) {
    fault = error;
  }
  Reflect.deleteProperty(Object.prototype, name);
  expect(after).toEqual(before);
  expect(String(fault)).toContain('Cannot use origin undefined');
});
