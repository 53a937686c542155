import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { z } from 'zod';

// The command and code blocks of the documents, for tests to run.

/** The project's root folder. */
export const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** A fenced block of a document. */
export interface Block {
  readonly document: string;
  /** The word after its opening fence, such as `sh`; empty if there is none. */
  readonly language: string;
  readonly code: string;
  /** The block directly after this one, with nothing in between, which shows its output. */
  readonly shown: string | undefined;
}

/**
 * The paths of all documents for users or contributors. The folders left out may change while
 * this runs: Chromium, for example, is unpacked into one.
 */
export const DOCUMENTS: readonly string[] = globSync('**/*.md', {
  cwd: ROOT,
  exclude: (path) => /(?:node_modules|\.git|\.compile-cache|dist)$/.test(path),
})
  .map((path) => path.replaceAll('\\', '/'))
  .sort();

/** Every fenced block of every document. */
export const BLOCKS: readonly Block[] = DOCUMENTS.flatMap(blocksOf);

function blocksOf(document: string): Block[] {
  const text = readFileSync(join(ROOT, document), 'utf8');
  const found = [...text.matchAll(/^ *(`{3,})([^\n`]*)\n([\s\S]*?)^ *\1$/gm)];
  return found.map(({ 0: whole, 2: language = '', 3: code = '', index }, place) => {
    const next = found[place + 1];
    const between = text.slice(index + whole.length, next?.index).trim();
    const isOutput = between === '' && /^(json|text)$/.test(next?.[2] ?? '');
    return { document, language, code, shown: isOutput ? next?.[3] : undefined };
  });
}

/** Returns the commands of a block, one per line. */
export function commandsOf({ code }: Block): string[] {
  const joined = code.replaceAll(/ \\\n\s*/g, ' ');
  return joined.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'));
}

/** The arguments for the program; `undefined` for other commands, and if a shell is needed. */
export function argumentsOf(command: string): string[] | undefined {
  const [, rest] = /^npx food-lookup (.*)$/.exec(command) ?? [];
  if (rest === undefined) return undefined;
  if (/[|<>&;$`*?\\]/.test(rest.replace(/'[^']*'|"[^"$`\\]*"/g, ''))) return undefined;
  const words = rest.matchAll(/'([^']*)'|"([^"]*)"|([^\s'"]+)/g);
  return Array.from(words, ([, ...forms]) => forms.find((form) => form !== undefined) ?? '');
}

const Listening = z.object({
  url: z.string(),
  pageUrl: z.string().optional(),
  metricsUrl: z.string().optional(),
});

/** A service started by a command, with the URLs it reports. */
export type Started = z.infer<typeof Listening> & {
  readonly child: ChildProcess;
  /** The lines of its log so far. */
  readonly log: string[];
};

/**
 * Follows a document in a fresh folder where the package is installed, typing its commands into a
 * shell. Replaces the printed ports with free ones.
 */
export class Follower {
  readonly folder = mkdtempSync(join(tmpdir(), 'food-lookup-document-'));
  readonly #env: NodeJS.ProcessEnv;
  readonly #started: Started[] = [];

  /** @param env the variables set in the reader's shell */
  constructor(env: Readonly<Record<string, string>> = {}) {
    mkdirSync(join(this.folder, 'node_modules'));
    symlinkSync(ROOT, join(this.folder, 'node_modules/food-lookup'), 'junction');
    this.write('package.json', '{ "type": "module" }');
    // Makes curl fail on an error status.
    this.write('.curlrc', 'fail\nsilent\nshow-error\n');
    const path = [dirname(process.execPath), process.env.PATH].join(delimiter);
    const { NODE_COMPILE_CACHE } = process.env;
    this.#env = { PATH: path, HOME: this.folder, NO_COLOR: '1', NODE_COMPILE_CACHE, ...env };
  }

  write(name: string, text: string): void {
    mkdirSync(dirname(join(this.folder, name)), { recursive: true });
    writeFileSync(join(this.folder, name), text);
  }

  /**
   * Runs a command to completion.
   *
   * @returns its output, including standard error for `cors` commands
   * @throws if it fails, except for exit code 1 of `cors`, which means "no"
   */
  async run(command: string): Promise<string> {
    const mayBeNo = command.includes(' cors ') ? ' 2>&1 || [ $? = 1 ]' : '';
    const { stdout } = await promisify(execFile)(
      'sh',
      ['-c', withoutNpx(command) + mayBeNo],
      this.#where(),
    );
    return stdout;
  }

  /** Starts a command that serves, and waits until it reports where it listens. */
  async serve(command: string): Promise<Started> {
    const child = spawn('sh', ['-c', `exec ${withoutNpx(withFreePorts(command))}`], this.#where());
    const log: string[] = [];
    createInterface(child.stderr).on('line', (line) => log.push(line));
    for await (const line of createInterface(child.stdout)) {
      const { event, ...facts } = z.looseObject({ event: z.string() }).parse(JSON.parse(line));
      if (event !== 'listening') continue;
      const started = { child, log, ...Listening.parse(facts) };
      this.#started.push(started);
      return started;
    }
    throw new Error(`"${command}" does not listen: ${log.join('\n')}`);
  }

  /** Stops whatever is still serving, like Ctrl-C. */
  async leave(): Promise<void> {
    for (const { child } of this.#started) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      const ended = once(child, 'exit');
      child.kill('SIGINT');
      await ended;
    }
  }

  #where() {
    return { cwd: this.folder, env: this.#env };
  }
}

/** Runs the installed package as npx would, in a tenth of the time. */
function withoutNpx(command: string): string {
  const program = 'node "$HOME/node_modules/food-lookup/bin/food-lookup.cjs"';
  return command.replaceAll('npx food-lookup', program);
}

/** Replaces the ports in a serve command with free ones. */
function withFreePorts(command: string): string {
  const free = command
    .replace(/(?<=--(metrics-)?port )\d+/g, '0')
    .replace(/--page(?! ?\d)|--page \d+/g, '--page 0');
  return / --port /.test(free) ? free : free.replace(/ serve/, ' serve --port 0');
}

const TABLE = `Speise;Energie;Eiweiß (g);Marke\nApfel;218;0,3;Hof\nBrot;1004;9,1;Hof\nKäse;1682;25,4;Alm\n`;
const FOODS =
  'id,description,kcal,protein_g,fat_g\n1,Egg,143,12.6,9.5\n2,"Milk, whole",61,3.2,3.3\n';

/** Provides the files that a document's reader already has in the folder. */
export function bringFiles(document: string, follower: Follower): void {
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
