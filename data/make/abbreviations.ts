import { readFileSync } from 'node:fs';

// The meanings of USDA's abbreviations.

/** Maps abbreviations in capitals to their only meaning. */
export const ABBREVIATIONS: ReadonlyMap<string, string> = new Map(
  readFileSync(new URL('abbreviations.tsv', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [abbreviation = '', meaning = ''] = line.split('\t');
      return [abbreviation, meaning];
    }),
);

/** The meaning of an abbreviation beside certain words, or in certain food groups. */
export interface ContextualAbbreviation {
  /** Matches the abbreviation, with the words that decide its meaning, in a name in capitals. */
  readonly pattern: RegExp;
  readonly meaning: string;
  /** The food groups (first two digits of NDB numbers) that the rule applies to. Default: all. */
  readonly foodGroups?: readonly string[];
}

const MEAT = ['10', '13', '17', '23'];
const BEEF = ['13', '23'];

/** Rules are tried in this order, before the abbreviations with a single meaning. */
export const CONTEXTUAL_ABBREVIATIONS: readonly ContextualAbbreviation[] = [
  // Words that would be mistaken for abbreviations.
  { pattern: /\bCHICK-FIL-A\b/g, meaning: 'chick-fil-a' },
  { pattern: /\bCHICK-N-STRIPS\b/g, meaning: 'chick-n-strips' },
  { pattern: /\bCHIC-KETTS\b/g, meaning: 'chic-ketts' },
  { pattern: /\bCHOW MEIN\b/g, meaning: 'chow mein' },
  { pattern: /\bLO MEIN\b/g, meaning: 'lo mein' },
  { pattern: /\bHI-C\b/g, meaning: 'hi-c' },
  { pattern: /\bKRAFT MAYO\b/g, meaning: 'kraft mayo' },
  { pattern: /\bGO LN\b/g, meaning: 'golean' },
  // Names misspelled or truncated in the source.
  { pattern: /\bCAMPBELLS\b/g, meaning: "campbell's" },
  { pattern: /\bHERSHEYS\b/g, meaning: "hershey's" },
  { pattern: /\bKELLOG'S\b/g, meaning: "kellogg's" },
  { pattern: /\bMOTTS\b/g, meaning: "mott's" },
  { pattern: /\bUNCLE BENS\b/g, meaning: "uncle ben's" },
  { pattern: /\bCOCA-COLA COMP\b/g, meaning: 'coca-cola company' },
  { pattern: /\bV- FUSION\b/g, meaning: 'v-fusion' },
  { pattern: /\bABICHUELAS\b/g, meaning: 'habichuelas' },
  // Abbreviations, most of which depend on the words around them or on the food group.
  { pattern: /\bLN AND FAT\b/g, meaning: 'separable lean and fat', foodGroups: MEAT },
  { pattern: /, LN(?: ONLY)?(?=,)/g, meaning: ', separable lean only', foodGroups: MEAT },
  { pattern: /, FAT(?=,)/g, meaning: ', separable fat', foodGroups: MEAT },
  { pattern: /\bLN\b/g, meaning: 'lean', foodGroups: MEAT },
  { pattern: /(\d+(?:\/\d+)?") ?FA?T?\b/g, meaning: 'trimmed to $1 fat', foodGroups: MEAT },
  {
    pattern: /\bCOMP OF RTL CUTS\b/g,
    meaning: 'composite of trimmed retail cuts',
    foodGroups: MEAT,
  },
  { pattern: /\bCHCK\b/g, meaning: 'chuck', foodGroups: BEEF },
  { pattern: /\bMCK TENDER\b/g, meaning: 'mock tender', foodGroups: BEEF },
  { pattern: /\bJR\b/g, meaning: 'junior', foodGroups: ['03'] },
  { pattern: /\bLO CARB\b/g, meaning: 'low carb' },
  { pattern: /, CAFFEINE$/g, meaning: ', contains caffeine' },
  { pattern: /\bVEG SP$/g, meaning: 'vegetable soup' },
  { pattern: /\bGRD MSHRM\b/g, meaning: 'garden mushroom' },
  { pattern: /^CEREALS, RTE\b/g, meaning: 'cereals ready-to-eat' },
  { pattern: /\bUV LT\b/g, meaning: 'ultraviolet light' },
  { pattern: /\bCHK\b/g, meaning: 'chuck', foodGroups: BEEF },
  { pattern: /\bSTK\b/g, meaning: 'steak', foodGroups: BEEF },
  { pattern: /\bUSDA (?=CHOIC|SEL)/g, meaning: '', foodGroups: BEEF },
  { pattern: /\bSUB\b/g, meaning: 'sub', foodGroups: ['21'] },
  { pattern: /\bBUFFALO, H2O\b/g, meaning: 'buffalo, water' },
  { pattern: /\bRED(?= (?:FAT|NA|CAL|SUGAR|SUG)\b)/g, meaning: 'reduced' },
  { pattern: /\bRED-CAL\b/g, meaning: 'reduced-calorie' },
  { pattern: /\bK AND NA\b/g, meaning: 'added potassium and sodium' },
  { pattern: /\bHR\b/g, meaning: 'healthy request', foodGroups: ['06', '27'] },
  { pattern: /\bH ST-/g, meaning: 'heart smart-', foodGroups: ['06'] },
  { pattern: /\bFRENCH FR\b/g, meaning: 'french fries' },
  { pattern: /\b(?:MICRO|MICROWAVBL) (?=BOWLS?)/g, meaning: 'microwavable ' },
  { pattern: /\b(WITH|AND) (MINI )?VEG(?=$|,| AND| OR| SOUP)/g, meaning: '$1 $2vegetables' },
  { pattern: /\bCONDMNT, VEG\b/g, meaning: 'condiments, vegetables' },
  { pattern: /\b(?:COUNTRY|CONTRY|CNTRY) VEG\b/g, meaning: 'country vegetables' },
  { pattern: /\bCHICK PEAS?\b/g, meaning: 'chickpea' },
  { pattern: /\bWHL GRN\b/g, meaning: 'whole grain' },
  { pattern: /\bWHT BRD\b/g, meaning: 'white bread' },
  { pattern: /\bWHT\b/g, meaning: 'wheat' },
  { pattern: /\b1 MIN\b/g, meaning: '1 minute' },
  { pattern: /\b2 1\/2 MIN CK\b/g, meaning: '2 1/2 minute cook time' },
  { pattern: /\b2 1\/2 MIN\b/g, meaning: '2 1/2 minute' },
  { pattern: /\bMW\b/g, meaning: 'microwaved', foodGroups: ['08'] },
  { pattern: /\bFRUIT AND CRM VAR\b/g, meaning: 'fruit and cream variety', foodGroups: ['08'] },
  { pattern: /\bALCOHOLIC BEV\b/g, meaning: 'alcoholic beverage' },
  { pattern: /^CARBONATED BEV\b/g, meaning: 'carbonated beverage' },
  { pattern: /^BEVERAGE,/g, meaning: 'beverages,' },
  { pattern: /\bMILK BEV\b/g, meaning: 'milk beverage' },
  { pattern: /\bCOLA OR PEP\b/g, meaning: 'cola or pepper' },
  { pattern: /\bART FLAVOR\b/g, meaning: 'artificial flavor' },
  { pattern: /\bON(?= (?:AND|GARLIC) (?:GRLIC|GARLIC))/g, meaning: 'onion' },
  { pattern: /\bON\b/g, meaning: 'on' },
  { pattern: /\bSOL AND LIQ\b/g, meaning: 'solids and liquids' },
  { pattern: /\b(WITH|THAN) RED PR\b/g, meaning: '$1 red pepper' },
  { pattern: /\bMAYBE\b/g, meaning: 'may have been' },
  { pattern: /\bINCLUDE\b/g, meaning: 'includes' },
];
