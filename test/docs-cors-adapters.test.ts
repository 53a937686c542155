import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { z } from 'zod';

const root = fileURLToPath(new URL('..', import.meta.url));
const document = readFileSync(join(root, 'docs/embedding.md'), 'utf8');
const [, guide = ''] = document.split('## The CORS policy alone');

const examples = [...guide.matchAll(/^### ([^\n]*)$(?:(?!^### ).)*?^```js\n(.*?)^```$/gms)].map(
  ([, title = '', code = '']) => ({ title, code }),
);

/** Creates an empty folder where this package and the examples' packages are installed. */
async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'food-lookup-docs-'));
  await mkdir(join(folder, 'node_modules'));
  await symlink(root, join(folder, 'node_modules/food-lookup'), 'junction');
  for (const name of ['@types', 'connect', 'express', 'fastify', 'hono', 'koa']) {
    const installed = join(root, 'node_modules', name);
    await symlink(installed, join(folder, 'node_modules', name), 'junction');
  }
  await writeFile(join(folder, 'package.json'), '{"type": "module"}');
  return folder;
}

const END = '--- end ---';

/**
 * Runs programs with the built package, one after another in a single process that loads the
 * packages once, and returns the output of each.
 */
async function run(programs: readonly string[]): Promise<string[]> {
  const folder = await makeFolder();
  try {
    const lines: string[] = [];
    for (const [place, program] of programs.entries()) {
      await writeFile(join(folder, `program-${place}.mjs`), program);
      lines.push(`await import('./program-${place}.mjs');\nconsole.log('${END}');\n`);
    }
    await writeFile(join(folder, 'all.mjs'), lines.join(''));
    const all = join(folder, 'all.mjs');
    const { stdout } = await promisify(execFile)(process.execPath, [all]);
    return stdout.split(`${END}\n`).slice(0, -1);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Sends requests to an example's server, and prints the headers of each response. */
const ASK = `
const page = 'https://app.example.com';
const requests = [
  ['GET', { origin: page }],
  ['GET', { origin: 'https://evil.example' }],
  ['GET', {}],
  ['OPTIONS', { origin: page, 'access-control-request-method': 'GET' }],
  ['OPTIONS', { origin: 'https://evil.example', 'access-control-request-method': 'GET' }],
];
const answers = [];
for (const [method, headers] of requests) {
  const answer = await ask({ method, headers });
  const named = [...answer.headers].filter(([name]) => /^(access-control-.*|vary)$/.test(name));
  answers.push([answer.status, await answer.text(), Object.fromEntries(named)]);
}
console.log(JSON.stringify(answers));
`;

const ASK_SERVER = `
import { once } from 'node:events';
if (!server.listening) await once(server, 'listening');
const ask = (init) => fetch('http://localhost:' + server.address().port + '/foods', init);
${ASK}
server.close();
`;

const ASK_HANDLER = `
const ask = (init) => handler.fetch(new Request('http://localhost/foods', init));
${ASK}
`;

const ORIGIN = 'Origin';
const PREFLIGHT = 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers';

const servers = examples.filter(({ code }) => /\bserver\b|^export /m.test(code));

const ASK_ROUTE = `
const ask = (init) => routes[init.method](new Request('http://localhost/foods', init));
${ASK}
`;

/** Makes an example runnable: its server, and the code that sends requests to it. */
function runnable(code: string): string {
  const program = code
    .replace('3001', '0')
    .replace('export default', 'const handler =')
    .replace(/export \{ (\w+) as (\w+), (\w+) as (\w+) \}/, 'const routes = { $2: $1, $4: $3 }');
  if (program.includes('const routes')) return program + ASK_ROUTE;
  return program + (code.includes('export default') ? ASK_HANDLER : ASK_SERVER);
}

/** Wraps the Koa example in a middleware that lists the requests for which `next()` returned. */
function runnableAround(code: string): string {
  const start = 'const app = new Koa();';
  const around = `${start} const left = [];
app.use(async ({ req }, next) => { await next(); left.push(req.method); });`;
  return `${runnable(code.replace(start, around))}
await once(server, 'close');
console.log(JSON.stringify(left));
`;
}

/** Puts the example with different rules into a server, with the code that sends requests to it. */
function runnableRules(code: string): string {
  const start = `
import express from 'express';
import { createCorsPolicy } from 'food-lookup/cors';
import { nodeCors } from 'food-lookup/cors/node';
const app = express();
${code}
app.use((request, response) => response.json([]));
const server = app.listen(0);
`;
  const ask = `
const base = 'http://localhost:' + server.address().port;
const origin = 'https://admin.example.com';
const names = ['access-control-allow-origin', 'access-control-allow-methods', 'access-control-allow-credentials'];
const found = [];
for (const path of ['/admin/foods', '/foods']) {
  for (const method of ['GET', 'OPTIONS']) {
    const headers = { origin, 'access-control-request-method': 'PUT' };
    const answer = await fetch(base + path, { method, headers });
    found.push(names.map((name) => answer.headers.get(name)));
  }
}
console.log(JSON.stringify(found));
server.close();
`;
  return start + ask;
}

const rules = examples.find(({ title }) => title.startsWith('Different rules'))?.code ?? '';
const anythingElse = examples.at(-1)?.code ?? '';

/** The output of each program. All run in one process, since loading the packages is slow. */
const printed = await (async () => {
  const failing = `() => Promise.reject(new Error('hunter2'))`;
  const lines = await run([
    ...servers.map(({ code }) => runnable(code)),
    ...servers.map(({ code }) =>
      runnable(code.replace(`{ origin: 'https://app.example.com' }`, `{ origin: ${failing} }`)),
    ),
    runnableRules(rules),
    anythingElse,
    runnableAround(servers.find(({ title }) => title === 'Koa')?.code ?? ''),
  ]);
  const count = servers.length;
  const [ofRules, ofAnythingElse, koa] = lines.slice(2 * count);
  return {
    servers: lines.slice(0, count),
    failing: lines.slice(count, 2 * count),
    rules: ofRules,
    anythingElse: ofAnythingElse,
    koa: koa?.split('\n').at(-2),
  };
})();

test('the example of each server handles CORS', () => {
  const allowed = { 'access-control-allow-origin': 'https://app.example.com' };
  const answers = [
    [200, '[]', { ...allowed, vary: ORIGIN }],
    [200, '[]', { vary: ORIGIN }],
    [200, '[]', { vary: ORIGIN }],
    [200, '', { ...allowed, 'access-control-allow-methods': 'GET, HEAD', vary: PREFLIGHT }],
    [200, '', { vary: PREFLIGHT }],
  ];
  expect(servers.map(({ title }, i) => [title, JSON.parse(printed.servers[i] ?? '')])).toEqual(
    servers.map(({ title }) => [title, answers]),
  );
});

test('the middleware around the Koa example continues after every answer', () => {
  expect(JSON.parse(printed.koa ?? '')).toEqual(['GET', 'GET', 'GET', 'OPTIONS', 'OPTIONS']);
});

test('the example of each server never reveals why an origin function failed', () => {
  const answers = z.array(z.tuple([z.number(), z.string(), z.record(z.string(), z.string())]));
  for (const [place, { title }] of servers.entries()) {
    // The log may say why.
    const line = printed.failing[place]?.split('\n').at(-2) ?? '';
    const all = answers.parse(JSON.parse(line));
    expect(all[0]?.[2], title).toEqual({ vary: ORIGIN });
    for (const [status, text] of all) {
      expect([status, text], title).toEqual([500, expect.not.stringContaining('hunter2')]);
    }
  }
});

test('the guide has an example for each kind of server', () => {
  expect(servers.map(({ title }) => title)).toEqual([
    'node:http',
    'Express',
    'Connect',
    'Fastify',
    'Koa',
    'Hono',
    'Next',
    'Deno, Bun, workers',
  ]);
});

test('the example with different rules keeps the rules separate, even for preflights', () => {
  expect(JSON.parse(printed.rules ?? '')).toEqual([
    ['https://admin.example.com', null, 'true'],
    ['https://admin.example.com', 'GET, PUT', 'true'],
    ['*', null, null],
    ['*', 'GET, HEAD', null],
  ]);
});

test('the examples compile under strict TypeScript', async () => {
  const folder = await makeFolder();
  const compilerOptions = {
    ...{ target: 'ES2024', module: 'NodeNext', types: ['node'], noEmit: true, skipLibCheck: true },
    ...{ strict: true, noUncheckedIndexedAccess: true, exactOptionalPropertyTypes: true },
  };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
  const whole = examples.filter(({ code }) => code.startsWith('import'));
  expect(whole.length).toBe(servers.length + 1);
  for (const [place, { code }] of whole.entries()) {
    await writeFile(join(folder, `example-${place}.ts`), code);
  }
  // The compiler is not called through .bin, which contains shell scripts on Windows.
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  const { stdout } = await promisify(execFile)(process.execPath, [compiler, '-p', folder]).catch(
    (error: unknown) => ({ stdout: String(Reflect.get(Object(error), 'stdout')) }),
  );
  await rm(folder, { recursive: true });
  expect(stdout).toBe('');
});

test('the example for other servers prints the documented output', () => {
  const [, comment] = /console\.log\(.*\); \/\/ (.*)/.exec(anythingElse) ?? [];
  expect(printed.anythingElse).toBe(`${comment}\n`);
});
