import type { Vocabulary } from '../../src/amount/languages/vocabulary.ts';

// The page's American English strings: search box, greeting, foods for newcomers, results ("Show …
// more"), and messages (slow, offline, copied).

/** Units that have a plural, unlike `oz` and `large`. */
const COUNTED =
  /^(cup|t(able|ea)spoon|serving|portion|piece|slice|pack(age|et)|container|can|bottle|bag|bar|item|unit|fillet|scoop|cookie|cracker|clove|wing|thigh|breast)\b/;

/** The page's strings in American English; the other catalogs have the same shape. */
export const ENGLISH = {
  // The page as a whole.
  foods: 'Foods',
  close: 'Close',
  language: 'Language',
  pageTitle: 'Search foods and build a plate',
  disclaimer:
    'Values are from USDA unless this service uses another table. They are not medical advice. – means unknown.',
  notSetUp: 'This page is not set up',
  noConfiguration:
    'The page cannot read config.json in its folder. It must contain {"apiUrl": "<URL of the service>"}.',

  // Foods and amounts.
  /** The words for typed amounts, if not English. */
  amounts: undefined as Vocabulary | undefined,
  /** Translates a unit of the food table, in the plural if `count` is above 1: `cups, diced`. */
  unit: (name: string, count = 1): string => (count > 1 ? name.replace(COUNTED, '$&s') : name),
  food: 'Food',
  plate: 'Plate',
  amount: 'Amount',
  nutrient: 'Nutrient',
  nutrients: { kcal: 'kcal', protein: 'Protein', fat: 'Fat', carbohydrate: 'Carbs' },
  valuesFor: 'Values for',
  per100g: '100 g',
  perPortion: 'Portion',

  // The search.
  searchFoods: 'Search foods',
  clearSearch: 'Clear the search',
  searchHint: 'Try “2 large eggs”',
  keys: {
    choose: 'choose',
    add: 'add',
    open: 'open',
    compare: 'compare',
    clear: 'clear',
    share: 'Ctrl + Enter',
  },
  welcome: {
    title: 'What is in your food? Type it, and add it to the plate.',
    examples: [
      { query: '2 eggs', shows: 'an amount' },
      { query: '2 eggs, 1 slice toast, coffee', shows: 'a whole meal' },
      { query: 'brocoli', shows: 'a typo' },
    ],
    everyday: ['eggs', 'banana', 'cheddar', 'oats'],
  },
  yourFoods: 'Favorite and recent foods',
  everyday: 'Everyday foods',
  searching: 'Searching…',
  stillSearching: 'Still searching…',
  slow: (apiUrl: string) => `${apiUrl} is slow. You can wait, or ask again.`,
  askAgain: 'Ask again',
  noAnswer: 'No answer',
  foodsFound: (count: number) =>
    count === 0 ? 'No foods' : count === 1 ? '1 food' : `${count} foods`,
  firstFoods: (count: number) => `First ${count} foods`,
  firstOf: (count: number, total: string) => `First ${count} of ${total}`,
  showMore: (count: number) => `Show ${count} more`,
  broadenSearch: 'Broaden the search',
  moreOf: (count: number, head: string) => `Show ${count} more: ${head}`,
  addFood: (food: string) => `Add ${food}`,
  added: (food: string, amount: string) => `Added ${food}: ${amount} on the plate`,
  onPlate: '✓ On the plate:',
  noUnit: (unit: string) => `weight of one ${unit} unknown:`,
  noPiece: 'weight of one piece unknown:',

  // The views of one food and of several.
  compare: 'Compare',
  compareFood: (food: string) => `Compare ${food}`,
  backToSearch: 'Back to the search',
  copy: 'Copy',
  copied: (what: string) => `${what} copied`,

  // The plate.
  sharedPlate: 'Shared plate',
  removeFood: (food: string) => `Remove ${food}`,
  copyLink: 'Copy link',
  share: 'Share',
  linkCopied: 'Link copied',
  cannotCopy: 'This browser blocks copying. Use the address bar or a download.',

  broken: {
    title: 'Something on this page broke',
    plateStays: 'Your plates are safe in this browser.',
    keepSearching: 'Keep searching',
    reload: 'Reload the page',
  },

  // Errors and slow responses.
  tryAgain: 'Try again',
  faults: {
    offline: {
      title: 'You are offline',
      advice: () => 'Your plate stays here. The search continues once you are online.',
    },
    unreachable: {
      title: 'The service does not answer',
      advice: (apiUrl: string) =>
        `Nothing answers at ${apiUrl}. If this is your service, start it:`,
    },
  },

  // The CORS lab.
  labName: 'CORS lab',
};

/** The shape of a catalog; every language has all of these strings. */
export type Texts = typeof ENGLISH;
