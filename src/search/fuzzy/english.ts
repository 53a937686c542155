import { IRREGULAR_PLURALS, QUALIFIERS } from '../../amount/languages/english.ts';
import { OPPOSITES } from '../../amount/languages/english-opposites.ts';
import { BoundedMap, remember } from '../../cache/bounded-map.ts';

// English plurals, irregular forms, participles, and words that only qualify a food. The rules may
// produce words that do not exist, since forms that the table lacks are never searched.

/** Returns the singular and plural forms that a word may have, including itself. */
export function numberForms(word: string): ReadonlySet<string> {
  return remember(KNOWN_FORMS, word, () => findNumberForms(word));
}

/** Caches forms, since a search needs those of each word several times, and searches share words. */
const KNOWN_FORMS = new BoundedMap<string, ReadonlySet<string>>(1_024);

function findNumberForms(word: string): ReadonlySet<string> {
  const forms = new Set([word]);
  if (word.length >= SHORTEST_INFLECTED) {
    for (const base of singulars(word)) {
      forms.add(base);
      for (const plural of plurals(base)) forms.add(plural);
    }
  }
  return forms;
}

/**
 * Returns the verb forms that describe food, such as `mash` and `mashed`, without the word itself.
 */
export function participleForms(word: string): Set<string> {
  const forms = new Set<string>();
  if (OPPOSITES.removed.has(word)) return forms;
  for (const base of verbs(word)) {
    forms.add(base);
    if (base.endsWith('e')) {
      // "seed" is not a form of "see".
      if (!base.endsWith('ee')) forms.add(`${base}d`);
    } else if (/[^aeiou]y$/.test(base)) forms.add(`${base.slice(0, -1)}ied`);
    else {
      forms.add(`${base}ed`);
      forms.add(`${base}${base.slice(-1)}ed`);
    }
  }
  forms.delete(word);
  return forms;
}

/**
 * Whether a word only says how a food is prepared, cut or sold: `diced`, `organic`. If no food has
 * all words, such words may be missing. Also includes negated words, parts such as `withskin`,
 * numbers, units such as `slices`, and the word after a level: `fat` after `low`.
 */
export function isQualifier(word: string, before = ''): boolean {
  return OPPOSITES.dispensable.test(word) || OPPOSITES.levels.has(before) || QUALIFIERS.has(word);
}

/** Shorter words, such as `ga`, have no other forms: `gas` is not a plural. */
const SHORTEST_INFLECTED = 3;

/** Returns the words that this word may be a plural of, starting with itself. */
export function singulars(word: string): string[] {
  const irregular = SINGULAR_OF.get(word);
  if (irregular !== undefined) return [word, irregular];
  if (word.length < 4 || !word.endsWith('s') || /ss$/.test(word)) return [word];
  const found = [word, word.slice(0, -1)];
  if (/ies$/.test(word) && word.length > 4) found.push(`${word.slice(0, -3)}y`);
  if (/(?:ch|sh|x|z|s|o)es$/.test(word)) found.push(word.slice(0, -2));
  return found;
}

function plurals(base: string): string[] {
  const found = [`${base}s`];
  const irregular = PLURAL_OF.get(base);
  if (irregular !== undefined) found.push(irregular);
  if (/[^aeiou]y$/.test(base)) found.push(`${base.slice(0, -1)}ies`);
  if (/(?:ch|sh|x|z|s|o)$/.test(base)) found.push(`${base}es`);
  // "potatoe" is a common misspelling of the singular of "potatoes".
  if (base.endsWith('oe')) found.push(base.slice(0, -1));
  return found;
}

function verbs(word: string): string[] {
  const found = word.length >= SHORTEST_INFLECTED ? [word] : [];
  if (word.length > 4 && word.endsWith('ied')) found.push(`${word.slice(0, -3)}y`);
  else if (word.length > 4 && word.endsWith('ed') && !word.endsWith('eed')) {
    found.push(word.slice(0, -1), word.slice(0, -2));
    if (/([^aeiou])\1ed$/.test(word)) found.push(word.slice(0, -3));
  }
  // "fries" is a form of "fry", as "fried" is.
  if (word.length > 4 && word.endsWith('ies')) found.push(`${word.slice(0, -3)}y`);
  return found;
}

const SINGULAR_OF = new Map(IRREGULAR_PLURALS.map(([singular, plural]) => [plural, singular]));
const PLURAL_OF: ReadonlyMap<string, string> = new Map(IRREGULAR_PLURALS);
