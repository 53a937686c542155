import { readFileSync } from 'node:fs';
import { remember } from '../cache/bounded-map.ts';
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

/** The files that say which food an everyday word usually means, by the language of the table. */
const BUNDLED_EVERYDAY_WORDS: Partial<Record<FuzzyOptions['language'], string>> = {
  english: 'everyday.tsv',
  de: 'everyday-de.tsv',
  fr: 'everyday-fr.tsv',
};

/** Returns the text of a bundled file. */
function bundled(name: string): string {
  return readFileSync(new URL(`../../data/${name}`, import.meta.url), 'utf8');
}

/** Beyond this number, errors in a file are only counted. */
const MAX_FAULTS = 10;

interface BundledOptions {
  readonly entries: readonly SynonymEntry[];
  readonly fuzzy: FuzzyOptions;
}

/** The bundled files for each language, read once. */
const BUNDLED_OPTIONS = new Map<FuzzyOptions['language'], BundledOptions>();

/** Reads the options of fuzzy search, or returns the faults in the file that `synonyms` names. */
export function readFuzzyOptions({
  language = FOOD_SETTINGS.language.default,
  synonyms,
}: Partial<Pick<SettingValues, 'language' | 'synonyms'>>):
  | { readonly fuzzy: FuzzyOptions }
  | Faulty {
  const { entries, fuzzy } = remember(BUNDLED_OPTIONS, language, () => readBundled(language));
  if (synonyms === undefined) return { fuzzy };
  const own = readFile(synonyms);
  if ('faults' in own) return own;
  return { fuzzy: { ...fuzzy, synonyms: createSynonyms([entries, own.entries], language) } };
}

function readBundled(language: FuzzyOptions['language']): BundledOptions {
  // Names of everyday foods in other languages.
  const foreignNames = bundled('languages.tsv');
  const words = BUNDLED_EVERYDAY_WORDS[language];
  const everyday = words === undefined ? NO_EVERYDAY_WORDS : parseEverydayWords(bundled(words));
  if (language !== 'english') {
    const entries = isForeignLanguage(language) ? synonymsIn(foreignNames, language) : [];
    const synonyms = createSynonyms([entries], language);
    return { entries, fuzzy: { language, synonyms, everyday } };
  }
  const { entries } = parseSynonyms(bundled('synonyms.tsv'));
  const synonyms = createSynonyms([entries], language);
  // English words that are not typos.
  const english = bundled('english-words.txt').replace(/^#.*/gm, '');
  const realWords = new Set(english.match(/\w+\+?/g));
  return { entries, fuzzy: { language, synonyms, everyday, realWords, foreignNames } };
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
