import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  createSynonyms,
  type FuzzyOptions,
  isForeignLanguage,
  NO_EVERYDAY_WORDS,
  parseEverydayWords,
  parseSynonyms,
  type SynonymEntry,
  synonymsIn,
} from '../catalog/food-catalog.ts';
import { codeOf } from '../errors/user-error.ts';
import type { Faulty } from './configuration-error.ts';
import { FOOD_SETTINGS } from './rows/foods.ts';
import type { SettingValues } from './settings.ts';

// Reads the files of synonyms, everyday words and foreign names. Reports errors in the synonyms.

/** Other English names of foods. */
const BUNDLED_SYNONYMS = fileURLToPath(new URL('../../data/synonyms.tsv', import.meta.url));

/** The bundled foods that everyday words mean first. */
const BUNDLED_EVERYDAY_WORDS = fileURLToPath(new URL('../../data/everyday.tsv', import.meta.url));

/** Names of everyday foods in other languages. */
const BUNDLED_FOREIGN_NAMES = fileURLToPath(new URL('../../data/languages.tsv', import.meta.url));

/** Further errors in a file are only counted. */
const MAX_FAULTS = 10;

/** Reads the synonyms that the options name, or returns the faults of their files. */
export function readFuzzyOptions({
  language = FOOD_SETTINGS.language.default,
  synonyms,
}: Partial<Pick<SettingValues, 'language' | 'synonyms'>>):
  | { readonly fuzzy: FuzzyOptions }
  | Faulty {
  const bundled = readBundled(language);
  const own = synonyms === undefined ? { entries: [] } : readFile(synonyms);
  if ('faults' in bundled) return bundled;
  if ('faults' in own) return own;
  const files = [bundled.entries, own.entries];
  const fuzzy = { language, synonyms: createSynonyms(files, language) };
  if (language !== 'english') return { fuzzy: { ...fuzzy, everyday: NO_EVERYDAY_WORDS } };
  const everyday = parseEverydayWords(readFileSync(BUNDLED_EVERYDAY_WORDS, 'utf8'));
  const foreignNames = readFileSync(BUNDLED_FOREIGN_NAMES, 'utf8');
  return { fuzzy: { ...fuzzy, everyday, foreignNames } };
}

/** Returns the bundled other names of foods in the language of a table. */
function readBundled(language: FuzzyOptions['language']) {
  if (language === 'english') return readFile(BUNDLED_SYNONYMS);
  const names = readFileSync(BUNDLED_FOREIGN_NAMES, 'utf8');
  return { entries: isForeignLanguage(language) ? synonymsIn(names, language) : [] };
}

function readFile(path: string): { readonly entries: readonly SynonymEntry[] } | Faulty {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    const message = `Cannot use synonyms "${path}": it cannot be read (${codeOf(error)}). Use the path of a text file.`;
    return { faults: [{ where: 'synonyms', message }] };
  }
  const { entries, faults } = parseSynonyms(text);
  if (faults.length === 0) return { entries };
  const shown = faults.slice(0, MAX_FAULTS).map(({ line, message }) => ({
    where: 'synonyms',
    message: `Cannot use synonyms "${path}", line ${line}: ${message}`,
  }));
  const more = faults.length - shown.length;
  if (more > 0)
    shown.push({ where: 'synonyms', message: `"${path}" has ${more} more such lines.` });
  return { faults: shown };
}
