import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { labTexts } from '../lab/lab-es.ts';
import { groupName } from './food-groups.ts';
import { chooseLanguage, t } from './language.ts';

// The texts that are shown rarely, or to few: in both languages, compared with a snapshot.

const GROUPS = [
  'American Indian/Alaska Native Foods|Baby Foods|Baked Products|Beef Products|Beverages',
  'Breakfast Cereals|Cereal Grains and Pasta|Dairy and Egg Products|Fast Foods|Fats and Oils',
  'Finfish and Shellfish Products|Fruits and Fruit Juices|Lamb, Veal, and Game Products',
  'Legumes and Legume Products|Meals, Entrees, and Side Dishes|Nut and Seed Products',
  'Pork Products|Poultry Products|Restaurant Foods|Sausages and Luncheon Meats|Snacks',
  'Soups, Sauces, and Gravies|Spices and Herbs|Sweets|Vegetables and Vegetable Products|Others',
].flatMap((line) => line.split('|'));

beforeEach(() => vi.stubGlobal('document', { documentElement: {} }));
afterEach(async () => {
  await chooseLanguage(['en-US']);
  vi.unstubAllGlobals();
});

test.each(['en-US', 'es-ES'])('the texts in %s', async (language) => {
  await chooseLanguage([language]);
  const groups = Object.fromEntries(GROUPS.map((group) => [group, groupName(group)]));
  // JSON leaves out functions, and the contents of regular expressions.
  const texts = JSON.parse(JSON.stringify(t()));
  expect({ texts, lab: JSON.parse(JSON.stringify(labTexts())), groups }).toMatchSnapshot();
});
