import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyHeader, origin as someOrigin } from '../../test/arbitrary-origins.ts';
import { readCases } from '../../test/cases/read-cases.ts';
import { runs } from '../../test/runs.ts';
import {
  createCorsPolicy,
  isSerializedOrigin,
  type OriginCallback,
  OriginFunctionError,
  type OriginSetting,
} from './index.ts';
import { ALLOW_ORIGIN, untyped } from './policy.case.ts';

describe('properties', () => {
  const manyRuns = { numRuns: runs(600) };
  // Expressions are linted for every policy, so the properties run fewer times.
  const fewerRuns = { numRuns: runs(100) };

  test('a string allows only itself', () => {
    fc.assert(
      fc.property(someOrigin, anyHeader, (origin, asking) => {
        const { kind } = firstDecision(origin, asking);
        expect(kind).toBe(asking === origin ? 'allowed' : 'refused');
      }),
      manyRuns,
    );
  });

  test('an array of strings allows only the origins it contains', () => {
    fc.assert(
      fc.property(fc.array(someOrigin), anyHeader, (origins, asking) => {
        const { kind } = firstDecision(origins, asking);
        expect(kind).toBe(origins.includes(asking) ? 'allowed' : 'refused');
      }),
      manyRuns,
    );
  });

  const setting = fc.oneof(
    fc.constantFrom<OriginSetting>(true, false, '*', /./, /example/, []),
    someOrigin,
    fc.array(fc.oneof(someOrigin, fc.constantFrom('*', 'null', /\.test$/, /^null$/))),
  );
  const header = fc.option(anyHeader, { nil: undefined });

  test('the header is "*" or exactly the requesting origin', () => {
    fc.assert(
      fc.property(setting, header, (origin, asking) => {
        const value = answerHeaders(origin, asking)[ALLOW_ORIGIN];
        if (value === undefined || value === '*') return;
        expect(value).toBe(asking);
        expect(isSerializedOrigin(value)).toBe(true);
      }),
      fewerRuns,
    );
  });

  test('Vary names Origin if two origins get different answers', () => {
    fc.assert(
      fc.property(setting, header, header, (origin, asking, other) => {
        const [one, two] = [answerHeaders(origin, asking), answerHeaders(origin, other)];
        if (one[ALLOW_ORIGIN] === two[ALLOW_ORIGIN]) return;
        expect([one.Vary, two.Vary]).toEqual(['Origin', 'Origin']);
      }),
      fewerRuns,
    );
  });

  function answerHeaders(origin: OriginSetting, asking: string | undefined) {
    const policy = createCorsPolicy({ origin });
    const decision = policy.decide(asking);
    if (decision instanceof Promise) throw new Error('not for these settings');
    return policy.responseHeaders(decision);
  }

  function firstDecision(origin: OriginSetting, asking: string) {
    const decision = createCorsPolicy({ origin }).decide(asking);
    if (decision instanceof Promise) throw new Error('not for these settings');
    return decision;
  }
});

describe('createCorsPolicy on the collected cases', () => {
  const cases: readonly CorsCase[] = JSON.parse(readCases('cors.json'));

  test.each(cases.map((each) => [each.name, each] as const))('%s', async (_, each) => {
    const policy = createCorsPolicy({ origin: readSetting(each.config.origin) });
    for (const request of [...(each.before ?? []), ...Array(each.repeat ?? 1).fill(each.request)]) {
      const { method, headers }: CorsRequest = request;
      const decision = policy.decide(headers.Origin);
      if (each.expect.status === 500) {
        await expect(decision).rejects.toThrow(OriginFunctionError);
        return;
      }
      const isPreflight = method === 'OPTIONS' && 'Access-Control-Request-Method' in headers;
      const sent = isPreflight
        ? policy.preflightHeaders(await decision, headers['Access-Control-Request-Headers'])
        : policy.responseHeaders(await decision);
      if (request === each.request) checkHeaders(sent, each.expect.headers);
    }
  });
});

interface CorsRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
}

interface CorsCase {
  readonly name: string;
  readonly config: { readonly origin: unknown };
  readonly request: CorsRequest;
  readonly before?: readonly CorsRequest[];
  readonly repeat?: number;
  readonly expect: { readonly status?: number; readonly headers: ExpectedHeaders };
}

interface ExpectedHeaders {
  readonly present: Readonly<Record<string, string | { readonly tokens: readonly string[] }>>;
  readonly absent: readonly string[];
  readonly lacksTokens?: Readonly<Record<string, readonly string[]>>;
}

function checkHeaders(sent: Readonly<Record<string, string>>, expected: ExpectedHeaders): void {
  const headers = new Headers(sent);
  const tokens = (name: string) =>
    (headers.get(name) ?? '').split(',').map((token) => token.trim().toLowerCase());
  for (const [name, value] of Object.entries(expected.present)) {
    // Content-Length and the like are set by the server, and tested there.
    if (!/^(access-control-|vary$)/.test(name)) continue;
    if (typeof value === 'string') expect(headers.get(name)).toBe(value);
    else
      expect(tokens(name)).toEqual(
        expect.arrayContaining(value.tokens.map((t) => t.toLowerCase())),
      );
  }
  for (const name of expected.absent) expect(headers.has(name), name).toBe(false);
  for (const [name, lacking] of Object.entries(expected.lacksTokens ?? {})) {
    for (const token of lacking) expect(tokens(name)).not.toContain(token.toLowerCase());
  }
}

/** Reads the setting of a case from its JSON. */
function readSetting(value: unknown): OriginSetting {
  if (Array.isArray(value)) return untyped(value.map(readSetting));
  if (typeof value !== 'object' || value === null) return untyped(value);
  if ('$regexp' in value) {
    const { source, flags } = Object(value.$regexp);
    return new RegExp(source, flags);
  }
  const fn = '$fn' in value ? Object(value.$fn) : {};
  const callback =
    (answerWith: (cb: OriginCallback, asking: string | undefined) => void) =>
    (asking: string | undefined, cb: OriginCallback): void => {
      setTimeout(() => answerWith(cb, asking), fn.delayMs ?? 0);
    };
  switch (fn.kind) {
    case 'callback':
      return callback((cb) => cb(fn.error ? new Error(fn.error) : null, fn.result));
    case 'allowlist':
      return callback((cb, asking) => cb(null, fn.allow.includes(asking)));
    case 'twice':
      return callback((cb) => {
        cb(null, fn.first);
        cb(null, fn.second);
      });
    case 'throw':
      return () => {
        throw new Error(fn.error);
      };
    case 'promise':
      return () => (fn.error ? Promise.reject(new Error(fn.error)) : Promise.resolve(fn.result));
    default:
      throw new Error(`no such function: ${fn.kind}`);
  }
}
