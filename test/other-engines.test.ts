import { expect, test } from 'vitest';
import { z } from 'zod';
import { addToVary } from '../src/cors/answer.ts';
import {
  type CorsOptions,
  createCorsPolicy,
  isSerializedOrigin,
  type OriginSetting,
} from '../src/cors/index.ts';
import { untyped } from '../src/cors/policy.case.ts';
import { corsCheck, preflightCheck } from '../src/doctor/browser.ts';
import type { HeaderLine } from '../src/doctor/report.ts';
import { readCases } from './cases/read-cases.ts';

// Runs the test cases of other CORS engines against this one. cases/other-engines.tsv has a line
// for each case: the suite, the check, its input and the expected answer. If our answer differs, it
// follows with the reason.

const PAGE = 'https://a.example';

const cases = readCases('other-engines.tsv')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => {
    const [suite = '', check = '', given = '', theirs = '', ours = '', reason = ''] =
      line.split('\t');
    return { suite, check, given, theirs, ours, reason };
  });

/** Reads a setting from a case's JSON: a string between slashes is an expression. */
function settingOf(value: unknown): OriginSetting {
  if (Array.isArray(value)) return untyped(value.map(settingOf));
  if (typeof value === 'string' && /^\/.+\/$/.test(value)) return new RegExp(value.slice(1, -1));
  if (typeof value !== 'object' || value === null) return untyped(value);
  if ('answers' in value) return untyped(() => value.answers);
  return () => {
    throw new Error('it was told to');
  };
}

function policyOf({ origin, ...options }: Readonly<Record<string, unknown>>) {
  const all: CorsOptions = { ...options, origin: settingOf(origin) };
  return createCorsPolicy(all);
}

function verdictOn(options: Readonly<Record<string, unknown>>): string {
  try {
    policyOf(options);
    return 'accepted';
  } catch {
    return 'refused';
  }
}

const object = z.record(z.string(), z.unknown());
const asked = z.tuple([object, z.string().nullable()]);

async function preflightHeader(name: string, given: unknown): Promise<string> {
  const [options, requested = undefined] = z.tuple([object]).rest(z.string()).parse(given);
  const policy = policyOf(options);
  const origin = typeof options.origin === 'string' ? options.origin : PAGE;
  return policy.preflightHeaders(await policy.decide(origin), requested)[name] ?? 'none';
}

/** Maps the name of a check to a function that returns this engine's answer. */
const CHECKS: Readonly<Record<string, (given: unknown) => string | Promise<string>>> = {
  setting: (origin) => verdictOn({ origin }),
  options: (given) => verdictOn(object.parse(given)),
  header: (given) => (given !== 'null' && isSerializedOrigin(String(given)) ? 'origin' : 'none'),
  async grants(given) {
    const [options, origin] = asked.parse(given);
    try {
      const policy = policyOf(options);
      const headers = policy.responseHeaders(await policy.decide(origin ?? undefined));
      return headers['Access-Control-Allow-Origin'] ?? 'none';
    } catch {
      return 'error';
    }
  },
  requested: (given) => preflightHeader('Access-Control-Allow-Headers', given),
  methods: (given) => preflightHeader('Access-Control-Allow-Methods', given),
  'max age': (given) => preflightHeader('Access-Control-Max-Age', given),
  vary: (given) => addToVary(...z.tuple([z.string(), z.string()]).parse(given)),
  browser(given) {
    const { allow, credentials } = z
      .object({ allow: z.array(z.string()), credentials: z.string().optional() })
      .parse(given);
    const lines: HeaderLine[] = allow.map((value) => ['Access-Control-Allow-Origin', value]);
    if (credentials !== undefined) lines.push(['Access-Control-Allow-Credentials', credentials]);
    return corsCheck(PAGE, credentials !== undefined, lines) === undefined ? 'reads' : 'blocks';
  },
  sends(given) {
    const target = z
      .object({
        status: z.number().default(200),
        method: z.string().default('GET'),
        asks: z.array(z.string()),
        credentials: z.boolean().default(false),
        methods: z.string().default(''),
        headers: z.string().default(''),
      })
      .parse(given);
    const { status, method, asks, credentials } = target;
    const lines: HeaderLine[] = [
      ['Access-Control-Allow-Origin', PAGE],
      ['Access-Control-Allow-Credentials', 'true'],
      ['Access-Control-Allow-Methods', target.methods],
      ['Access-Control-Allow-Headers', target.headers],
    ];
    const headers = asks.map((name) => name.toLowerCase());
    const fault = preflightCheck(PAGE, { method, headers, credentials }, status, lines);
    return fault === undefined ? 'yes' : 'no';
  },
};

test.each(cases)('$suite: $check $given', async ({ check, given, theirs, ours, reason }) => {
  // A different answer requires a reason, and the same answer has none.
  expect([ours !== '' && ours !== theirs, reason !== '']).toEqual([reason !== '', ours !== '']);
  expect(await CHECKS[check]?.(JSON.parse(given))).toBe(ours === '' ? theirs : ours);
});

test('the table has every suite', () => {
  const suites = new Set(cases.map(({ suite }) => suite.split(' ')[0]));
  expect([...suites].toSorted()).toEqual([
    '@fastify/cors',
    'expressjs/cors',
    'hono',
    'jub0bs/cors',
    'web-platform-tests',
  ]);
});
