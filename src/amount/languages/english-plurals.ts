// Irregular plurals.

export const IRREGULAR_PLURALS: readonly (readonly [singular: string, plural: string])[] = [
  ...([
    ['leaf', 'leaves'],
    ['loaf', 'loaves'],
    ['half', 'halves'],
    ['calf', 'calves'],
    ['knife', 'knives'],
    ['shelf', 'shelves'],
    ['goose', 'geese'],
    ['foot', 'feet'],
    ['child', 'children'],
    ['chilli', 'chillies'],
    ['fungus', 'fungi'],
    ['cactus', 'cacti'],
    ['octopus', 'octopi'],
  ] as const),
];
