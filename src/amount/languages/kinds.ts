// Words in several languages that mark a food as plain or unusual, and names of food categories.

/**
 * The more of these words a food has, the more likely people mean it when they type only "milk".
 */
export const PLAIN_WORDS = [
  ...['raw', 'plain', 'white', 'whole', 'black', 'fresh', 'regular', 'brewed'],
  ...['roh', 'cru', 'crue'],
];
/**
 * People who type only "milk" do not mean foods with one of these words. Words in one string count
 * once together, so that a food low in both fat and salt is no more unusual than one low in fat.
 */
export const UNUSUAL_WORDS = [
  ...['sprouted', 'dried', 'dehydrated', 'filled', 'imitation', 'extra', 'wheat'],
  'low lowfat reduced light lite non nonfat free rich decaffeinated',
  ...['getrocknet', 'tiefgefroren', 'konserve', 'pulver', 'glutenfrei'],
  ...['seche', 'surgele', 'surgelee', 'appertise', 'appertisee'],
];

/** First parts of USDA descriptions that name a category rather than a food, folded. */
export const CATEGORY_NAMES: readonly string[] = [
  'alcoholic beverage',
  'beverages',
  'candies',
  'crustaceans',
  'fast food',
  'fast foods',
  'fish',
  'game meat',
  'leavening agents',
  'mollusks',
  'nuts',
  'salad dressing',
  'seeds',
  'snacks',
  'spices',
];

export const INFANT_FOOD_NAMES: readonly string[] = ['babyfood', 'infant formula'];
