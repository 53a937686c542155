import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../test/runs.ts';
import {
  CorsConfigurationError,
  createCorsPolicy,
  describeOrigin,
  explainOrigin,
  lintOptions,
  lintOrigin,
} from './index.ts';
import { untyped } from './policy.case.ts';

// Regular expressions whose properties, such as `source`, contradict what the engine matches.

const SOURCES = [
  '.*',
  '^https:\\/\\/app\\.example\\.com$',
  '^https:\\/\\/(?:[a-z]+\\.)+example\\.com$',
  '^https:\\/\\/[a-z]+\\.vercel\\.app$',
  '^HTTPS:\\/\\/APP\\.EXAMPLE\\.COM$',
  'example\\.com$',
];

const ORIGINS = [
  'https://app.example.com',
  'https://evil.test',
  'https://evilexample.com',
  'https://evil.vercel.app',
  'http://app.example.com',
  'null',
];

/** Creates an expression without overridden properties. */
function honest(source: string, flags: string): RegExp {
  return new RegExp(source, flags);
}

interface Forgery {
  readonly source: string;
  readonly flags: string;
  /** The expression that the overridden properties describe. */
  readonly claimed: { readonly source: string; readonly flags: string };
  /** The names of the overridden properties. */
  readonly forged: readonly string[];
  readonly prototype: 'own' | 'null' | 'Object' | 'Array';
}

const FLAG_NAMES = ['global', 'ignoreCase', 'multiline', 'dotAll', 'unicode', 'sticky'];

const PROPERTIES = [
  ...['source', 'flags', 'toString', 'valueOf', 'test', 'exec', 'constructor', 'lastIndex'],
  ...FLAG_NAMES,
];

const anySource = fc.constantFrom(...SOURCES);
const anyFlags = fc.constantFrom('', 'i');
const anyForgery: fc.Arbitrary<Forgery> = fc.record({
  source: anySource,
  flags: anyFlags,
  claimed: fc.record({ source: anySource, flags: anyFlags }),
  forged: fc.subarray([...PROPERTIES, 'toPrimitive', 'toStringTag', 'match']),
  prototype: fc.constantFrom('own', 'null', 'Object', 'Array'),
});

const PROTOTYPES = { null: null, Object: Object.prototype, Array: Array.prototype } as const;

function forge({ source, flags, claimed, forged, prototype }: Forgery): RegExp {
  const object = honest(source, flags);
  const mask = honest(claimed.source, claimed.flags);
  const values: Readonly<Record<string, unknown>> = {
    ...Object.fromEntries(FLAG_NAMES.map((name) => [name, Reflect.get(mask, name)])),
    source: mask.source,
    flags: mask.flags,
    toString: () => String(mask),
    valueOf: () => String(mask),
    test: () => true,
    exec: () => ['https://evil.test'],
    constructor: String,
    lastIndex: 7,
  };
  for (const name of forged) {
    if (name in values) Object.defineProperty(object, name, { value: values[name] });
  }
  const symbols = { toPrimitive: () => String(mask), toStringTag: 'String', match: false };
  for (const [name, value] of Object.entries(symbols)) {
    if (forged.includes(name)) Object.defineProperty(object, Reflect.get(Symbol, name), { value });
  }
  if (prototype !== 'own') Object.setPrototypeOf(object, PROTOTYPES[prototype]);
  return object;
}

/** Returns the origins that a policy lets in, or the codes of its errors if there is no policy. */
async function verdict(origin: unknown, credentials: boolean): Promise<readonly string[]> {
  try {
    const policy = createCorsPolicy({ origin: untyped(origin), credentials });
    const decisions = await Promise.all(ORIGINS.map((each) => policy.decide(each)));
    return ORIGINS.filter((_, place) => decisions[place]?.kind === 'allowed');
  } catch (error) {
    if (!(error instanceof CorsConfigurationError)) throw error;
    return error.faults.map(({ code }) => code);
  }
}

const ENTRIES: Readonly<Record<string, (setting: unknown) => unknown>> = {
  lintOrigin,
  describeOrigin,
  lintOptions: (origin) => lintOptions({ origin, credentials: true }),
  explainOrigin: (setting) => explainOrigin(setting, 'https://evil.test').catch(() => undefined),
  createCorsPolicy: (origin) => verdict(origin, false),
  'createCorsPolicy with credentials': (origin) => verdict(origin, true),
  'an origin function': (origin) => verdict(() => origin, true).catch(() => undefined),
};

const lists = {
  alone: (object: unknown) => object,
  'in a list': (object: unknown) => ['https://a.example', object],
  'in a list with its own iterator': (object: unknown) =>
    Object.defineProperty([object], Symbol.iterator, {
      value: () => ['https://app.example.com'].values(),
    }),
};

describe.each(Object.entries(lists))('an expression with overridden properties, %s', (_, wrap) => {
  test.each(Object.entries(ENTRIES))('changes nothing after %s', async (_, enter) => {
    await fc.assert(
      fc.asyncProperty(anyForgery, fc.boolean(), async (forgery, credentials) => {
        await enter(wrap(forge(forgery)));
        for (const { source, flags } of [forgery, forgery.claimed]) {
          const plain = honest(source, flags);
          const kept = new RegExp(source, flags);
          const allowed = await verdict(plain, credentials);
          if (allowed.some((each) => !ORIGINS.includes(each))) continue;
          expect(allowed).toEqual(ORIGINS.filter((each) => kept.test(each)));
        }
      }),
      { numRuns: runs(10) },
    );
  });

  test('is linted and matched by its real source and flags', async () => {
    await fc.assert(
      fc.asyncProperty(anyForgery, fc.boolean(), async (forgery, credentials) => {
        const lying = await verdict(wrap(forge(forgery)), credentials);
        const truth = wrap(honest(forgery.source, forgery.flags));
        expect(lying).toEqual(await verdict(truth, credentials));
        expect(lintOrigin(wrap(forge(forgery)))).toEqual(lintOrigin(truth));
        expect(describeOrigin(wrap(forge(forgery)))).toEqual(describeOrigin(truth));
      }),
      { numRuns: runs(25) },
    );
  });
});

test('an expression that cannot be copied is reported as an error', () => {
  const expression = Object.defineProperty(/^https:\/\/a\.example$/, Symbol.match, {
    get: () => {
      throw new RangeError('no');
    },
  });
  expect(lintOrigin(expression)).toMatchObject([{ code: 'bad-type', severity: 'error' }]);
});
