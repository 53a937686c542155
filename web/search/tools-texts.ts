import { inLanguage } from '../languages/language.ts';

// English and Spanish strings for the tools above the results: sort orders, limits, groups.

export const ENGLISH = {
  sortAndFilter: 'Sort and filter',
  sortBy: 'Sort by',
  bestMatch: 'Best match',
  asListed: 'As in the table',
  atMost: 'at most',
  atLeast: 'at least',
  kindsOfFood: 'Kinds',
  foodGroups: 'Food groups',
  browse: 'Browse by food group',
  allGroups: 'All food groups',
  narrowTo: 'Show only',
  all: 'All kinds',
  kinds: { raw: 'Raw', cooked: 'Cooked', branded: 'Brands', unbranded: 'No brands' },
  name: 'Name',
};

export const SPANISH: typeof ENGLISH = {
  sortAndFilter: 'Ordenar y filtrar',
  sortBy: 'Ordenar por',
  bestMatch: 'Mejor coincidencia',
  asListed: 'Como en la tabla',
  atMost: 'hasta',
  atLeast: 'desde',
  kindsOfFood: 'Tipos',
  foodGroups: 'Grupos de alimentos',
  browse: 'Explorar por grupo de alimentos',
  allGroups: 'Todos los grupos',
  narrowTo: 'Mostrar solo',
  all: 'Todos los tipos',
  kinds: { raw: 'Crudos', cooked: 'Cocinados', branded: 'Marcas', unbranded: 'Sin marcas' },
  name: 'Nombre',
};

/** Returns the strings of the tools above the results. */
export const toolsTexts = () => inLanguage({ en: ENGLISH, es: SPANISH });
