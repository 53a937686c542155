import { ABBREVIATIONS, CONTEXTUAL_ABBREVIATIONS } from './abbreviations.ts';
import { writeBrands } from './brands.ts';
import { writeProperNouns } from './proper-nouns.ts';

/**
 * The name of a food in words, from USDA's abbreviated name: `EGG, WHL, RAW, FRSH` becomes
 * "Egg, whole, raw, fresh".
 *
 * @param abbreviated the name as it stands in the source, with "&" already lost or spelled "AND"
 * @param ndbNo its NDB number, of which the first two digits are the food group
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

/** Two spaces stand for a comma the source lost; where the name has its commas, for nothing. */
function restoreSeparators(name: string): string {
  return name.includes(',') ? name : name.replace(/\s{2,}/g, ', ');
}

/** Single spaces, none before a comma, one after it; no mark left hanging at the end; no "w/". */
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
