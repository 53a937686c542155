// Endings and small words of Spanish, French, German, Italian and Portuguese.

/** The languages that are known besides English, as BCP 47 names them. */
export const FOREIGN_LANGUAGES = ['es', 'fr', 'de', 'it', 'pt'] as const;
export type ForeignLanguage = (typeof FOREIGN_LANGUAGES)[number];

export function isForeignLanguage(value: string): value is ForeignLanguage {
  return FOREIGN_LANGUAGES.some((language) => language === value);
}

/** Words that say little beside others: articles, "of", "with". Folded. */
export const SMALL_WORDS: Readonly<Record<ForeignLanguage, ReadonlySet<string>>> = {
  es: wordsIn('a al con de del e el en la las los o u un una unas unos y'),
  fr: wordsIn('a au aux avec d de des du en et l la le les ou un une'),
  de: wordsIn(
    'am an auf aus das dem den der des die ein eine einem einen einer eines im in mit oder und vom von',
  ),
  it: wordsIn(
    'a ai al all alla alle allo con d da dei del dell della delle dello degli di e ed gli i il in l la le lo o un una uno',
  ),
  pt: wordsIn('a ao aos as com da das de do dos e em na no o os ou um uma'),
};

function wordsIn(text: string): ReadonlySet<string> {
  return new Set(text.split(' '));
}

/**
 * What the ends of plurals, and of adjectives that agree, become. A form is only a proposal: what is
 * no name is never taken for one, so a rule may propose words that do not exist.
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

/** Whether two folded words may be forms of one. */
export function areForms(word: string, other: string, language: ForeignLanguage): boolean {
  const bases = baseForms(word, language);
  return baseForms(other, language).some((base) => base.length >= 3 && bases.includes(base));
}

/** The forms that a folded word may be the plural or another ending of, itself first. */
export function baseForms(word: string, language: ForeignLanguage): readonly string[] {
  if (word.length < SHORTEST_FOREIGN) return [word];
  const forms = new Set([word]);
  for (const [ending, base] of FORM_ENDINGS[language]) forms.add(word.replace(ending, base));
  return [...forms];
}

const ELISION = /(?<![\p{L}\p{M}\p{N}])(d|l|all|dell|nell)['’](?=\p{L})/giu;

/** A text with the short words set apart that are written together with the next: "jus d'orange". */
export function withoutElisions(text: string): string {
  return text.replace(ELISION, '$1 ');
}
