import { createServer } from 'node:http';
import fastifyCors, { type FastifyCorsOptions } from '@fastify/cors';
import cors, { type CorsOptions } from 'cors';
import express from 'express';
import fastify from 'fastify';
import { describe, expect, onTestFinished, test } from 'vitest';
import { checkServer } from '../../src/doctor/check-server.ts';
import { listening } from './listening.ts';

const PAGE = 'http://localhost:5173';

async function withCors(options: CorsOptions | undefined): Promise<string> {
  const app = express();
  app.use(cors(options));
  app.get('/food', (_request, response) => {
    response.json([]);
  });
  return `${await listening(createServer(app))}/food`;
}

async function withFastifyCors(options: FastifyCorsOptions): Promise<string> {
  const app = fastify();
  onTestFinished(() => app.close());
  await app.register(fastifyCors, options);
  app.get('/food', () => []);
  return `${await app.listen({ port: 0, host: '127.0.0.1' })}/food`;
}

const found = async (url: string, credentials = false) => {
  const report = await checkServer(url, { from: PAGE, credentials });
  return report.findings.map(({ severity, code }) => `${severity} ${code}`);
};

const onlyPage: CorsOptions['origin'] = (origin, done) =>
  done(origin === PAGE || origin === undefined ? null : new Error('Not allowed by CORS'), true);

/** Cases in which both libraries behave alike, with the findings. */
const ALIKE: [
  string,
  { readonly origin: string | boolean | RegExp | string[]; credentials?: boolean },
  string[],
][] = [
  // The header is sent to every caller, though browsers reject it for other origins.
  ['a string', { origin: PAGE }, ['hint static-allow-origin']],
  [
    'a string with a slash',
    { origin: `${PAGE}/` },
    ['error allow-origin-wrong', 'hint static-allow-origin'],
  ],
  // Allow-Methods and Allow-Headers go to everyone who sends a preflight.
  ['an array', { origin: [PAGE, 'https://example.com'] }, ['hint refusal-with-grants']],
  ['true', { origin: true }, ['warning reflects-any-origin']],
  [
    'true, with credentials',
    { origin: true, credentials: true },
    ['critical reflects-any-origin-with-credentials'],
  ],
  [
    '"*", with credentials',
    { origin: '*', credentials: true },
    ['warning wildcard-with-credentials', 'hint open-to-all'],
  ],
  [
    'an unanchored expression',
    { origin: /localhost:5173/ },
    ['error look-alike-allowed', 'hint refusal-with-grants'],
  ],
];

describe('checkServer on cors', () => {
  test.each<[string, CorsOptions | undefined, string[]]>([
    ['its defaults', undefined, ['hint open-to-all']],
    ...ALIKE,
    // A value of an unknown type reflects every origin.
    ['an object', { origin: JSON.parse('{}') }, ['warning reflects-any-origin']],
    // This example is from the documentation of cors. Its error becomes a 500 without Vary.
    [
      'a function that reports an error',
      { origin: onlyPage },
      ['warning vary-origin-missing', 'hint refusal-is-server-error'],
    ],
  ])('set to %s', async (_, options, expected) => {
    expect(await found(await withCors(options))).toEqual(expected);
  });

  test('with credentials', async () => {
    const list = await withCors({ origin: [PAGE], credentials: true });
    expect(await found(list, true)).toEqual(['hint refusal-with-grants']);
    const star = await withCors({ origin: '*', credentials: true });
    expect(await found(star, true)).toEqual([
      'error wildcard-with-credentials',
      'hint open-to-all',
    ]);
    expect(await found(await withCors({ origin: [PAGE] }), true)).toEqual([
      'error credentials-not-allowed',
      'hint refusal-with-grants',
    ]);
  });

  test('used on one route: preflights and errors lack the headers', async () => {
    const app = express();
    app.get('/food', cors({ origin: [PAGE] }), (_request, response) => {
      response.json([]);
    });
    const base = await listening(createServer(app));
    expect(await found(`${base}/food`)).toEqual([
      'error allow-origin-missing',
      'warning error-without-cors',
    ]);
  });

  test('behind a proxy that sets the header too', async () => {
    const app = express();
    app.use(cors({ origin: [PAGE] }));
    app.get('/food', (_request, response) => {
      response.appendHeader('Access-Control-Allow-Origin', PAGE).json([]);
    });
    const base = await listening(createServer(app));
    expect(await found(`${base}/food`)).toContain('error allow-origin-two-values');
  });
});

describe('checkServer on @fastify/cors', () => {
  test.each<[string, FastifyCorsOptions, string[]]>([
    ['its defaults', {}, ['hint open-to-all']],
    ...ALIKE,
  ])('set to %s', async (_, options, expected) => {
    expect(await found(await withFastifyCors(options))).toEqual(expected);
  });

  test('with credentials', async () => {
    const list = await withFastifyCors({ origin: [PAGE], credentials: true });
    expect(await found(list, true)).toEqual(['hint refusal-with-grants']);
    expect(await found(await withFastifyCors({ origin: PAGE }), true)).toEqual([
      'error credentials-not-allowed',
      'hint static-allow-origin',
    ]);
  });
});
