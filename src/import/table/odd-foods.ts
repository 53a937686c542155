import type { AmountOf } from '../../food/atwater.ts';
import { unitFactor } from '../../food/nutrient-units.ts';
import { MAX_EXAMPLE_LENGTH } from '../import-report.ts';
import { unitIn } from './column-names.ts';
import type { PlannedColumn, PlannedField } from './column-plan.ts';
import { BOUNDS, plainKind, type Rule, WHOLE_ONE_IN } from './plausible-amounts.ts';

// Finds foods whose amounts seem to be in the wrong unit or column, by limits that few real foods
// exceed.

const [MIN_ODD_FOODS, MIN_OFF_FOODS] = [3, 6];
/**
 * One food in this many may have odd energy: even in correct tables, one in 16 is off by a quarter.
 */
const ENERGY_ONE_IN = 8;
/** One plain food in this many may have amounts that contradict its name: salted or dried fish. */
const CONTRARY_ONE_IN = 10;
/** Tables with fewer foods are not judged. */
export const MIN_FOODS = 8;

/** The evidence for the basis of the amounts. All but `serving` mean 100 g. */
export type BasisEvidence = 'format' | '100g' | 'serving' | 'names';

/** How many foods break a rule. */
type OddCount = ReturnType<typeof emptyCount>;

/** The `example` will be an odd food and its amount: too high or low, whichever is more common. */
const emptyCount = (rule: Rule, unit: string, { name: field, factor }: PlannedField) => {
  return { rule, field, unit, factor, example: '', judged: 0, less: 0, more: 0 };
};

/** Counts a food, and returns whether it breaks the rule; `undefined` if it cannot be judged. */
function breaksRule(count: OddCount, amountOf: AmountOf, name: string): boolean | undefined {
  const { column, reference, min, max, hasZeros = false, foods } = count.rule;
  const amount = amountOf(column) ?? -1;
  const all = amount > 0 || (hasZeros && amount === 0) ? reference(amountOf) : undefined;
  if (all === undefined || foods?.test(name) === false) return undefined;
  count.judged += 1;
  if (amount >= min * all && amount <= max * all) return false;
  const side = amount < min * all ? 'less' : 'more';
  count[side] += 1;
  if (count[side] === Math.max(count.less, count.more))
    count.example = `${name.slice(0, MAX_EXAMPLE_LENGTH)}: ${amount} ${count.unit}`;
  return true;
}

/**
 * Offers to accept wrong foods, unless most foods are wrong, since the table is then wrong.
 *
 * @param isConverted - whether amounts per serving were converted, which may be the mistake
 */
export const orAccept = (wrong: number, all: number, isConverted = false): string =>
  (wrong * 2 > all ? '' : ', or accept them with --accept nutrients') +
  (isConverted ? '. If the amounts were per 100 g, use --per 100g instead' : '');

/** Formats a number: `1,234`. */
export function count(number: number): string {
  return number.toLocaleString('en');
}

/** Counts odd foods by rule. */
export class OddFoods {
  readonly #counts: OddCount[];
  readonly #per: BasisEvidence | undefined;
  /** How many plain foods could be judged by what is usual for their kind. */
  #plain = 0;
  /** How many plain foods have unusual amounts, their kinds, and the name of the last. */
  #contrary = { foods: 0, kinds: new Set<string | undefined>(), last: '' };

  /** @param per - with `format`, only the unit of the energy column is judged */
  constructor(columns: readonly PlannedColumn[], per: BasisEvidence | undefined) {
    this.#per = per;
    const isOfEnergy = ({ column, oneIn }: Rule) => column === 'kcal' && oneIn === WHOLE_ONE_IN;
    this.#counts = BOUNDS.flatMap((rule) => {
      if (per === 'serving' && rule.isOf100 === true) return [];
      if (per === 'format' && !isOfEnergy(rule)) return [];
      const { unit = '', fields } = columns.find(({ name }) => name === rule.column) ?? {};
      return fields?.slice(0, 1).map((field) => emptyCount(rule, unit, field)) ?? [];
    });
  }

  /** Counts a food, and returns the columns in which it has more than any real food. */
  add(amountOf: AmountOf, name: string): readonly string[] {
    const areOdd = this.#counts.map((one) => breaksRule(one, amountOf, name));
    const ofPlain = areOdd.filter((_, i) => this.#counts[i]?.rule.isOfPlain);
    if (ofPlain.some((isOdd) => isOdd !== undefined)) this.#plain += 1;
    if (ofPlain.includes(true)) {
      const { foods, kinds } = this.#contrary;
      this.#contrary = { foods: foods + 1, kinds: kinds.add(plainKind(name)), last: name };
    }
    // Only rules with this text are about amounts that no food has, whatever its name.
    return this.#counts.flatMap(({ rule }, i) =>
      areOdd[i] && rule.text === 'more than any food has' ? rule.column : [],
    );
  }

  /**
   * Describes which foods are odd and what to do; `undefined` if they are few.
   *
   * @param isAccepted - whether odd amounts are accepted, except energy in the wrong unit
   * @param serving - the message about impossible amounts or a wrong basis; it takes precedence
   * over all others except that about the energy unit
   */
  fault(isAccepted: boolean, serving: string | undefined): string | undefined {
    const odd = this.#counts.filter(({ rule: { oneIn, column }, judged, less, more }) => {
      const odd = Math.max(less, more) * oneIn;
      const least = column === 'kcal' ? MIN_OFF_FOODS : MIN_FOODS;
      if (oneIn === WHOLE_ONE_IN) return judged >= least && odd > judged;
      const min = oneIn === ENERGY_ONE_IN ? MIN_OFF_FOODS : MIN_ODD_FOODS;
      return odd >= min * oneIn && odd >= judged;
    });
    const whole = odd.filter(({ rule }) => rule.oneIn === WHOLE_ONE_IN);
    const energy = whole.find(({ rule }) => rule.column === 'kcal');
    if (energy !== undefined) {
      const { field, factor } = energy;
      const unit = energy.less * 2 > energy.judged ? 'kcal' : 'kJ';
      const map = JSON.stringify(`kcal=${field}:${unit}`);
      // Suggesting the unit that was assumed anyway would change nothing.
      const isOther = (unit === 'kcal') !== (factor === 1);
      return (
        `the energy in its column ${JSON.stringify(field)} is far from that of protein, carbohydrate and fat ` +
        `in most foods. ${isOther ? `If it is in ${unit}, say so with --map ${map}.` : 'If only the energy is wrong, leave it out with --map kcal=.'}`
      );
    }
    if (isAccepted || serving !== undefined) return serving;
    if (whole.length > 0) {
      return (
        `its columns ${whole.map(({ field }) => JSON.stringify(field)).join(', ')} have values too ` +
        `small or large for these units. Give other units, or leave columns out, as in ` +
        `${whole.map(otherUnit).join(' ')}, or accept them with --accept nutrients.`
      );
    }
    const [found] = odd;
    if (found === undefined) return this.#contraryFault();
    const { rule, field, example, less, more } = found;
    const remedy =
      rule.isOf100 === true && this.#per === undefined
        ? `If amounts are per serving, say so with --per serving; else leave the column out with --map ${rule.column}=`
        : `Correct the column. If no other column is wrong, leave it out with --map ${rule.column}=`;
    return (
      `${count(Math.max(less, more))} of its foods have ${rule.text} (${example}), as if ` +
      `${JSON.stringify(field)} were in a different unit or column there. ${remedy}, or accept the foods with --accept nutrients.`
    );
  }

  /** Describes plain foods whose amounts contradict their names, such as butter without fat. */
  #contraryFault(): string | undefined {
    const { foods, kinds, last } = this.#contrary;
    // Wrong columns or rows affect foods of all kinds. A few of one kind may be a specialty: rusks.
    const oneIn = kinds.size > 1 ? CONTRARY_ONE_IN : WHOLE_ONE_IN;
    if (foods < MIN_ODD_FOODS || foods * oneIn <= this.#plain) return undefined;
    return (
      `${count(foods)} of its foods have amounts that contradict their names (${last.slice(0, MAX_EXAMPLE_LENGTH)}), ` +
      `as if names or amounts were in different rows or columns, or not per 100 g. Correct them${orAccept(foods, this.#plain)}.`
    );
  }
}

/**
 * Returns the `--map` for a column in a different unit. If the column's name states its unit, or no
 * unit fits, the map drops the column.
 */
function otherUnit({ rule: { column }, field, unit, factor, judged, less }: OddCount): string {
  const right = factor * (less * 2 <= judged ? 1 / 1000 : 1000);
  const other = ['g', 'mg', 'µg'].find((one) => unitFactor(one, unit) === right);
  if (unitIn(field) !== undefined || other === undefined) return `--map ${column}=`;
  return `--map ${JSON.stringify(`${column}=${field}:${other}`)}`;
}
