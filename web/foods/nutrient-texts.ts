import { inLanguage } from '../languages/language.ts';

// Names of nutrient groups. The names of nutrients are in data/nutrients.csv.

export const ENGLISH = {
  nutrientGroups: {
    main: 'Main nutrients',
    fats: 'Fats and cholesterol',
    minerals: 'Minerals',
    vitamins: 'Vitamins',
    more: 'More nutrients',
  },
  dailyShare: '% DV',
  dailyValuesAre: 'Percentages are of the US daily values for adults, or of your goals.',
  knownOf: (known: number, all: number) =>
    `${known} of ${all} ${all === 1 ? 'food' : 'foods'} known`,
};

export const SPANISH: typeof ENGLISH = {
  nutrientGroups: {
    main: 'Nutrientes principales',
    fats: 'Grasas y colesterol',
    minerals: 'Minerales',
    vitamins: 'Vitaminas',
    more: 'Más nutrientes',
  },
  dailyShare: '% VD',
  dailyValuesAre:
    'Los porcentajes se refieren a los valores diarios de EE. UU. para adultos, o a tus metas.',
  knownOf: (known, all) => `conocido en ${known} de ${all}`,
};

/** Returns the strings about nutrients. */
export const nutrientTexts = () => inLanguage({ en: ENGLISH, es: SPANISH });
