import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path/posix';
import { fileURLToPath } from 'node:url';

// The part of ARCHITECTURE.md that lists every file, made by `npm run docs` from the files' comments.

/** The document that has the list. */
export const ARCHITECTURE = new URL('../ARCHITECTURE.md', import.meta.url);

/** The longest sentence that says what a file holds, in characters. */
export const MAX_SENTENCE_LENGTH = 150;

const [BEGIN, END] = ['<!-- files: made by npm run docs -->', '<!-- end of files -->'];

const root = fileURLToPath(new URL('..', import.meta.url));

const FOLDERS = ['src', 'web', 'bin', 'data', 'deploy', 'scripts', 'test', 'soak', 'bench'];

/** Code and what is set up beside it, without tests. */
const LISTED =
  /^(?!.*\.(test|case|d)\.).*\.(tsx?|cjs|css|html|tsv|csv|json|ya?ml|conf|cfg|service|sh)$/;

/** Tables for tests, and data of others, which data/README.md explains. */
const NOT_LISTED = /^(test\/cases\/.*(?<!\.ts)|data\/sr28\/.*)$/;

/** What files hold that have no comment at their beginning. */
const WITHOUT_COMMENT: Readonly<Record<string, string>> = {
  'data/column-names.tsv':
    'Column headers of other tables that an import knows, with their synonyms.',
  'data/languages.tsv': 'Everyday foods in Spanish, French, German, Italian and Portuguese.',
  'data/nutrients.csv': 'Nutrients: titles, units, daily values, and what other sources call them.',
  'data/synonyms.tsv': 'Other names of foods, such as `aubergine` for eggplant.',
  'data/usda-sr28.csv': 'The bundled foods, made by `npm run data`.',
  'deploy/prometheus/grafana-dashboard.json': 'The dashboard for Grafana.',
  'deploy/prometheus/alerts.yml': 'When alerts fire, and after how long.',
  'test/browser/tsconfig.json': 'How TypeScript checks the tests in a browser.',
  'web/index.html':
    'The page before its script runs: title, icon, what is said without JavaScript.',
  'web/lab.html': 'The lab before its script runs.',
  'web/tsconfig.json': 'How TypeScript checks the page.',
};

/** What a file holds. */
export interface FileEntry {
  readonly path: string;
  /** One sentence; empty where no comment says it. */
  readonly sentence: string;
  /** The names of its numbers, texts and lists. */
  readonly constants: readonly string[];
}

/** Every file of the project that is neither a test nor a document, by folder and name. */
export function listFiles(): FileEntry[] {
  return FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => join(folder, name.replaceAll('\\', '/')))
      .filter((path) => LISTED.test(path) && !NOT_LISTED.test(path))
      .sort(byFolder),
  ).map((path) => {
    const source = readFileSync(join(root, path), 'utf8');
    return { path, ...(/\.(tsx?|cjs)$/.test(path) ? ofCode(path, source) : ofText(path, source)) };
  });
}

/** Files of a folder before those of its folders. */
function byFolder(a: string, b: string): number {
  const [one, other] = [dirname(a), dirname(b)];
  if (one !== other) return one < other ? -1 : 1;
  return a < b ? -1 : 1;
}

type Contents = Omit<FileEntry, 'path'>;

/** The comment at the beginning of a style sheet, or of a file whose comments begin with `#`. */
const FIRST_COMMENT = /^\/\*(.*?)\*\/|^(?:#![^\n]*\n)?((?:# [^\n]*\n)+)/s;

function ofText(path: string, source: string): Contents {
  const [, styles, lines] = FIRST_COMMENT.exec(source) ?? [];
  return { sentence: WITHOUT_COMMENT[path] ?? firstSentence(styles ?? lines ?? ''), constants: [] };
}

/** A comment of its own above or below the imports. */
const OWN_COMMENT =
  /^(?:#!.*\n)?(?:import [^;]*;\n|'use strict';\n|\n)*((?:\/\/ .*\n)+)(?=\n|$|import |'use)/;

const EXPORT =
  /^\/\*\*((?:(?!\*\/).)*)\*\/\nexport (?:default )?(?:async |abstract )?(function|class|\w+)\*? (\w+)/gms;

/** Numbers, texts, lists and patterns: what somebody may want to change. */
const CONSTANT =
  /^(?:export )?const ([A-Z][A-Z0-9_]+)(?::[^=]+)? =\s+(?:-?(?!0x|0n?;)\d|['"`/[{]|new (?:Set|Map)\([^)]|Object\.freeze\()/gm;

function ofCode(path: string, source: string): Contents {
  const own = OWN_COMMENT.exec(source)?.[1];
  const exported = [...source.matchAll(EXPORT)].map(([, comment = '', kind, name = '']) => ({
    comment,
    isCode: kind === 'function' || kind === 'class',
    isNamesake:
      name.toLowerCase() ===
      basename(path)
        .replace(/\.\w+$/, '')
        .replaceAll('-', ''),
  }));
  const main =
    exported.find(({ isNamesake }) => isNamesake) ??
    exported.find(({ isCode }) => isCode) ??
    exported[0];
  return {
    sentence: firstSentence(own ?? main?.comment ?? ''),
    constants: [...source.matchAll(CONSTANT)].map(([, name = '']) => name),
  };
}

/** The first sentence of a comment, as Markdown in one line. */
function firstSentence(comment: string): string {
  const text = comment
    .replace(/^\s*(?:\*|\/\/|#)(?: |$)/gm, ' ')
    .replace(/\s@(?:param|returns|throws)\b.*/s, '')
    .replace(/\{@link (\w+)[^}]*\}/g, '`$1`')
    .replace(/\s+/g, ' ')
    .trim();
  return /^.*?[.!?](?= |$)/.exec(text)?.[0] ?? text;
}

/** The document with the list of files as they are now. */
export function withFiles(document: string): string {
  const [before, rest] = document.split(BEGIN);
  const [, after] = rest?.split(END) ?? [];
  if (before === undefined || after === undefined) {
    throw new Error(`ARCHITECTURE.md lacks ${BEGIN} or ${END}`);
  }
  const folders = Map.groupBy(listFiles(), ({ path }) => dirname(path));
  const lists = [...folders].map(
    ([folder, files]) => `### ${folder}/\n\n${files.map(itemOf).join('\n')}`,
  );
  return `${before}${BEGIN}\n\n${lists.join('\n\n')}\n\n${END}${after}`;
}

function itemOf({ path, sentence, constants }: FileEntry): string {
  const names = constants.map((name) => ` \`${name}\``).join('');
  return `- \`${basename(path)}\`: ${sentence}${names}`;
}

if (import.meta.main) {
  writeFileSync(ARCHITECTURE, withFiles(readFileSync(ARCHITECTURE, 'utf8')));
}
