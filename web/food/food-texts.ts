import { inLanguage } from '../languages/language.ts';

// English and Spanish strings for the food view (source, "–", nutrition label) and comparison.

export const ENGLISH = {
  compareTitle: (count: number) => (count === 1 ? 'One food' : `${count} foods compared`),
  onlyDifferent: 'Differences only',
  allForms: 'All forms of vitamins',
  compareLegend:
    'Bold: the highest value, unless all known values are within a tenth of it. Bars compare the foods; nutrients to limit have a different color.',
  addToPlate: 'Add to plate',
  favorite: 'Favorite',
  noSuchFood: (id: string) => `There is no food ${id}`,
  noSuchFoodHint: 'The link may be from another service, or the table may have changed.',
  energySources: 'Where the energy comes from',
  missingMeans: '– means that the table has no value. It never means 0.',
  copyAs: 'Copy as',
  lessThan: (amount: string) => `less than ${amount}`,
  sourceUsda: (id: string) =>
    `Source: USDA National Nutrient Database for Standard Reference, NDB number ${id}.`,
  sourceTable: (id: string) => `Source: the table of this service, food ${id}.`,
  label: {
    title: 'Nutrition Facts',
    serving: 'Serving size',
    calories: 'Calories',
    dailyValue: '% Daily Value',
    note: 'Rounded as on US labels; the tables have the exact figures. For adults who eat 2,000 calories a day. Trans fat and added sugars are not known. Not for packaging.',
  },
};

export const SPANISH: typeof ENGLISH = {
  compareTitle: (number) => (number === 1 ? 'Un alimento' : `Comparación de ${number} alimentos`),
  onlyDifferent: 'Solo donde difieren',
  allForms: 'Todas las formas de vitaminas',
  compareLegend:
    'Negrita: el mayor valor, salvo que todos los conocidos difieran de él en una décima parte como mucho. Las barras comparan los alimentos; las de lo que conviene limitar tienen otro color.',
  addToPlate: 'Añadir al plato',
  favorite: 'Favorito',
  noSuchFood: (id) => `No existe el alimento ${id}`,
  noSuchFoodHint: 'El enlace puede ser de otro servicio, o su tabla ha cambiado.',
  energySources: 'De dónde viene la energía',
  missingMeans: '– significa que la tabla no tiene valor. Nunca significa 0.',
  copyAs: 'Copiar como',
  lessThan: (amount) => `menos de ${amount}`,
  sourceUsda: (id) =>
    `Fuente: USDA National Nutrient Database for Standard Reference, número NDB ${id}.`,
  sourceTable: (id) => `Fuente: la tabla de este servicio, alimento ${id}.`,
  label: {
    title: 'Datos de nutrición',
    serving: 'Tamaño de la porción',
    calories: 'Calorías',
    dailyValue: '% del valor diario',
    note: 'Redondeado como exigen las normas de etiquetado de EE. UU.; las tablas tienen las cifras exactas. Para adultos que comen 2.000 calorías al día. No se conocen las grasas trans ni los azúcares añadidos. No apto para envases.',
  },
};

/** Returns the strings of the food view, its label and the comparison. */
export const foodTexts = () => inLanguage({ en: ENGLISH, es: SPANISH });
