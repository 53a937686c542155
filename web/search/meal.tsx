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
import { FaultMessage } from '../parts/fault-message.tsx';
import { diagnose, type SearchFault } from '../service/search-fault.ts';
import { ADD_MEAL_ID } from './use-search-keys.ts';

// A meal typed or pasted: for each line its food and how many others to choose; its texts.

const ENGLISH = {
  title: (count: number) => `A meal of ${count} foods`,
  instead: (line: string) => `Food for “${line}”`,
  nothing: 'No food found. It is left out.',
  assumed: 'weight not known:',
  addAll: (count: number, kcal: string) => `Add all ${count} · ${kcal} kcal`,
};

const SPANISH: typeof ENGLISH = {
  title: (count) => `Una comida de ${count} alimentos`,
  instead: (line) => `Alimento para «${line}»`,
  nothing: 'Ningún alimento. Se omite.',
  assumed: 'peso desconocido:',
  addAll: (count, kcal) => `Añadir los ${count} · ${kcal} kcal`,
};

const texts = () => inLanguage({ en: ENGLISH, es: SPANISH });

/** How many foods there are to choose from for a line. */
const CHOICES = 12;

type Found = ReadonlyMap<string, readonly Food[]>;

/** A whole meal: for each of its lines the food that it is taken for, others a tap away. */
export function Meal({ page, onDone }: { readonly page: Page; readonly onDone: () => void }) {
  const { state, dispatch, apiUrl } = page;
  const lines = mealIn(state.question) ?? [];
  const { found, fault, retry } = useMeal(page, lines);
  const [chosen, setChosen] = useState<Readonly<Record<string, Food>>>({});
  if (fault !== undefined) return <FaultMessage fault={fault} apiUrl={apiUrl} onRetry={retry} />;

  const portionOf = (line: string): Portion | undefined => {
    const food = chosen[line] ?? bestOf(line, found.get(line) ?? []);
    return food && { food, ...servingFor(line, food) };
  };
  const portions = lines.flatMap((line) => portionOf(line) ?? []);
  return (
    <section class="meal" aria-labelledby="meal-title">
      <h2 id="meal-title">{texts().title(lines.length)}</h2>
      <ul>
        {lines.map((line, i) => (
          <MealLine
            key={`${i} ${line}`}
            line={line}
            portion={portionOf(line)}
            foods={found.get(line)}
            onChoose={(food) => setChosen({ ...chosen, [line]: food })}
          />
        ))}
      </ul>
      <button
        id={ADD_MEAL_ID}
        type="button"
        class="primary"
        disabled={portions.length === 0}
        onClick={() => {
          dispatch({ kind: 'plate/add', portions });
          dispatch({ kind: 'type', text: '' });
          onDone();
        }}
      >
        {texts().addAll(portions.length, kcalText(totalsOf(portions).kcal.amount))}
      </button>
    </section>
  );
}

interface MealLineProps {
  readonly line: string;
  readonly portion: Portion | undefined;
  /** `undefined` while they are looked for. */
  readonly foods: readonly Food[] | undefined;
  readonly onChoose: (food: Food) => void;
}

function MealLine({ line, portion, foods, onChoose }: MealLineProps) {
  if (portion === undefined || foods === undefined)
    return (
      <li>
        <b>{line}</b>
        {/* As high as with foods to choose from. */}
        <select disabled aria-label={texts().instead(line)} />
        <span class="note">{foods === undefined ? '…' : texts().nothing}</span>
      </li>
    );
  const { food, ...amount } = portion;
  const isAssumed = readQuantity(line).quantity !== undefined && amount.unit.name === 'g';
  return (
    <li>
      <b>{line}</b>
      <select
        aria-label={texts().instead(line)}
        value={String(foods.findIndex((other) => isSameFood(other, food)))}
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
        {isAssumed && !/\bg\b|\dg\b/.test(line) && `${texts().assumed} `}
        {amountWords(amount)} · <b>{kcalText(amountIn(portion, 'kcal'))} kcal</b>
      </span>
    </li>
  );
}

/** The best match, or the first that knows the unit of the line. */
function bestOf(line: string, foods: readonly Food[]): Food | undefined {
  const { quantity } = readQuantity(line);
  const knowing = quantity && foods.find(({ measures }) => amountOf(measures, quantity));
  return knowing ?? foods[0];
}

function servingFor(line: string, food: Food) {
  const { quantity } = readQuantity(line);
  return quantity === undefined
    ? servingOf(food, { basis: 'portion', quantity, unitName: undefined })
    : (amountOf(food.measures, quantity) ?? HUNDRED_GRAMS);
}

/** Looks each line up once. What was found for the lines before stays. */
function useMeal({ service, apiUrl }: Page, lines: readonly string[]) {
  const [found, setFound] = useState<Found>(new Map());
  const [fault, setFault] = useState<SearchFault>();
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const stop = new AbortController();
    const asked = lines.filter((line) => !found.has(line));
    Promise.all(
      asked.map(async (line) => {
        const question = sentQuestion({ query: line, match: 'fuzzy' });
        const { foods } = await service.search(question, stop.signal);
        return [line, foods.slice(0, CHOICES)] as const;
      }),
    ).then(
      (more) => setFound((now) => new Map([...now, ...more])),
      async (error) => {
        if (!stop.signal.aborted) setFault(await diagnose(error, apiUrl));
      },
    );
    return () => stop.abort();
  }, [service, JSON.stringify(lines), attempt]);
  const retry = () => {
    setFault(undefined);
    setAttempt(attempt + 1);
  };
  return { found, fault, retry };
}
