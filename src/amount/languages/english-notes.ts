// English phrases about a food that belong to its name, or say how it is used.

/** Patterns of notes that say which kind of food is meant: "milk, skim", "butter (no salt)". */
const KIND_NOTES = [
  ...['un(?:salt|sweeten)ed', 'skinless', 'skin[- ]on', 'with skin', 'nonfat', 'skim(?:med)?'],
  ...['decaf(?:feinated)?', '\\d%', '(?:fat|salt|sugar|caffeine|gluten|alcohol)[- ]free'],
  '(?:low|reduced|full|without|w/o|no)[- ](?:added )?(?:fat|salt|sodium|sugar|skin)(?: added)?',
].join('|');

/** Matches notes about the food itself: "ground beef (85% lean)", "milk, skim", "tuna, no salt". */
export const FOOD_NOTES = new RegExp(
  `\\b\\d\\d?%? (?:lean|fat)\\b|\\b\\d\\d/\\d\\d?\\b|(?<!\\bor )\\b(?:${KIND_NOTES})(?= and|,|$)`,
  'g',
);

/**
 * Matches remarks on how a food without an amount is used, and its price or energy: "oil for deep
 * frying", "salt to taste", "lettuce: $1.48/each", "apple = 95 calories".
 */
export const USE_REMARKS =
  /(?<=^[^,]*\w)(?<!ready) (?:to taste|as (?:needed|required|desired)|(?:for|to) (?:deep |pan )?(?:serv|garnish|dust|fry|greas|drizzl|sprinkl|brush|sear)\w*)\b.*$|(?<=\w)(?: *[=≈]|[ :–-]+(?:[$€£]\d|\d[\d.,]* ?(?:k?cals?|calories?)\b)).*$/i;
