import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { platform } from 'node:process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { run } from './cli/run.ts';
import {
  argumentsOf,
  BLOCKS,
  type Block,
  bringFiles,
  commandsOf,
  Follower,
  ROOT,
  type Started,
} from './documents.ts';

// Runs every block of commands or code in every document as printed, each document in a fresh
// folder. The two tables below list the exceptions: what runs a block instead, or why it cannot be
// run. Commands of the program run in this process, which takes a tenth of the time. A service
// starts only if the document goes on to use it. Otherwise, `config` reads the flags.

/** Commands that are not run here, and why. */
const NOT_HERE: readonly (readonly [RegExp, string])[] = [
  [/^docker /, 'needs Docker'],
  [/^kubectl /, 'needs a cluster'],
  [/\bsudo /, 'changes the system; test/package/upgrade.test.ts installs'],
  [/^cd \/etc\/|^node --permission /, 'test/cli/permission.test.ts runs it in another folder'],
  [/^npm (pack|install) /, 'test/package/built-package.test.ts packs and installs'],
  [/^npm ci|^npm run data$|npm test$/, 'installs, downloads or tests: CI does'],
  [/ --follow /, 'test/cli/index.test.ts, where there is a storage'],
  [/^(pg_dump|psql) /, 'test/postgres/backup.test.ts, where there is a server'],
  [/@db\.example/, 'test/postgres/guide.test.ts, where there is a server'],
];

/** Program and settings blocks that another test runs: document, language, and the test. */
const ELSEWHERE: readonly (readonly [RegExp, RegExp, string])[] = [
  [/^docs\/cors\.md$/, /^js$/, 'test/docs-cors.test.ts'],
  [/^docs\/embedding\.md$/, /^js$/, 'test/docs-embedding.test.ts'],
  [/^docs\/(api|page)\.md$/, /^ts$/, 'src/client/built-client.test.ts'],
  [/^docs\/data\.md$/, /^sql$/, 'test/postgres/guide.test.ts'],
];

/**
 * Blocks that only show something: diagrams, grammars, and a line for another server's
 * configuration.
 */
const SHOWN = /^(text|json|nginx)?$/;

const isElsewhere = ({ document, language }: Block) =>
  ELSEWHERE.some(([documents, languages]) => documents.test(document) && languages.test(language));

const whyNotHere = (command: string) => NOT_HERE.find(([form]) => form.test(command))?.[1];

describe('the tables', () => {
  test('know every kind of block', () => {
    const runnable = /^(sh|js|ts)$/;
    const unknown = BLOCKS.filter(
      (block) =>
        !(runnable.test(block.language) || SHOWN.test(block.language) || isElsewhere(block)),
    );
    expect(unknown).toEqual([]);
  });

  test('have only entries that a document uses', () => {
    const commands = BLOCKS.filter(({ language }) => language === 'sh').flatMap(commandsOf);
    for (const [form] of NOT_HERE) {
      expect(
        commands.filter((command) => form.test(command)),
        `${form}`,
      ).not.toEqual([]);
    }
    for (const [documents, languages, path] of ELSEWHERE) {
      const its = BLOCKS.filter(
        ({ document, language }) => documents.test(document) && languages.test(language),
      );
      expect(its, path).not.toEqual([]);
      const text = readFileSync(join(ROOT, path), 'utf8');
      for (const { document } of its) expect(text).toContain(document);
    }
  });
});

const MAKE_SERVICE = `import { createFoodLookup } from 'food-lookup';
await using foodLookup = await createFoodLookup();
`;

const lacking = ['sh', 'curl', 'openssl', 'zip'].filter(
  (program) => spawnSync(program, ['--help']).error !== undefined,
);
const cannotRun = platform === 'win32' || lacking.length > 0;

describe.skipIf(cannotRun)(`each command prints the documented output ${lacking}`, () => {
  // What `npm start` starts: the bundled foods and the page.
  const npmStart = new Follower({ PORT: '0', PAGE_PORT: '0' });
  let running: Started;

  beforeAll(async () => {
    const { scripts }: { scripts: { start: string } } = JSON.parse(
      readFileSync(join(ROOT, 'package.json'), 'utf8'),
    );
    const command = scripts.start
      .split(' && ')
      .at(-1)
      ?.replace('bin/', 'node_modules/food-lookup/bin/');
    running = await npmStart.serve(command ?? '');
  });

  afterAll(() => npmStart.leave());

  /** Replaces the printed URLs with the running service's. */
  const here = (text: string) =>
    text
      .replace(/https:\/\/api\.example\.com\/[^\s"']*/, `${running.url}/api/food?q=egg`)
      .replaceAll('http://localhost:3001', running.url);

  /** Runs a command line of the program, or any other, and returns what it prints. */
  async function type(command: string, follower: Follower): Promise<string> {
    const args = argumentsOf(command);
    if (args === undefined) return follower.run(command);
    const { code, stdout, stderr } = await run(args, { folder: follower.folder });
    const mayBeNo = args[0] === 'cors';
    expect(mayBeNo ? [0, 1] : [0], `${command}: ${stderr}`).toContain(code);
    return mayBeNo ? stdout + stderr : stdout;
  }

  /**
   * Runs a line of a document and returns its output.
   *
   * @param isUsed whether the document goes on to use what the line starts
   */
  async function follow(
    line: string,
    follower: Follower,
    serving: Started[],
    isUsed: boolean,
  ): Promise<string> {
    const command = line.replace(/ +# .*$/, '');
    const [, address] = /# (http:\S+)/.exec(line) ?? [];
    if (/^npm start$| && npm start$/.test(command)) {
      expect((await fetch(here(address ?? running.url))).status).toBe(200);
      return '';
    }
    if (!/^npx food-lookup serve\b/.test(command)) {
      const [metrics = ''] = serving.flatMap(({ metricsUrl = [] }) => metricsUrl).slice(-1);
      return type(here(command).replace('9464', new URL(metrics || running.url).port), follower);
    }
    if (!isUsed && address === undefined) {
      await type(command.replace(' serve', ' config'), follower);
      return '';
    }
    const started = await follower.serve(command);
    serving.push(started);
    if (address !== undefined) {
      const { pathname } = new URL(address);
      expect((await fetch(new URL(pathname, started.metricsUrl))).status).toBe(200);
    }
    return '';
  }

  const documents = [...new Set(BLOCKS.map(({ document }) => document))].filter((document) =>
    BLOCKS.some((block) => block.document === document && block.language === 'sh'),
  );

  test.each(documents)('%s', async (document) => {
    const follower = new Follower();
    bringFiles(document, follower);
    const serving: Started[] = [];
    const blocks = BLOCKS.filter((block) => block.document === document && block.language === 'sh');
    try {
      for (const block of blocks) {
        const lines = commandsOf(block).filter((line) => whyNotHere(line) === undefined);
        let printed = '';
        for (const [place, line] of lines.entries()) {
          const isUsed = lines
            .slice(place + 1)
            .some((next) => !/^npx food-lookup serve\b/.test(next));
          printed += await follow(line, follower, serving, isUsed);
        }
        if (block.shown !== undefined) expect(normal(printed)).toEqual(normal(block.shown));
      }
    } finally {
      await follower.leave();
    }
  });

  test('README.md and docs/configuration.md: the programs', async () => {
    const follower = new Follower();
    // Whole programs are run elsewhere. A `ts` block without imports continues after the service is created.
    const isPart = ({ language, code }: Block) => language === 'ts' && !/^import /m.test(code);
    const programs = BLOCKS.filter(
      (block) => /^(js|ts)$/.test(block.language) && (isPart(block) || !isElsewhere(block)),
    );
    expect(programs.length).toBeGreaterThan(4);
    const names: string[] = [];
    for (const [place, block] of programs.entries()) {
      if (block.code.includes('export default')) {
        follower.write('food-lookup.config.mjs', here(block.code));
        await type('npx food-lookup config', follower);
      } else {
        const name = `program-${place}.${block.language}`;
        follower.write(name, here(isPart(block) ? `${MAKE_SERVICE}${block.code}` : block.code));
        names.push(name);
      }
    }
    // One process loads the package once for all of them.
    follower.write('all.mjs', names.map((name) => `await import('./${name}');\n`).join(''));
    await follower.run('node all.mjs');
  });

  test('docs/operations.md: the lines and answers that it shows', async () => {
    const follower = new Follower();
    const page = 'https://app.example.com';
    const { url, child, log } = await follower.serve(
      `npx food-lookup serve --access-log --origin ${page}`,
    );
    const lines: string[] = [];
    child.stdout?.on('data', (chunk) => lines.push(...String(chunk).split('\n')));
    try {
      const health = await (await fetch(`${url}/health/ready`)).text();
      await fetch(`${url}/api/food?q=egg`, { headers: { Origin: page } });
      await expect.poll(() => log.some((line) => line.includes('"/api/food"'))).toBe(true);
      child.kill('SIGHUP');
      await expect.poll(() => lines.some((line) => line.includes('reloading'))).toBe(true);
      const shown = BLOCKS.filter(
        ({ document, language }) => document === 'docs/operations.md' && language === 'json',
      );
      const written = [health, ...lines, ...log].filter((line) => line.startsWith('{'));
      const kinds = written.map((line) => shapeOf(line));
      for (const { code } of shown) expect(kinds).toContain(shapeOf(code));
    } finally {
      await follower.leave();
    }
  });
});

/** Normalizes an output for comparison: parses it if it is JSON. */
const normal = (text: string): unknown => (/^[[{]/.test(text) ? JSON.parse(text) : text);

/** The property names of an object and the types of their values, in order. */
const shapeOf = (text: string): string =>
  Object.entries(JSON.parse(text))
    .map(([name, value]) => `${name}: ${Array.isArray(value) ? 'list' : typeof value}`)
    .join(', ');
