import { useEffect, useState } from 'preact/hooks';
import { type Food, isSameFood } from '../foods/food.ts';
import { amountWords, HUNDRED_GRAMS, type Portion } from '../foods/plate.ts';
import { readQuantity } from '../foods/quantity.ts';
import { mealIn, sentQuestion } from '../foods/question.ts';
import { amountIn, totalsOf } from '../foods/totals.ts';
import { amountOf, servingOf } from '../foods/usual-amount.ts';
import { inLanguage } from '../languages/language.ts';
import { kcalText } from '../languages/number-text.ts';
import type { Page } from '../page/use-page.ts';
import { useRequest } from '../page/use-request.ts';
import { FaultMessage } from '../parts/fault-message.tsx';

// A meal typed or pasted: for each line its food and how many others to choose; its texts.

const ENGLISH = {
  title: (count: number) => `A meal of ${count} foods`,
  instead: (line: string) => `Food for “${line}”`,
  nothing: 'No food found. It is left out.',
  assumed: 'Its weight is not known.',
  unsure: (words: string) => `Not sure about “${words}”.`,
  line: (line: string) => `Line “${line}”`,
  leftOut: (count: number) => `${count} more lines do not fit. Add these first, then the rest.`,
  addAll: (count: number, kcal: string) => `Add all ${count} · ${kcal} kcal`,
};

const SPANISH: typeof ENGLISH = {
  title: (count) => `Una comida de ${count} alimentos`,
  instead: (line) => `Alimento para «${line}»`,
  nothing: 'Ningún alimento. Se omite.',
  assumed: 'No se conoce su peso.',
  unsure: (words) => `Dudoso: «${words}».`,
  line: (line) => `Línea «${line}»`,
  leftOut: (number) => `No caben ${number} líneas más. Añade primero estas.`,
  addAll: (count, kcal) => `Añadir los ${count} · ${kcal} kcal`,
};

const texts = () => inLanguage({ en: ENGLISH, es: SPANISH });

/** How many foods there are to choose from for a line. */
const CHOICES = 12;
/** More than a meal has. */
const MAX_LINES = 50;
/** Searches under way at a time: those of one meal do not take the service for themselves. */
const AT_ONCE = 6;

/** What was found for a line. */
interface LineAnswer {
  readonly foods: readonly Food[];
  /** Words of the line that its foods do not have, or that were taken for others. */
  readonly doubts: readonly string[];
}

/** A whole meal: for each of its lines the food that it is taken for, others a tap away. */
export function Meal({ page, onDone }: { readonly page: Page; readonly onDone: () => void }) {
  const { state, dispatch, apiUrl } = page;
  const all = mealIn(state.question) ?? [];
  const lines = all.slice(0, MAX_LINES);
  const { found, fault, retry } = useMeal(page, lines);
  // By line, and the how manieth of several that are the same.
  const [chosen, setChosen] = useState<Readonly<Record<string, Food>>>({});
  const keys = lines.map(
    (line, i) => `${lines.slice(0, i).filter((one) => one === line).length} ${line}`,
  );

  const portionOf = (line: string, i: number): Portion | undefined => {
    const { foods = [] } = found.get(line) ?? {};
    const known = foods.find(({ id }) => id !== null && id === state.saved.choices[nameIn(line)]);
    const food = chosen[keys[i] ?? ''] ?? known ?? bestOf(line, foods);
    return food && { food, ...servingFor(line, food) };
  };
  const portions = lines.flatMap((line, i) => portionOf(line, i) ?? []);
  const isReady = lines.every((line) => found.has(line));

  function addAll(): void {
    dispatch({ kind: 'plate/add', portions });
    // What was not added stays.
    const left = all.filter((line, i) => i >= MAX_LINES || portionOf(line, i) === undefined);
    dispatch({ kind: 'type', text: left.join('; ') });
    onDone();
  }

  // Enter was pressed before all answers were there.
  useEffect(() => {
    if (state.isEnterWaiting && isReady && portions.length > 0) addAll();
  }, [state.isEnterWaiting, isReady]);

  function change(index: number, text: string): void {
    dispatch({ kind: 'type', text: all.map((line, i) => (i === index ? text : line)).join('; ') });
  }

  return (
    <section class="meal" aria-labelledby="meal-title">
      <h2 id="meal-title">{texts().title(lines.length)}</h2>
      {fault !== undefined && <FaultMessage fault={fault} apiUrl={apiUrl} onRetry={retry} />}
      {all.length > lines.length && (
        <p class="note">{texts().leftOut(all.length - lines.length)}</p>
      )}
      <ul>
        {lines.map((line, i) => (
          <MealLine
            key={i}
            line={line}
            portion={portionOf(line, i)}
            answer={found.get(line)}
            onChange={(text) => change(i, text)}
            onChoose={(food) => {
              setChosen({ ...chosen, [keys[i] ?? '']: food });
              if (food.id !== null) dispatch({ kind: 'choice', name: nameIn(line), id: food.id });
            }}
          />
        ))}
      </ul>
      <button type="button" class="primary" disabled={portions.length === 0} onClick={addAll}>
        {texts().addAll(portions.length, kcalText(totalsOf(portions).kcal.amount))}
      </button>
    </section>
  );
}

interface MealLineProps {
  readonly line: string;
  readonly portion: Portion | undefined;
  /** `undefined` while it is looked for. */
  readonly answer: LineAnswer | undefined;
  readonly onChange: (text: string) => void;
  readonly onChoose: (food: Food) => void;
}

/** One line: its text, to be corrected in place, and what it was taken for. */
function MealLine({ line, portion, answer, onChange, onChoose }: MealLineProps) {
  const [typed, setTyped] = useState<string>();
  const { foods = [], doubts = [] } = answer ?? {};
  const isAssumed =
    portion !== undefined &&
    readQuantity(line).quantity !== undefined &&
    isUnknown(line, portion.food);
  const said = [
    answer !== undefined && portion === undefined && texts().nothing,
    doubts.length > 0 && texts().unsure(doubts.join(', ')),
    isAssumed && texts().assumed,
  ].filter((text) => text !== false);
  return (
    <li class={said.length > 0 ? 'doubtful' : undefined}>
      <input
        aria-label={texts().line(line)}
        autocomplete="off"
        value={typed ?? line}
        onInput={({ currentTarget: { value } }) => {
          setTyped(value);
          // Without a text, it would no longer be a line: that waits until somebody leaves it.
          if (value.trim() !== '') onChange(value);
        }}
        onBlur={() => {
          if (typed?.trim() === '') onChange('');
          setTyped(undefined);
        }}
      />
      <select
        aria-label={texts().instead(line)}
        disabled={portion === undefined}
        value={String(foods.findIndex((other) => portion && isSameFood(other, portion.food)))}
        onChange={({ currentTarget }) => {
          const other = foods[Number(currentTarget.value)];
          if (other !== undefined) onChoose(other);
        }}
      >
        {foods.map(({ description }, i) => (
          <option key={String(i)} value={String(i)}>
            {description}
          </option>
        ))}
      </select>
      <span class="note">
        {portion === undefined ? (
          answer === undefined && '…'
        ) : (
          <>
            {amountWords(portion)} · <b>{kcalText(amountIn(portion, 'kcal'))} kcal</b>
          </>
        )}
        {said.length > 0 && <strong class="doubt">{said.join(' ')}</strong>}
      </span>
    </li>
  );
}

/** What a line is called without its amount: what its choice is remembered by. */
const nameIn = (line: string): string => readQuantity(line).text.toLowerCase();

/** Whether nothing says what the amount of a line weighs. */
function isUnknown(line: string, food: Food): boolean {
  const { quantity } = readQuantity(line);
  return quantity !== undefined && amountOf(food.measures, quantity) === undefined;
}

/** The best match, or the first that knows the unit of the line. */
function bestOf(line: string, foods: readonly Food[]): Food | undefined {
  return foods.find((food) => !isUnknown(line, food)) ?? foods[0];
}

function servingFor(line: string, food: Food) {
  const { quantity } = readQuantity(line);
  return quantity === undefined
    ? servingOf(food, { basis: 'portion', quantity, unitName: undefined })
    : (amountOf(food.measures, quantity) ?? HUNDRED_GRAMS);
}

/** Looks each line up once. What was found for the lines before stays. */
function useMeal(page: Page, lines: readonly string[]) {
  const [found, setFound] = useState<ReadonlyMap<string, LineAnswer>>(new Map());
  const missing = [...new Set(lines)].filter((line) => !found.has(line));
  const key = missing.length === 0 ? '' : JSON.stringify(missing);
  const request = useRequest(page, key, async (signal) => {
    const left = [...missing];
    const work = async () => {
      for (let line = left.shift(); line !== undefined; line = left.shift()) {
        const answer = [line, await lookUp(page, line, signal)] as const;
        if (!signal.aborted) setFound((now) => new Map([...now, answer]));
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  });
  return { found, ...request };
}

/** What the service has for a line of a meal. */
async function lookUp({ service }: Page, line: string, signal: AbortSignal): Promise<LineAnswer> {
  const question = sentQuestion({ query: line, match: 'fuzzy' });
  const { foods, readings } = await service.search(question, signal);
  const doubts = readings.filter(({ manner }) => manner === 'slip' || manner === 'none');
  return { foods: foods.slice(0, CHOICES), doubts: doubts.map(({ typed }) => typed) };
}
