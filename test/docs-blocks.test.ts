import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { platform } from 'node:process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BLOCKS, type Block, commandsOf, Follower, ROOT, type Started } from './documents.ts';

// Every command or program block of every document is run as printed, each document in a fresh
// folder, unless one of the two tables below says what runs it or why it cannot be run.

/** Commands that are not run here, and why. */
const NOT_HERE: readonly (readonly [RegExp, string])[] = [
  [/^docker /, 'needs Docker'],
  [/^kubectl /, 'needs a cluster'],
  [/\bsudo /, 'changes the system'],
  [/^cd \/etc\/|^node --permission /, 'test/cli/permission.test.ts runs it in another folder'],
  [/^npm (pack|install) /, 'test/package/built-package.test.ts packs and installs'],
  [/^npm ci|^npm run data$|npm test$/, 'installs, downloads or tests: CI does'],
  [/ --follow /, 'test/cli/index.test.ts, where there is a storage'],
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

  test('have no entry that no document uses', () => {
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

const TABLE = `Speise;Energie;Eiweiß (g);Marke\nApfel;218;0,3;Hof\nBrot;1004;9,1;Hof\nKäse;1682;25,4;Alm\n`;
const FOODS =
  'id,description,kcal,protein_g,fat_g\n1,Egg,143,12.6,9.5\n2,"Milk, whole",61,3.2,3.3\n';

/** Provides the files that a document's reader already has in the folder. */
function bringFiles(document: string, follower: Follower): void {
  if (document === 'docs/data.md') {
    follower.write('foods.csv', FOODS);
    follower.write('tabelle.csv', TABLE);
  }
  if (document === 'README.md') {
    follower.write('food.csv', 'fdc_id,data_type,description\n1,foundation_food,"Egg, whole"\n');
    follower.write(
      'food_nutrient.csv',
      'id,fdc_id,nutrient_id,amount\n1,1,1008,143\n2,1,1003,12.6\n',
    );
    const zip = 'FoodData_Central_foundation_food_csv.zip';
    execFileSync('zip', ['-q', zip, 'food.csv', 'food_nutrient.csv'], { cwd: follower.folder });
  }
  if (document === 'docs/cors.md') {
    const settings = BLOCKS.filter(
      (block) => block.document === document && block.language === 'js',
    );
    follower.write('food-lookup.config.mjs', settings.at(-1)?.code ?? '');
  }
  if (document === 'docs/deployment.md') {
    const script = 'deploy/make-secrets.sh';
    follower.write(script, readFileSync(join(ROOT, script), 'utf8'));
    const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];
    const files = ['-subj', '/CN=localhost', '-out', 'fullchain.pem', '-keyout', 'privkey.pem'];
    execFileSync('openssl', ['req', '-x509', ...curve, ...files], {
      cwd: follower.folder,
      stdio: 'ignore',
    });
  }
}

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

  /** Runs a line of a document and returns its output. */
  async function follow(line: string, follower: Follower, serving: Started[]): Promise<string> {
    const command = line.replace(/ +# .*$/, '');
    const [, address] = /# (http:\S+)/.exec(line) ?? [];
    if (/^npm start$| && npm start$/.test(command)) {
      expect((await fetch(here(address ?? running.url))).status).toBe(200);
      return '';
    }
    if (!/^npx food-lookup serve\b/.test(command)) {
      const [metrics = ''] = serving.flatMap(({ metricsUrl = [] }) => metricsUrl).slice(-1);
      return follower.run(here(command).replace('9464', new URL(metrics || running.url).port));
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

  test.concurrent.each(documents)('%s', async (document) => {
    const follower = new Follower();
    bringFiles(document, follower);
    const serving: Started[] = [];
    const blocks = BLOCKS.filter((block) => block.document === document && block.language === 'sh');
    try {
      for (const block of blocks) {
        const lines = commandsOf(block).filter((line) => whyNotHere(line) === undefined);
        let printed = '';
        for (const line of lines) printed += await follow(line, follower, serving);
        if (block.shown !== undefined) expect(normal(printed)).toEqual(normal(block.shown));
      }
    } finally {
      await follower.leave();
    }
  });

  test('README.md and docs/configuration.md: the programs', async () => {
    const follower = new Follower();
    // Whole programs are run elsewhere. This is a fragment that begins after the service is
    // created.
    const isPart = ({ language, code }: Block) => language === 'ts' && !/^import /m.test(code);
    const programs = BLOCKS.filter(
      (block) => /^(js|ts)$/.test(block.language) && (isPart(block) || !isElsewhere(block)),
    );
    expect(programs.length).toBeGreaterThan(4);
    for (const [place, block] of programs.entries()) {
      const isSettings = block.code.includes('export default');
      const name = isSettings ? 'food-lookup.config.mjs' : `program-${place}.${block.language}`;
      follower.write(name, here(isPart(block) ? `${MAKE_SERVICE}${block.code}` : block.code));
      await follower.run(isSettings ? 'npx food-lookup config' : `node ${name}`);
    }
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

/** Normalizes an output for comparison: JSON by value. */
const normal = (text: string): unknown => (/^[[{]/.test(text) ? JSON.parse(text) : text);

/** The property names of an object and the types of their values, in order. */
const shapeOf = (text: string): string =>
  Object.entries(JSON.parse(text))
    .map(([name, value]) => `${name}: ${Array.isArray(value) ? 'list' : typeof value}`)
    .join(', ');
