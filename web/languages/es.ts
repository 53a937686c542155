import { SPANISH as AMOUNTS } from '../../src/amount/languages/spanish.ts';
import type { Texts } from './en.ts';

// The page's strings in Spanish, as in en.ts.

/**
 * Spanish words for the units in the table of foods: those for typed amounts, which lack accents,
 * and others.
 */
const UNITS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(AMOUNTS.units).map(([unit, [word = '']]) => [unit, word])),
  tablespoon: 'cucharada',
  teaspoon: 'cucharadita',
  serving: 'ración',
  portion: 'porción',
  pieces: 'piezas',
  slices: 'rebanadas',
  container: 'envase',
  jar: 'tarro',
  bag: 'bolsa',
  box: 'caja',
  item: 'unidad',
  unit: 'unidad',
  each: 'unidad',
  steak: 'filete',
  fillet: 'filete',
  roast: 'asado',
  chop: 'chuleta',
  breast: 'pechuga',
  thigh: 'muslo',
  drumstick: 'muslo',
  wing: 'ala',
  patty: 'hamburguesa',
  fruit: 'fruta',
  cookie: 'galleta',
  cookies: 'galletas',
  cracker: 'galleta',
  crackers: 'galletas',
  scoop: 'bola',
  pie: 'tarta',
  halves: 'mitades',
  cubes: 'cubos',
  small: 'pequeño',
  whole: 'entero',
  thin: 'fino',
  thick: 'grueso',
  diced: 'en dados',
  sliced: 'en rodajas',
  chopped: 'picado',
  shredded: 'rallado',
  grated: 'rallado',
  mashed: 'en puré',
  melted: 'fundido',
  cooked: 'cocido',
  raw: 'crudo',
  packed: 'prensado',
  boneless: 'sin hueso',
  with: 'con',
  without: 'sin',
  skin: 'piel',
  bone: 'hueso',
  or: 'o',
  and: 'y',
  to: 'a',
  long: 'de largo',
  handful: 'puñado',
  sheet: 'lámina',
};

const plural = (word: string): string =>
  word.endsWith('s') ? word : `${word.replace(/ón$/, 'on').replace(/[^aeiou]$/, '$&e')}s`;

/** The page's strings in Spanish. */
export const SPANISH: Texts = {
  foods: 'Alimentos',
  close: 'Cerrar',
  language: 'Idioma',
  pageTitle: 'Buscar alimentos y componer un plato',
  disclaimer:
    'Los valores son del USDA, salvo que este servicio use otra tabla. No son consejo médico. – significa que no se conoce.',
  notSetUp: 'Esta página no está configurada',
  noConfiguration:
    'La página no puede leer config.json en su carpeta. Debe contener {"apiUrl": "<dirección del servicio>"}.',

  amounts: AMOUNTS,
  unit: (name, count = 1) =>
    name.replace(/\p{L}+/gu, (word, at) => {
      const own = Object.hasOwn(UNITS, word) ? UNITS[word] : undefined;
      return own && at === 0 && count > 1 ? plural(own) : (own ?? word);
    }),
  food: 'Alimento',
  plate: 'Plato',
  amount: 'Cantidad',
  nutrient: 'Nutriente',
  nutrients: { kcal: 'kcal', protein: 'Proteína', fat: 'Grasa', carbohydrate: 'Carbos' },
  valuesFor: 'Valores por',
  per100g: '100 g',
  perPortion: 'Porción',

  searchFoods: 'Buscar alimentos',
  clearSearch: 'Borrar la búsqueda',
  searchHint: 'Prueba «2 huevos»',
  keys: {
    choose: 'elegir',
    add: 'añadir',
    open: 'abrir',
    compare: 'comparar',
    clear: 'borrar',
    share: 'Ctrl + Entrar',
  },
  welcome: {
    title: '¿Qué hay en tu comida? Escríbela y añádela al plato.',
    examples: [
      { query: '2 huevos', shows: 'una cantidad' },
      { query: '2 huevos, 1 taza de leche', shows: 'una comida entera' },
      { query: 'mantequila', shows: 'una errata' },
    ],
    everyday: ['huevos', 'plátano', 'cheddar', 'avena'],
  },
  yourFoods: 'Alimentos favoritos y recientes',
  everyday: 'Alimentos de cada día',
  searching: 'Buscando…',
  stillSearching: 'Sigue buscando…',
  slow: (apiUrl) => `${apiUrl} tarda en responder. Puedes esperar o volver a preguntar.`,
  askAgain: 'Volver a preguntar',
  noAnswer: 'Sin respuesta',
  foodsFound: (number) =>
    number === 0 ? 'Ningún alimento' : number === 1 ? '1 alimento' : `${number} alimentos`,
  firstFoods: (number) => `Primeros ${number} alimentos`,
  firstOf: (number, total) => `Primeros ${number} de ${total}`,
  showMore: (number) => `Mostrar ${number} más`,
  broadenSearch: 'Búsqueda libre',
  moreOf: (number, head) => `Mostrar ${number} más: ${head}`,
  addFood: (food) => `Añadir ${food}`,
  added: (food, amount) => `Añadido ${food}: ${amount} en el plato`,
  onPlate: '✓ En el plato:',
  noUnit: (unit) => `no se conoce el peso por ${unit}:`,
  noPiece: 'no se conoce el peso de una unidad:',

  compare: 'Comparar',
  compareFood: (food) => `Comparar ${food}`,
  backToSearch: 'Volver a la búsqueda',
  copy: 'Copiar',
  copied: (what) => `${what} copiado`,

  sharedPlate: 'Plato compartido',
  removeFood: (food) => `Quitar ${food}`,
  copyLink: 'Copiar enlace',
  share: 'Compartir',
  linkCopied: 'Enlace copiado',
  cannotCopy: 'Este navegador bloquea la copia. Usa la barra de direcciones o una descarga.',

  broken: {
    title: 'Algo de esta página ha fallado',
    plateStays: 'Tus platos están a salvo: se guardan en este navegador.',
    keepSearching: 'Seguir con la búsqueda',
    reload: 'Recargar la página',
  },

  tryAgain: 'Intentar de nuevo',
  faults: {
    offline: {
      title: 'No tienes conexión',
      advice: () => 'Tu plato sigue aquí. La búsqueda continuará cuando vuelva la conexión.',
    },
    unreachable: {
      title: 'El servicio no responde',
      advice: (apiUrl) => `Nada responde en ${apiUrl}. Si es tuyo, inícialo:`,
    },
  },

  labName: 'Lab CORS',
};
