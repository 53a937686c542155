import { ROUTES } from '../src/http/routes.ts';

const ALL = Object.values(ROUTES);

/** The service's paths, with the key of a bundled food. */
export const ALL_PATHS: readonly string[] = ALL.map(({ path }) => path.replace(':id', '01001'));

export type ParameterName = (typeof ALL)[number]['parameters'][number];

export const READING_PATHS = ALL.filter(({ parameters }) => parameters.length > 0).map(
  ({ path, parameters }) => ({ path: path.replace(':id', '01001'), parameters }),
);

/** Values that the service accepts. A new parameter without values does not compile. */
export const VALID_VALUES: Readonly<Record<ParameterName, readonly string[]>> = {
  q: ['a', 'e', 'egg', 'chese', 'ra', 'butter, salted', 'zzz', '2 cups milk'],
  match: ['substring', 'words', 'fuzzy'],
  lang: ['es', 'fr', 'de', 'it', 'pt'],
  limit: ['1', '7', '100'],
  fields: ['food_group', 'sodium_mg,ndb_no', 'iron_mg,zinc_mg,fa_sat_g'],
  where: [
    'kcal<1',
    'kcal>=0',
    '!iron_mg',
    'sodium_mg<140,protein_g>=20,food_group=Dairy and Egg Products',
    'description!="a, b"',
    'fat_g>0.5,fat_g<=90,kcal>0,kcal<900,!zinc_mg',
  ],
  sort: ['description', '-description', 'kcal', '-protein_g', '-protein_g/kcal', 'food_group'],
  offset: ['0', '3', '100', '8000', '10000'],
  count: ['true', 'false'],
  format: ['csv', 'json'],
  ids: ['01001', '01123,01001', '01001,none,01002', Array(100).fill('01001').join(',')],
  column: ['food_group'],
  line: ['2 eggs', '1 cup milk', 'asdf', '1/2 lb ground beef, lean'],
  text: ['2 eggs\n1 slice toast', 'I had two eggs and a slice of toast with butter'],
  servings: ['1', '4'],
};

/** Fragments that make an invalid value of any parameter when repeated. */
export const ODD_PIECES = [
  ...['kcal<1,', '!kcal,', '!', '""', '"', 'a="",', '01001,', 'kcal/', '-', ',', '<', 'kcal'],
  ...['%22%22', 'kcal%3C1%2C', '%2C'],
] as const;

/** Escapes that are broken, that are not UTF-8, or that parsers read in two ways. */
export const BAD_ESCAPES = ['%', '%zz', '%c3', '%ff%fe', '%00', '%ed%a0%80', '%F0%9F', '+', '%2B'];

/** Paths of an interface that also accept a body. */
export const FDC_PATHS = ['/fdc/v1/foods/search', '/fdc/v1/foods/list', '/fdc/v1/foods'];
