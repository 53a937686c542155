import { Component } from 'preact';
import { type Food, SHOWN_NUTRIENTS } from '../foods/food.ts';
import { type Amount, amountWords, energyStyle, gramsOf, HUNDRED_GRAMS } from '../foods/plate.ts';
import { mainText, sizedText, t } from '../languages/language.ts';
import { isCompared, type PageState } from '../page/page-state.ts';
import type { PageStore } from '../page/page-store.ts';
import { addActionOf, quantityIn, rowOf, servingIn, typedAmount } from '../page/shown-foods.ts';
import { Button } from '../parts/controls.tsx';
import { FoodLink } from '../parts/food-link.tsx';
import { lazy } from '../parts/lazy.tsx';
import type { Answer } from '../service/search-session.ts';
import { MarkedText, TranslatedNames } from './search-message.tsx';
import type { SearchKeys } from './use-search-keys.ts';

// A row of the results: name, nutrient bar, values, the amount on the plate, and the buttons to add
// and compare.

/** This part is not needed until a food is added. */
const AmountEditor = lazy(
  () => import('../parts/amount-editor.tsx'),
  'AmountEditor',
  ({ amount }) => <>{amountWords(amount)}</>,
);

/** The data that a row shows about its food. */
type RowContent = ReturnType<typeof contentOf>;

/**
 * Returns what a row shows about its food.
 *
 * @param answer - the answer, if it has an extra column
 */
export function contentOf(state: PageState, food: Food, answer: Answer | undefined) {
  const serving = servingIn(state, food);
  const typed = typedAmount(state, food);
  return {
    canCompare: state.schema.key !== undefined,
    isCompared: isCompared(state, food),
    /** The amount that the values are for. */
    grams: gramsOf(serving),
    /** The extra column's value per 100 g; `undefined` if there is no such column. */
    extra: answer && (answer.extra.get(food) ?? null),
    /** The amount typed with the search, which the food's view opens with. */
    typed,
    /** The amount that the values are for, in words; empty if all rows are for 100 g. */
    servingText: servingText(state, serving),
    portion: rowOf(state, food),
    // An amount typed with the search needs no editor.
    isEdited: food === state.added?.food && typed === undefined,
  };
}

/** Returns a row's amount in words, with a note if the weight of the typed unit is unknown. */
function servingText(state: PageState, serving: Amount): string {
  const quantity = quantityIn(state.criteria);
  const isShown = state.saved.basis === 'portion' || quantity !== undefined;
  if (!isShown) return '';
  const words = amountWords(serving);
  if (quantity === undefined || serving !== HUNDRED_GRAMS) return words;
  return `${quantity.unit === undefined ? t().noPiece : t().noUnit(t().unit(quantity.unit))} ${words}`;
}

interface FoodRowProps extends RowContent {
  readonly rowId: string;
  readonly food: Food;
  /** The answer that the food is from; `undefined` for starter foods. */
  readonly answer: Answer | undefined;
  readonly isActive: boolean;
  readonly store: PageStore;
  /** Must be the same object on every render, so that rows do not rerender. */
  readonly keys: SearchKeys;
}

/** A food in the results. Since there may be many, a row rerenders only if its own props change. */
export class FoodRow extends Component<FoodRowProps> {
  override shouldComponentUpdate(next: FoodRowProps): boolean {
    const now = this.props;
    return Object.entries(next).some(([name, value]) => Reflect.get(now, name) !== value);
  }

  override render() {
    const { rowId, food, answer, isActive, isCompared, canCompare, store } = this.props;
    const { grams, extra, typed, servingText } = this.props;
    const { description } = food;
    const arcs = energyStyle(food);
    const inServing = (value: number | null) => (value === null ? null : (value * grams) / 100);
    return (
      <tr id={rowId} role="row" aria-selected={isActive} class={isActive ? 'active' : undefined}>
        <td role="gridcell">
          <FoodLink food={food} amount={typed} tabIndex={-1} store={store}>
            {answer === undefined ? description : <MarkedText text={description} answer={answer} />}
          </FoodLink>
          {/* The shares of energy from carbohydrates, protein and fat. */}
          {arcs && <span class="macros" style={arcs} aria-hidden="true" />}
          {answer && <TranslatedNames text={description} answer={answer} />}
          {servingText !== '' && <small>{servingText}</small>}
          <OnPlate {...this.props} />
        </td>
        {SHOWN_NUTRIENTS.map((nutrient) => (
          <td role="gridcell" key={nutrient}>
            {mainText(nutrient, inServing(food[nutrient]))}
          </td>
        ))}
        {extra !== undefined && (
          <td role="gridcell" class="extra">
            {sizedText(inServing(extra))}
          </td>
        )}
        <td role="gridcell">
          {canCompare && food.id !== null && (
            <Button
              class="icon"
              title={t().compare}
              tabIndex={-1}
              aria-label={t().compareFood(food.description)}
              aria-pressed={isCompared}
              onClick={() => store.dispatch({ kind: 'compare', food })}
            >
              ⇄
            </Button>
          )}
          <Button
            class="icon add"
            tabIndex={-1}
            aria-label={t().addFood(food.description)}
            onClick={() => store.dispatch(addActionOf(store.state, food))}
          >
            +
          </Button>
        </td>
      </tr>
    );
  }
}

/** Shows how much of the food is on the plate. */
function OnPlate({ food, portion, isEdited, store, keys }: FoodRowProps) {
  if (portion === undefined) return null;
  if (!isEdited)
    return (
      <small class="on-plate actions">
        {t().onPlate} {amountWords(portion)}
      </small>
    );
  return (
    <span class="on-plate actions">
      <span>{t().onPlate}</span>
      <AmountEditor
        food={food}
        amount={portion}
        onAmount={(amount) => store.dispatch({ kind: 'plate/amount', row: portion, amount })}
        inputRef={keys.amountBox}
        onDone={keys.backToBox}
        onSearch={keys.searchFor}
      />
    </span>
  );
}
