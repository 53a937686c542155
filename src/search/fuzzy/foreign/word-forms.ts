// Endings and stop words of Spanish, French, German, Italian and Portuguese.

/** The supported languages besides English, as BCP 47 tags. */
export const FOREIGN_LANGUAGES = ['es', 'fr', 'de', 'it', 'pt'] as const;
export type ForeignLanguage = (typeof FOREIGN_LANGUAGES)[number];

export function isForeignLanguage(value: string): value is ForeignLanguage {
  return FOREIGN_LANGUAGES.some((language) => language === value);
}

/** Stop words, such as articles, "of" and "with". Folded. */
export const SMALL_WORDS: Readonly<Record<ForeignLanguage, ReadonlySet<string>>> = {
  es: wordsIn('a al algo con de del e el en gusto la las los o poco u un una unas unos y'),
  fr: wordsIn('a au aux avec d de des du en et gout l la le les ou peu qq quelques un une'),
  de: wordsIn(
    'am an auf aus das dem den der des die ein eine einem einen einer eines einige etwas im in je mit oder und vom von',
  ),
  it: wordsIn(
    'a ai al all alla alle allo b con d da dei del dell della delle dello degli di e ed gli i il in l la le lo o po q qb qualche un una uno',
  ),
  pt: wordsIn('a ao aos as b com da das de do dos e em gosto na no o os ou pouco q qb um uma'),
};

/** Words after the first word of a name that make it part of a longer one: "pomme de terre". */
export const LINKING_WORDS: Readonly<Record<ForeignLanguage, ReadonlySet<string>>> = {
  es: wordsIn('a al con de del en'),
  fr: wordsIn('a au aux d de des du en'),
  de: wordsIn('auf aus im in mit'),
  it: wordsIn('a ai al alla allo con d da dei del della delle di in'),
  pt: wordsIn('a ao com da de do em'),
};

function wordsIn(text: string): ReadonlySet<string> {
  return new Set(text.split(' '));
}

/**
 * Rules for the endings of plurals and inflected adjectives. They may produce words that do not
 * exist: these match no name.
 */
const FORM_ENDINGS: Readonly<Record<ForeignLanguage, readonly (readonly [RegExp, string])[]>> = {
  es: [
    [/ces$/, 'z'],
    [/es$/, ''],
    [/s$/, ''],
  ],
  fr: [
    [/aux$/, 'al'],
    [/[sx]$/, ''],
    [/es?$/, ''],
  ],
  de: [
    [/n$/, ''],
    [/e$/, ''],
    [/s$/, ''],
    [/e[mnrs]$/, ''],
    [/ae/, 'a'],
    [/oe/, 'o'],
    [/ue/, 'u'],
  ],
  it: [
    [/chi$/, 'co'],
    [/ghi$/, 'go'],
    [/che$/, 'ca'],
    [/ghe$/, 'ga'],
    [/i$/, 'o'],
    [/i$/, 'e'],
    [/i$/, 'io'],
    [/ce$/, 'cia'],
    [/ge$/, 'gia'],
    [/e$/, 'a'],
  ],
  pt: [
    [/(?:oes|aes|aos)$/, 'ao'],
    [/ns$/, 'm'],
    [/([aeou])is$/, '$1l'],
    [/is$/, 'il'],
    [/([rsz])es$/, '$1'],
    [/s$/, ''],
  ],
};

/** Shorter words have no other forms. */
const SHORTEST_FOREIGN = 4;

/** Whether two folded words may be forms of the same word. */
export function areForms(word: string, other: string, language: ForeignLanguage): boolean {
  const bases = baseForms(word, language);
  return baseForms(other, language).some((base) => base.length >= 3 && bases.includes(base));
}

/** Returns the possible base forms of a folded word, starting with itself. */
export function baseForms(word: string, language: ForeignLanguage): readonly string[] {
  if (word.length < SHORTEST_FOREIGN) return [word];
  const forms = new Set([word]);
  for (const [ending, base] of FORM_ENDINGS[language]) forms.add(word.replace(ending, base));
  return [...forms];
}

const ELISION = /(?<![\p{L}\p{M}\p{N}])(d|l|all|dell|nell)['’](?=\p{L})/giu;

/** Separates elided articles and prepositions from the next word: "jus d'orange". */
export function withoutElisions(text: string): string {
  return text.replace(ELISION, '$1 ');
}
