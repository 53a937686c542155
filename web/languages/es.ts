import { SPANISH as AMOUNTS } from '../../src/amount/languages/spanish.ts';
import type { Texts } from './en.ts';

// The texts of en.ts in Spanish.

/** The texts of the page in Spanish. */
export const SPANISH: Texts = {
  foods: 'Alimentos',
  close: 'Cerrar',
  language: 'Idioma',
  pageTitle: 'Buscar alimentos y componer un plato',
  disclaimer:
    'Las cifras son del USDA cuando este servicio usa su propia tabla. No son consejo médico. – significa que no se conoce.',
  notSetUp: 'Esta página no está configurada',
  noConfiguration:
    'La página no puede leer config.json a su lado. Debe contener {"apiUrl": "<dirección del servicio>"}.',

  amounts: AMOUNTS,
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
  searchFreely: 'Búsqueda libre',
  moreOf: (number, head) => `Mostrar ${number} más: ${head}`,
  addFood: (food) => `Añadir ${food}`,
  added: (food, amount) => `Añadido ${food}: ${amount} en el plato`,
  onPlate: '✓ En el plato:',
  noUnit: (unit) => `no se conoce ${unit}:`,
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
  cannotCopy:
    'Este navegador no deja que la página copie aquí: usa la barra de direcciones o una descarga.',

  broken: {
    title: 'Algo de esta página ha fallado',
    plateStays: 'Tus platos están a salvo: se guardan en este navegador.',
    goOn: 'Seguir con la búsqueda',
    reload: 'Recargar la página',
  },

  tryAgain: 'Intentar de nuevo',
  faults: {
    offline: {
      title: 'No tienes conexión',
      wayOut: () => 'Tu plato sigue aquí. La búsqueda continúa sola cuando vuelva la conexión.',
    },
    unreachable: {
      title: 'El servicio no responde',
      wayOut: (apiUrl) => `Nada responde en ${apiUrl}. Si es tuyo, inícialo:`,
    },
  },

  lab: {
    name: 'Lab CORS',
  },
};
