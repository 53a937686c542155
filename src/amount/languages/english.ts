import { METRIC } from './metric.ts';
import { NO_WORDS, type Vocabulary, wordsIn } from './vocabulary.ts';

export { OF_FOOD, USES } from './english-notes.ts';
export { IRREGULAR_PLURALS } from './english-plurals.ts';

// English words of amounts, units, negation and meals.

/** The words of English. */
export const ENGLISH: Vocabulary = {
  numbers: {
    ...{ a: 1, an: 1, one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8 },
    ...{ nine: 9, ten: 10, eleven: 11, twelve: 12, thirteen: 13, fourteen: 14, fifteen: 15 },
    ...{ sixteen: 16, seventeen: 17, eighteen: 18, nineteen: 19, twenty: 20, thirty: 30 },
    ...{ forty: 40, fifty: 50, sixty: 60, seventy: 70, eighty: 80, ninety: 90 },
    ...{ half: 0.5, third: 1 / 3, thirds: 1 / 3, quarter: 0.25, quarters: 0.25, eighth: 0.125 },
    ...{ couple: 2, pair: 2, few: 3, dozen: 12, doz: 12, hundred: 100 },
  },
  groups: wordsIn('couple pair few dozen doz hundred'),
  units: {
    ...METRIC,
    mg: ['mg', 'milligram', 'milligrams'],
    g: ['g', 'gram', 'grams', 'gramme', 'grammes', 'gr', 'gm', 'gms'],
    kg: ['kg', 'kilo', 'kilos', 'kilogram', 'kilograms', 'kgs'],
    ml: ['ml', 'milliliter', 'milliliters', 'millilitre', 'millilitres', 'mls'],
    l: ['l', 'liter', 'liters', 'litre', 'litres'],
    oz: ['oz', 'ozs', 'ounce', 'ounces'],
    lb: ['lb', 'lbs', 'pound', 'pounds', 'pound or so', 'pounds or so'],
    'fl oz': ['fl oz', 'fluid ounce', 'fluid ounces', 'floz'],
    cup: ['cup', 'cups', 'c', 'cup or so', 'cups or so'],
    tbsp: ['tbsp', 'tbsps', 'tablespoon', 'tablespoons', 'tbs', 'tb', 'tbl', 'tblsp', 'T'],
    tsp: ['tsp', 'tsps', 'teaspoon', 'teaspoons', 't'],
    pint: ['pint', 'pints', 'pt', 'pts'],
    quart: ['quart', 'quarts', 'qt', 'qts'],
    gallon: ['gallon', 'gallons', 'gal', 'gals'],
    piece: [
      ...['piece', 'pieces', 'pc', 'pcs', 'ball', 'balls', 'block', 'blocks', 'chunk', 'chunks'],
      ...['square', 'squares'],
      ...['thumb sized piece', 'thumb size piece', 'walnut sized piece', 'walnut size ball'],
    ],
    slice: ['slice', 'slices', 'rasher', 'rashers'],
    serving: ['serving', 'servings', 'side of', 'sides of', 'helping', 'helpings'],
    portion: ['portion', 'portions'],
    stick: ['stick', 'sticks'],
    pat: ['pat', 'pats'],
    clove: ['clove', 'cloves'],
    head: ['head', 'heads'],
    ear: ['ear', 'ears'],
    stalk: ['stalk', 'stalks', 'stem', 'stems', 'rib', 'ribs'],
    leaf: ['leaf', 'leaves'],
    sprig: ['sprig', 'sprigs'],
    bunch: ['bunch', 'bunches'],
    wedge: ['wedge', 'wedges'],
    fillet: ['fillet', 'fillets'],
    link: ['link', 'links'],
    strip: ['strip', 'strips'],
    patty: ['patty', 'patties'],
    roll: ['roll', 'rolls'],
    loaf: ['loaf', 'loaves'],
    bar: ['bar', 'bars'],
    scoop: ['scoop', 'scoops'],
    handful: ['handful', 'handfuls'],
    pinch: ['pinch', 'pinches'],
    dash: [
      ...['dash', 'dashes', 'splash', 'splashes', 'squeeze', 'squirt', 'drizzle', 'glug', 'glugs'],
      ...['turn', 'turns', 'grind', 'grinds', 'grating', 'gratings', 'grinding', 'grindings'],
    ],
    can: ['can', 'cans', 'tin', 'tins'],
    bottle: ['bottle', 'bottles'],
    glass: ['glass', 'glasses'],
    bowl: ['bowl', 'bowls'],
    jar: ['jar', 'jars'],
    package: ['package', 'packages', 'pack', 'packs', 'pkg', 'pkgs', 'bag', 'bags', 'box', 'boxes'],
    container: [
      ...['container', 'containers', 'carton', 'cartons', 'tub', 'tubs', 'tube', 'tubes'],
      ...['punnet', 'punnets'],
    ],
    packet: ['packet', 'packets', 'pkt', 'pkts', 'sachet', 'sachets'],
    knob: ['knob', 'knobs'],
    sheet: ['sheet', 'sheets'],
    bulb: ['bulb', 'bulbs'],
    drop: ['drop', 'drops'],
    spear: ['spear', 'spears'],
    inch: ['inch', 'inches', 'in', '"'],
    'extra small': ['extra small'],
    small: ['small', 'sm'],
    medium: ['medium', 'med', 'medium sized', 'medium size', 'medium large'],
    large: ['large', 'lg', 'lge', 'large sized'],
    'extra large': ['extra large', 'xl'],
    jumbo: ['jumbo'],
  },
  fillers: [
    ...['about', 'approximately', 'approx', 'around', 'roughly', 'nearly', 'almost', 'optional'],
    ...['additional', 'scant', 'generous', 'good', 'heaping', 'heaped', 'level', 'rounded'],
    ...['slightly', 'packed', 'tightly', 'firmly', 'loosely', 'lightly', 'fat', 'plump', 'thick'],
    ...['thin', 'long', 'each', 'well', 'whole', 'metric', 'big', 'round'],
  ],
  to: ['to', 'or'],
  plus: ['plus', '+'],
  from: ['of', 'from'],
  asides: [
    ...['for', 'to', 'at', 'from', 'plus', 'cut', 'such', 'preferably', 'about', 'approximately'],
    ...['weighing', 'depending', 'including', 'if', 'each', 'until', 'into', 'optional', 'mixed'],
    ...['dissolved', 'soaked', 'combined', 'reserved', 'left', 'or', 'per', 'as', 'more', 'enough'],
  ],
  cuts: [
    ...['freshly', 'finely', 'coarsely', 'roughly', 'thinly', 'thickly', 'lightly', 'cracked'],
    ...['very', 'loosely', 'firmly', 'tightly', 'uncooked', 'hulled', 'stemmed'],
    ...['chopped', 'sliced', 'minced', 'diced', 'grated', 'shredded', 'crushed', 'crumbled'],
    ...['cubed', 'julienned', 'halved', 'quartered', 'torn', 'trimmed', 'peeled', 'packed'],
    ...['melted', 'softened', 'sifted', 'beaten', 'divided', 'pitted', 'seeded', 'deseeded'],
    ...['cored', 'washed', 'rinsed', 'picked', 'shaved', 'slivered', 'flaked', 'snipped'],
    ...[
      'shelled',
      'zested',
      'juiced',
      'split',
      'smashed',
      'bruised',
      'thawed',
      'chilled',
      'squeezed',
    ],
  ],
  namedCuts: new Set([
    ...['beef', 'pork', 'lamb', 'turkey', 'chicken', 'veal', 'steak', 'meat', 'lean'].map(
      (meat) => `minced ${meat}`,
    ),
    ...['split peas', 'split pea', 'split red', 'split lentils', 'split mung', 'split chickpeas'],
    ...['crushed tomatoes', 'crushed pineapple', 'crushed wheat', 'shredded wheat'],
    ...['shredded coconut', 'cracked wheat'],
  ]),
  describing: [
    ...['red', 'green', 'yellow', 'white', 'black', 'brown', 'ripe', 'fresh', 'raw', 'cold', 'hot'],
    ...['large', 'small', 'medium', 'firm', 'soft', 'thick', 'thin', 'young', 'good'],
    ...['free-range', 'short'],
    ...['organic', 'extra', 'lean', 'whole', 'very', 'just', 'dry', 'hard', 'thinly', 'finely'],
    ...['plain', 'fine', 'sweet', 'tender', 'light', 'free', 'range', 'sodium', 'low', 'fat'],
    ...['bone', 'ground'],
    ...['skin', 'in', 'on', 'creamy', 'frozen', 'coarse', 'strong', 'warm', 'dark', 'well'],
    ...['shaken', 'crisp', 'juicy', 'crusty', 'mild', 'sharp', 'lukewarm', 'olive', 'vegetable'],
  ],
  of: ['of', 'each', 'ea'],
  and: ['and', '&'],
  articles: ['a', 'an', 'some'],
  speakerWords: [
    ...['add', 'track', 'calories', 'have', 'i', "i'", 'we', "we'", 'had', 'ate', 'drank'],
    ...['he', 'she', 'they', 'snacked', 'ordered', 'log', 'logged', 'finished', 'enjoyed'],
    ...['grabbed', 'having', 'eating', 'eaten', 'drinking', 'consumed'],
  ],
  introWords: [
    ...['he', 'she', 'they', 'what', 'is', 'the', 'shared', 'that', 'add', 'track', 'how'],
    ...['many', 'calories', 'calorie', 'are', 'in', 'does'],
    ...['much', 'i', "i'", 'we', "we'", 'm', 've', 'd', 're', 'am', 'was', 'just', 'also'],
    ...['only', 'then', 'had', 'have', 'having', 'ate', 'eat', 'eating', 'eaten', 'drank'],
    ...['drink', 'drinking', 'got', 'made', 'make', 'making', 'myself', 'opened', 'grabbed'],
    ...['enjoyed', 'enjoying', 'finished', 'took', 'serving', 'served', 'up', 'consumed'],
    ...['consuming', 'cooked', 'cooking', 'today', 'yesterday', 'tonight', 'been', 'snacked'],
    ...['along', 'followed', 'by', 'on', 'really', 'ordered', 'log', 'logged', 'so', 'ok', 'okay'],
    ...['um', 'umm', 'uh', 'well', 'like', 'basically', 'hi', 'hello', 'hey'],
  ],
  occasions: [
    ...['night', 'gym', 'workout', 'lunchtime'],
    ...['breakfast', 'lunch', 'dinner', 'snack', 'brunch', 'supper', 'dessert', 'meal'],
    ...['morning', 'evening', 'afternoon', 'midnight', 'tonight', 'today', 'yesterday'],
  ],
  before: [...['last', 'after', 'the', 'to'], 'for', 'as', 'at', 'during', 'my', 'this'],
  with: ['with', 'alongside', 'then'],
  paired: [
    ...['cheese', 'jelly', 'chips', 'gravy', 'sour', 'pepper', 'vinegar', 'cream', 'half'],
    ...['white', 'noodles', 'sausage', 'broccoli', 'onion'],
  ],
  linking: [
    ...["it'", 'it', 'its', 's', 'was', 'is', 'weighing', 'weighs', 'which', 'that', 'about'],
    ...['and', 'included', 'includes', 'consisted'],
  ],
  namesAfterNumber: [
    ...['%', 'percent', 'up', 'grand', 'musketeers', 'grain', 'grains', 'spice', 'spices', 'la'],
    ...['cheese', 'cheeses', 'bean', 'beans', 'meat', 'meats', 'minute', 'minutes', 'hour', 'day'],
    ...['year', 'month', 'inch', 'inches', 'calorie', 'calories', 'kcal', 'layer', 'island', 'and'],
    ...['&', 'skim', 'skimmed', 'sour', 'moon', 'alarm', 'seed', 'seeds', 'berry'],
    ...['leches', 'milk', 'caffeinated', 'pounder', 'to', 'or', 'in', 'per', 'day', 'lean'],
  ],
  namesAfterUnit: [],
  namesAfterHalf: ['fat', 'moon'],
  namesAfterSize: [
    ...['curd', 'grain', 'end', 'lima', 'or', 'and', 'size', 'sized', 'roast', 'rare'],
    ...['cheddar', 'type', 'breed', 'fat'],
  ],
  isHeadLast: true,
  commaGroups: true,
  prepositions: wordsIn('in with on from for'),
  stopWords: wordsIn('a an and the of with in on or for to from some my'),
  nameLinks: NO_WORDS,
  falseFriends: NO_WORDS,
  endings: [],
};

/** The words and affixes for what a food has or lacks; data/synonyms.tsv has more. */
export const OPPOSITES = {
  /** Words that negate the next word. */
  negators: ['without', 'no', 'not', 'non', 'minus', 'sans', 'excluding'],
  /** Negates the previous word or, before one of `freeOf`, the next one: "free of salt". */
  free: 'free',
  freeOf: new Set(['of', 'from']),
  /** Words that negate the previous word: "salt free", "skin removed". */
  after: ['free', 'removed', 'off'],
  /** A word that, joined to another, describes only part of a food: "lean and fat". */
  mixed: 'lean',
  prefixes: ['un', 'non'],
  suffixes: ['less', 'free'],
  /**
   * A word that a food's name may lack: "chopped" in "chopped pistachios", "free" in "nut free",
   * a number. "Scrambled" is not one: it says that the food is eggs.
   */
  dispensable: /^-|^\d+$|..[^e]ed$(?<!^scrambled)|^un.+ed$|.(?:less|free)$/,
  /** Words that say little about a food without the word before: beet juice is not orange juice. */
  vague: new Set(['juice']),
  /** A dispensable word that says what the food lacks. */
  lacking: /^-|^un.+ed$|.(?:less|free)$/,
  /**
   * Joined pairs of words that say what a food has or is in. By itself, the second word could be a
   * food. Before `on` or `in`, as in "skin on", `with` is left out.
   */
  with: 'with',
  joined: new Set(['withskin', 'withskins', 'withpeel', 'withbone', 'withbones', 'injuice']),
  partsBefore: new Set(['on', 'in']),
  /** Words for a removed part, and for removing it: "bone", "boned". */
  removed: new Set(['peel', 'peeled', 'skin', 'skinned', 'bone', 'boned', 'shell', 'shelled']),
  /** Words for how much of something a food has: "low" in "low fat". */
  levels: new Set(['low', 'lower', 'reduced', 'less', 'full', 'high']),
} as const;

/** Words that only say how a food is made, cut or sold, and parts such as `withskin`. */
export const QUALIFIERS: ReadonlySet<string> = new Set([
  ...['fresh', 'raw', 'organic', 'natural', 'homemade', 'leftover', 'ripe', 'plain', 'pure'],
  ...['real', 'full', 'less', 'lower'],
  ...['cold', 'hot', 'warm', 'big', 'large', 'medium', 'small', 'crispy', 'crunchy', 'creamy'],
  ...['red', 'green', 'yellow', 'white', 'black', 'brown', 'purple', 'golden', 'blue', 'pink'],
  ...['thick', 'thin', 'fine', 'coarse', 'soft', 'spicy', 'flaky', 'freshly', 'finely', 'coarsely'],
  ...['roughly', 'thinly', 'lightly', 'fully', 'very', 'rainbow', 'favorite', 'favourite'],
  ...['healthy', 'delicious', 'tasty', 'low', 'light', 'extra', 'lean', 'good', 'quality'],
  ...['firm', 'flat', 'juicy', 'young', 'tender', 'baby', 'carb', 'carbs', 'ground', 'powder'],
  ...['sauteed', 'pureed', 'ready', 'made', 'bought', 'halves', 'sodium', 'cholesterol'],
  ...['fillet', 'fillets', 'filet', 'filets', 'chunk', 'chunks', 'cube', 'cubes', 'best'],
  ...['sharp', 'mild', 'mature', 'aged', 'chunky', 'smooth'],
  ...['branch', 'branches', 'strand', 'strands', 'shred', 'shreds'],
  ...OPPOSITES.joined,
  ...Object.values(ENGLISH.units).flat(),
]);
