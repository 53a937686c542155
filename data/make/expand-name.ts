import { ABBREVIATIONS, CONTEXTUAL_ABBREVIATIONS } from './abbreviations.ts';
import { writeBrands } from './brands.ts';
import { writeProperNouns } from './proper-nouns.ts';

// Writes out USDA's abbreviated names.

/**
 * Expands USDA's abbreviated name of a food: `EGG, WHL, RAW, FRSH` becomes "Egg, whole, raw,
 * fresh".
 *
 * @param abbreviated the name in the source, with "&" already lost or spelled "AND"
 * @param ndbNo the NDB number; its first two digits are the food group
 */
export function expandName(abbreviated: string, ndbNo: string): string {
  const foodGroup = ndbNo.slice(0, 2);
  let name = restoreSeparators(abbreviated.toUpperCase());
  for (const { pattern, meaning, foodGroups } of CONTEXTUAL_ABBREVIATIONS) {
    if (foodGroups === undefined || foodGroups.includes(foodGroup)) {
      name = name.replace(pattern, meaning);
    }
  }
  name = name.replace(/[A-Z0-9]+(?:'[A-Z]+)?/g, (word) => ABBREVIATIONS.get(word) ?? word);
  return startWithCapital(writeProperNouns(writeBrands(tidy(name.toLowerCase()))));
}

/** Replaces repeated spaces with the commas that the source lost, unless it kept a comma. */
function restoreSeparators(name: string): string {
  return name.includes(',') ? name : name.replace(/\s{2,}/g, ', ');
}

/**
 * Normalizes spaces and the spacing around commas, removes trailing punctuation, and expands "w/".
 */
export function tidy(name: string): string {
  return name
    .replace(/\bw\/ ?/g, 'with ')
    .replace(/\s+/g, ' ')
    .replace(/(?<=[a-z])- (?=[a-z])/g, ' - ')
    .replace(/ (?=[,;)])/g, '')
    .replace(/\( /g, '(')
    .replace(/,(?=[^\s\d])/g, ', ')
    .replace(/[\s,.-]+$/, '')
    .trim();
}

function startWithCapital(name: string): string {
  return name.replace(/^[a-z]/, (letter) => letter.toUpperCase());
}
