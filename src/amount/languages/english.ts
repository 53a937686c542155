import { OPPOSITES } from './english-opposites.ts';
import { METRIC } from './metric.ts';
import { NO_WORDS, type Vocabulary, wordsIn } from './vocabulary.ts';

export { FOOD_NOTES, USE_REMARKS } from './english-notes.ts';
export { IRREGULAR_PLURALS } from './english-plurals.ts';

// English words for amounts, units and meals.

/** "how much sugar", "how many grams of fat" */
const HOW_MUCH = String.raw`how (?:much|many)(?: (?:m?g|(?:milli)?grams) of)?(?: \p{L}+){1,3}?`;

/** "what is the protein content"; not "sugar" or "fat", which alone are foods: "sugar in the raw". */
const NUTRIENT =
  "(?:what(?:['’]s| is| are) )?(?:the |total )*" +
  String.raw`(?:calories?|kcals?|carb(?:ohydrate)?s?|fib(?:er|re)|macros|protein|vitamin \w+|` +
  String.raw`nutri\p{L}+(?: \p{L}+)?|fat content)(?: content)?`;

/** The English vocabulary. */
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
      'squares',
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
      ...wordsIn('dash dashes splash splashes squeeze squeezes squirt squirts drizzle drizzles'),
      ...wordsIn('glug glugs turn turns grind grinds grating gratings grinding grindings'),
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
    ...wordsIn('about approximately approx around roughly nearly almost optional additional scant'),
    ...wordsIn('generous good heaping heaped level rounded slightly packed tightly firmly loosely'),
    ...wordsIn('lightly fat plump thick thin long each well whole metric big round'),
  ],
  to: ['to', 'or'],
  plus: ['plus', '+'],
  from: ['of', 'from'],
  asides: [
    ...wordsIn('for to at from plus cut such preferably about approximately that which weighing'),
    ...wordsIn('depending including if each until into optional mixed dissolved soaked combined'),
    ...wordsIn('reserved left or per as more enough perfect ideal great'),
  ],
  cuts: [
    ...wordsIn('freshly finely coarsely roughly thinly thickly lightly cracked very loosely'),
    ...wordsIn('firmly tightly uncooked hulled stemmed chopped sliced minced diced grated'),
    ...wordsIn('shredded crushed crumbled cubed julienned halved quartered torn trimmed peeled'),
    ...wordsIn('packed melted softened sifted beaten divided pitted seeded deseeded cored washed'),
    ...wordsIn('rinsed picked shaved slivered flaked snipped shelled zested juiced split smashed'),
    ...wordsIn('bruised thawed chilled squeezed'),
  ],
  namedPairs: new Set([
    ...['beef', 'pork', 'lamb', 'turkey', 'chicken', 'veal', 'steak', 'meat', 'lean'].map(
      (meat) => `minced ${meat}`,
    ),
    ...['split peas', 'split pea', 'split red', 'split lentils', 'split mung', 'split chickpeas'],
    ...['crushed tomatoes', 'crushed pineapple', 'crushed wheat', 'crushed red', 'shredded wheat'],
    ...['shredded coconut', 'cracked wheat', 'half fat', 'half caff', 'cup cakes', 'cup noodles'],
  ]),
  describing: [
    ...wordsIn('red green yellow white black brown ripe fresh raw cold hot large small medium'),
    ...wordsIn('firm soft thick thin young good free-range short organic extra lean whole very'),
    ...wordsIn('just dry hard thinly finely plain fine sweet tender light free range sodium low'),
    ...wordsIn('fat bone ground skin in on creamy frozen coarse strong warm dark well shaken'),
    ...wordsIn('crisp juicy crusty mild sharp lukewarm olive vegetable petite all natural organic'),
  ],
  of: ['of', 'each', 'ea'],
  and: ['and', '&'],
  articles: ['a', 'an', 'some'],
  speakerWords: [
    ...wordsIn("add track calories have i i' we we' had ate drank he she they snacked ordered log"),
    ...wordsIn('logged finished enjoyed grabbed having eating eaten drinking consumed'),
  ],
  introWords: [
    ...wordsIn('he she they the shared that add track calories calorie in'),
    ...wordsIn("i i' we we' m ve d re am was just also only then had have having ate"),
    ...wordsIn('eat eating eaten drank drink drinking got made make making myself opened grabbed'),
    ...wordsIn('enjoyed enjoying finished took serving served up consumed consuming cooked'),
    ...wordsIn('cooking today yesterday tonight been snacked along followed by on really ordered'),
    ...wordsIn('log logged so ok okay um umm uh well like basically hi hello hey start starting'),
    ...wordsIn('started'),
  ],
  question: new RegExp(
    `^(?:(?:tell me |about )*(?:${HOW_MUCH}|${NUTRIENT}) (?:are |is |there )*(?:in|of|for|per|do(?:es)?) )+`,
    'iu',
  ),
  occasions: [
    ...wordsIn('night gym workout lunchtime breakfast lunch dinner snack brunch supper dessert'),
    ...wordsIn('meal morning evening afternoon midnight tonight today yesterday day'),
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
    ...wordsIn('% percent up grand musketeers grain grains spice spices la cheese cheeses bean'),
    ...wordsIn('beans meat meats minute minutes hour day year month inch inches calorie calories'),
    ...wordsIn('kcal layer island and & skim skimmed sour moon alarm seed seeds berry leches milk'),
    ...wordsIn('caffeinated pounder to or in per day lean'),
  ],
  namesAfterSize: [
    ...wordsIn('curd grain end lima or and size sized roast rare cheddar type breed fat'),
  ],
  isHeadLast: true,
  commaGroups: true,
  prepositions: wordsIn('in with on from for'),
  stopWords: wordsIn('a an and the of with in on or for to from some my'),
  nameLinks: NO_WORDS,
  falseFriends: NO_WORDS,
  endings: [],
};

/** Words that describe a food without naming it, joined pairs such as `withskin`, and units. */
export const QUALIFIERS: ReadonlySet<string> = new Set([
  ...wordsIn('fresh raw organic natural homemade leftover ripe plain pure real full less lower'),
  ...wordsIn('cold hot warm big large medium small crispy crunchy creamy red green yellow white'),
  ...wordsIn('black brown purple golden blue pink thick thin fine coarse soft spicy flaky freshly'),
  ...wordsIn('finely coarsely roughly thinly lightly fully very rainbow favorite favourite'),
  ...wordsIn('healthy delicious tasty low light extra lean good quality firm flat juicy young'),
  ...wordsIn('tender baby carb carbs ground powder sauteed pureed ready made bought halves sodium'),
  ...wordsIn('cholesterol fillet fillets filet filets chunk chunks cube cubes best sharp mild'),
  ...wordsIn(
    'grande venti stir fry puree mature aged chunky smooth branch branches strand strands shred shreds bulk',
  ),
  ...OPPOSITES.joined,
  ...Object.values(ENGLISH.units).flat(),
]);
