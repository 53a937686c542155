// Capitalizes the proper nouns in names.

/** Words to capitalize anywhere in a name: places, peoples, and things named after them. */
const PROPER_NOUNS: readonly string[] = [
  'African',
  'Alaska',
  'American',
  'Anjou',
  'Asian',
  'Australian',
  'Bartlett',
  'Belgian',
  'Bosc',
  'Boston',
  'Caesar',
  'California',
  'Canadian',
  'Chinese',
  'Cuban',
  'Danish',
  'Dijon',
  'Dutch',
  'English',
  'European',
  'Fuji',
  'Gala',
  'German',
  'Granny Smith',
  'Greek',
  'Hawaiian',
  'Indian',
  'Irish',
  'Italian',
  'Japanese',
  'Jewish',
  'Latino',
  'Manhattan',
  'Mayan',
  'Mediterranean',
  'Mexican',
  'Monterey Jack',
  'Moroccan',
  'Muscat',
  'New England',
  'New York',
  'New Zealand',
  'Pacific',
  'Red Delicious',
  'Salisbury',
  'Santa Fe',
  'Scotch',
  'Southwestern',
  'Spanish',
  'Stroganoff',
  'Swiss',
  'Thai',
  'Tuscan',
  'Vienna',
  'Vietnamese',
  'Zante',
  'Roman',
  'Concord',
  'Colby',
  'Baja',
  'Florentine',
  "General Tso's",
  'Kung Pao',
  'Khorasan',
  'Halloween',
  'T-bone',
  '4th of July',
];

const proper = new Map(PROPER_NOUNS.map((noun) => [noun.toLowerCase(), noun]));
const anyProperNoun = new RegExp(
  `\\b(?:${[...proper.keys()].sort((a, b) => b.length - a.length).join('|')})\\b`,
  'g',
);

/** Capitalizes each proper noun and the letters of vitamins in a name. */
export function writeProperNouns(name: string): string {
  return name
    .replace(anyProperNoun, (noun) => proper.get(noun) ?? noun)
    .replace(/\bvitamins? [a-ek]\d*\b(?:(?:, and |, | and )[a-ek]\d*\b)*/g, (vitamins) =>
      vitamins.replace(/\b[a-ek]\d*\b/g, (letter) => letter.toUpperCase()),
    );
}
