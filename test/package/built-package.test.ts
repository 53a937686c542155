import { execFile } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { platform } from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { packageFaults } from '../../scripts/release.ts';

const execute = promisify(execFile);
const project = fileURLToPath(new URL('../..', import.meta.url));
const user = mkdtempSync(join(tmpdir(), 'food-lookup-user-'));
const modules = join(user, 'node_modules');
const { packages }: { packages: Readonly<Record<string, { dev?: boolean }>> } = JSON.parse(
  readFileSync(join(project, 'package-lock.json'), 'utf8'),
);

/** The archive that `npm publish` would upload, in the user's folder, and the files in it. */
let archive: string;
let files: readonly string[];

const LARGE = 1_000_000;
const OLDEST_COMPILER = import.meta.resolve('typescript-5.6/lib/typescript.js');

/**
 * Copies what package.json lists. The large files are empty in the copy, since compressing the
 * foods and their indexes would take five seconds.
 *
 * @returns the folder, and the paths of the large files in it
 */
function copyProject(): { copy: string; large: string[] } {
  const copy = join(user, 'project');
  const large: string[] = [];
  const { files }: { files: string[] } = JSON.parse(
    readFileSync(join(project, 'package.json'), 'utf8'),
  );
  const listed = files.filter((path) => !path.startsWith('!'));
  for (const name of [...listed, 'package.json', 'README.md', 'LICENSE']) {
    cpSync(join(project, name), join(copy, name), {
      recursive: true,
      filter: (path) => {
        if (statSync(path).size < LARGE) return true;
        large.push(relative(project, path));
        return false;
      },
    });
  }
  for (const path of large) {
    mkdirSync(dirname(join(copy, path)), { recursive: true });
    writeFileSync(join(copy, path), '');
  }
  return { copy, large };
}

/** Installs what `npm publish` would upload, and links its dependencies to the copies here. */
beforeAll(async () => {
  const installed = join(modules, 'food-lookup');
  mkdirSync(installed, { recursive: true });
  const { copy, large } = copyProject();
  const pack = ['pack', '--ignore-scripts', '--json', '--pack-destination', user];
  const { stdout } = await execute('npm', pack, { cwd: copy, shell: platform === 'win32' });
  const [packed]: [{ filename: string; files: { path: string }[] }] = JSON.parse(stdout);
  archive = packed.filename;
  files = packed.files.map(({ path }) => path);
  // The paths are relative, since one version of tar on Windows takes the colon of a drive letter
  // for that of a host.
  const unpack = ['-x', '--strip-components=1', '-C', 'node_modules/food-lookup'];
  await execute('tar', [...unpack, '-f', archive], { cwd: user });
  for (const path of large) {
    rmSync(join(installed, path));
    symlinkSync(join(project, path), join(installed, path));
  }
  // Skips this project's dev dependencies, which users do not have.
  for (const [path, { dev = false }] of Object.entries(packages)) {
    const [, name] = /^node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(path) ?? [];
    if (name === undefined || (dev && !name.startsWith('@types/'))) continue;
    mkdirSync(dirname(join(modules, name)), { recursive: true });
    symlinkSync(join(project, path), join(modules, name), 'junction');
  }
  writeFileSync(join(user, 'package.json'), '{ "type": "module" }');
});

async function runProgram(name: string, text: string): Promise<string> {
  writeFileSync(join(user, name), text);
  return (await execute(process.execPath, [name], { cwd: user })).stdout;
}

describe('the built package', () => {
  test('passes publint', async () => {
    expect(await packageFaults(readFileSync(join(user, archive)))).toEqual([]);
  });

  test('has the files that its documents link to', () => {
    const missing = files
      .filter((path) => path.endsWith('.md'))
      .flatMap((path) => {
        const text = readFileSync(join(project, path), 'utf8').replace(/^(`{3,})[\s\S]*?^\1/gm, '');
        return [...text.matchAll(/\]\((?!https?:|mailto:|#)([^)\s#]+)/g)].map(([, link = '']) =>
          join(dirname(path), link).replaceAll('\\', '/').replace(/\/$/, ''),
        );
      })
      .filter((target) => !files.some((path) => path === target || path.startsWith(`${target}/`)));
    expect(missing).toEqual([]);
  });

  test('serves, answers injected requests, closes and reports faults in a user’s program', async () => {
    const output = await runProgram(
      'program.js',
      `import { ConfigurationError, createFoodLookup } from 'food-lookup';
       const foodLookup = await createFoodLookup({ port: 0, cors: { origin: ['https://app.example'] } });
       console.log(foodLookup.size);
       const headers = { origin: 'https://app.example' };
       const injected = await foodLookup.inject({ url: '/api/food?q=butter%20oil', headers });
       console.log(injected.headers['access-control-allow-origin'], injected.json()[0].description);
       const url = await foodLookup.listen();
       console.log((await (await fetch(url + '/api/food?q=cheese')).json()).length);
       await foodLookup.close();
       console.log(await fetch(url).catch((error) => error.cause.code));
       const error = await createFoodLookup({ port: -1, cors: { origin: 42 } }).catch((e) => e);
       console.log(error instanceof ConfigurationError, error.faults.map(({ where }) => where).join());`,
    );
    expect(output.split('\n')).toEqual([
      '8790',
      'https://app.example Butter oil, anhydrous',
      '100',
      'ECONNREFUSED',
      'true port,cors.origin',
      '',
    ]);
  });

  test('searches on the terminal', async () => {
    const program = join(modules, 'food-lookup', 'bin', 'food-lookup.cjs');
    const search = ['search', 'butter oil, anh', '--match', 'substring'];
    const { stdout } = await execute(process.execPath, [program, ...search], { cwd: user });
    expect(stdout).toMatch(/ {2}Butter oil, anhydrous\n$/);
  });

  test('exports the policy engine separately', async () => {
    const output = await runProgram(
      'policy.js',
      `import { createCorsPolicy } from 'food-lookup/cors';
       const policy = createCorsPolicy({ origin: 'https://app.example' });
       console.log(policy.decide('https://app.example').kind, policy.decide('https://b.example').kind);`,
    );
    expect(output).toBe('allowed refused\n');
  });

  describe('has types that compile in a strict program', () => {
    const typed = `import { createFoodLookup, type FoodLookup, type FoodLookupOptions, type LogLevel } from 'food-lookup';
       import { createCorsPolicy, type CorsOptions } from 'food-lookup/cors';
       import { nodeCors } from 'food-lookup/cors/node';
       import { fetchCors } from 'food-lookup/cors/fetch';
       import { createFoodClient } from 'food-lookup/client';
       const cors: CorsOptions = { origin: (origin, callback) => { callback?.(null, origin === undefined); } };
       const options: FoodLookupOptions = { cors, port: 0 };
       const foodLookup: FoodLookup = await createFoodLookup(options);
       const kind: unknown = await createCorsPolicy(cors).decide(undefined);
       const response = await foodLookup.inject('/api/food?q=egg');
       const level: LogLevel = 'info';
       console.log(kind, response.statusCode satisfies number, level, nodeCors, fetchCors, createFoodClient);`;
    beforeAll(() => writeFileSync(join(user, 'typed.ts'), typed));

    test('with the newest compiler', async () => {
      const flags = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2023'];
      const tsc = join(project, 'node_modules/typescript/bin/tsc');
      const args = [tsc, ...flags, '--skipLibCheck', '--types', 'node', 'typed.ts'];
      const checked = execute(process.execPath, args, { cwd: user });
      await expect(
        checked.catch((error: { stdout: string }) => error.stdout),
      ).resolves.toMatchObject({ stdout: '' });
    });

    test('with the oldest compiler, which checks the declarations themselves', async () => {
      // The declarations of other packages are not ours, and take seconds to check. Those of the
      // DOM are slow to read, and a Node.js program does not need them.
      const output = await runProgram(
        'check-types.js',
        `import ts from ${JSON.stringify(OLDEST_COMPILER)};
         const { NodeNext: module } = ts.ModuleKind;
         const options = { noEmit: true, strict: true, module, target: ts.ScriptTarget.ES2023,
           lib: ['lib.es2023.d.ts'], types: ['node'] };
         // Most of Node's declarations are comments.
         const { ParseNone: jsDocParsingMode } = ts.JSDocParsingMode;
         const host = { ...ts.createCompilerHost(options), jsDocParsingMode };
         const program = ts.createProgram(['typed.ts'], options, host);
         const files = program.getSourceFiles()
           .filter(({ fileName }) => /^typed\\.ts$|\\/food-lookup\\/dist\\//.test(fileName));
         console.log(files.at(-1).fileName, files.some(({ fileName }) => fileName.endsWith('food-lookup/dist/index.d.ts')));
         const faults = [program.getOptionsDiagnostics(), program.getGlobalDiagnostics(),
           ...files.flatMap((file) => [program.getSyntacticDiagnostics(file), program.getSemanticDiagnostics(file)])];
         for (const { messageText } of faults.flat()) console.log(messageText);`,
      );
      expect(output).toMatch(/typed\.ts true\n$/);
    });
  });
});
