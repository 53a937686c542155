// The reasons why an import skips foods, and the oddities that it reports.
// src/cli/import/format-report.ts prints them. Limits the examples.

/** How many examples a finding keeps. */
const MAX_EXAMPLES = 10;
/** How much text of an example is shown, in UTF-16 units. */
export const MAX_EXAMPLE_LENGTH = 100;

export interface Example {
  /** The line of the file or, as in JSON, the number of the record; 0 if not known. */
  readonly place: number;
  readonly text: string;
}

/** Something found in the data: how often, and the first examples. */
export interface DataFinding {
  readonly rule: Rule;
  readonly count: number;
  readonly examples: readonly Example[];
}

/** The rules by which odd records are skipped. */
export const SKIPS = {
  'no-name': 'has no name',
  'long-name': 'its name is longer than 1,000 characters',
  'not-a-food': 'is a laboratory sample, not a food',
  'not-an-object': 'is not a JSON object, or has a name but no amounts',
  'other-country': 'is not sold in the requested countries',
  shifted: 'has more fields than the header, or fewer than most others: values may be shifted',
  percentages: 'has percentages in place of amounts',
  'other-basis': 'its amounts are not per 100 g',
  misfit: 'its energy does not match its nutrients, or its amounts are impossible or words',
  heading: 'is a heading, a note or a total: it has nothing but a name, or is the sum of all foods',
  'invalid-text': 'its text is not valid in its encoding',
} as const;

/** The rules by which odd values are read, converted or kept. */
export const NOTES = {
  'energy-in-kj': 'energy converted from kJ, ÷ 4.184',
  'other-nutrient': 'amount taken from an equivalent nutrient, since the usual nutrient is missing',
  'duplicate-nutrient': 'nutrient given twice for a food; the first amount is used',
  'no-food': 'nutrient of an unknown food, dropped',
  comma: 'number with a comma',
  marked: 'amount in parentheses, with a unit, a footnote or another mark, read as the number',
  trace: 'trace amount, or amount below a limit, read as 0',
  missing: 'marker for a missing value, read as NULL',
  unreadable: 'amount that is not a number, read as NULL',
  'repaired-text': 'name with HTML entities, line breaks, or UTF-8 read as Windows-1252, repaired',
  'damaged-text':
    'name kept although it contains U+FFFD, a quote at the start, or an escape such as %20',
  'repeated-name': 'food kept although its name is a duplicate',
  'repeated-key': 'food kept although its key is a duplicate',
  'no-key': 'food kept although it has no key',
  'over-100-g': 'amount kept although it exceeds 902 kcal or 100 g per 100 g',
  negative: 'negative amount, read as NULL, except grams above -1',
  'field-count': 'record with fewer fields than the header',
  encoding: 'file read in the encoding detected; another can be set with --encoding',
  'not-utf-8': 'line that is not UTF-8, read as Windows-1252',
  'no-serving-weight': 'food per serving without a weight in grams, amounts read as NULL',
  'no-fatty-acids': 'no food has fatty acids: fat_g is "0.00" for every food',
  'no-column': 'column missing from the source, NULL for every food',
} as const;

/** Decisions that the import cannot verify. They are reported, although they may be correct. */
export const DECISIONS = {
  table: 'table that was read; another can be chosen with --sheet',
  special: 'energy kept although the nutrients do not explain it, as with alcohol or sweeteners',
  'odd-amount': 'amount kept although it is larger than in nearly any other food',
  'same-amounts': 'food kept although its amounts are all missing or all the same, such as 0',
  'serving-name': 'name or note with an amount: the amounts of all foods are read as per 100 g',
} as const;

export type Rule = keyof typeof SKIPS | keyof typeof NOTES | keyof typeof DECISIONS;

/** The origin of a column in the table. */
export interface ColumnSource {
  readonly column: string;
  /** Undefined for text columns. */
  readonly unit: string | undefined;
  /** The fields of the source, best first, each with the factor for its amounts. */
  readonly from: readonly { readonly field: string; readonly factor: number }[];
}

/** The result of an import. */
export interface ImportReport {
  readonly format: string;
  /** How many records the source has. */
  readonly read: number;
  /** How many foods the new table has. */
  readonly kept: number;
  readonly columns: readonly ColumnSource[];
  readonly skipped: readonly DataFinding[];
  readonly findings: readonly DataFinding[];
  /** How many foods have no value, by column. */
  readonly nulls: Readonly<Record<string, number>>;
  /** The key column; `undefined` if the source has none, or its values repeat. */
  readonly key: string | undefined;
  /** The `--language` to serve the table with, if the names seem not to be in English. */
  readonly language?: string | undefined;
}

/** Counts findings while a source is read. */
export class FindingCounts {
  readonly #counts = new Map<Rule, { count: number; examples: Example[] }>();

  add(rule: Rule, text: () => string, place = 0): void {
    const finding = this.#counts.get(rule) ?? { count: 0, examples: [] };
    this.#counts.set(rule, finding);
    finding.count += 1;
    if (finding.examples.length < MAX_EXAMPLES) {
      finding.examples.push({ place, text: text().slice(0, MAX_EXAMPLE_LENGTH) });
    }
  }

  /** Returns the findings of these rules, in the order of the rules. */
  of(rules: object): DataFinding[] {
    const names = Object.keys(rules);
    return [...this.#counts]
      .filter(([rule]) => rule in rules)
      .map(([rule, finding]) => ({ rule, ...finding }))
      .sort((a, b) => names.indexOf(a.rule) - names.indexOf(b.rule));
  }

  countOf(rules: readonly Rule[]): number {
    return rules.reduce((sum, rule) => sum + (this.#counts.get(rule)?.count ?? 0), 0);
  }
}
