import { useState } from 'preact/hooks';
import type { MealLine as FoundLine } from '../../src/client/index.ts';
import { GRAM } from '../../src/meal/measures.ts';
import type { Food } from '../foods/food.ts';
import { type Amount, gramsOf, MAX_GRAMS, type Portion } from '../foods/plate.ts';
import { readQuantity } from '../foods/question.ts';
import { amountOf as measuredAmount, usualAmountOf } from '../foods/usual-amount.ts';
import { foodOf } from '../page/results.ts';
import type { Page } from '../page/use-page.ts';
import { type Request, useRequest, useRows } from '../page/use-request.ts';
import { DEBOUNCE_MS } from '../service/food-service.ts';

// What the lines of a meal mean: as the service says, or as the person chose.

/** What the service has for a line. */
interface Answer extends FoundLine {
  /** Its food where the table has no key to look it up by. */
  readonly unkeyed: Food | undefined;
}

/** A line of a meal, as far as it has been looked up. */
export interface MealLine {
  readonly line: string;
  /** `undefined` while it is looked for. */
  readonly answer: Answer | undefined;
  /** `undefined` while it is looked for, and where nothing is found. */
  readonly food: Food | undefined;
  /** `undefined` also where nothing says how much of the food it is. */
  readonly portion: Portion | undefined;
  /** Takes another food for it, by its id: now, and for the next time. */
  readonly choose: (id: string) => void;
  /** Says how much of its food it is. */
  readonly fill: (amount: Amount) => void;
}

/** Looks each line up once, and its food. What was found for other lines before stays. */
export function useMeal(
  page: Page,
  lines: readonly string[],
): Request & { readonly lines: readonly MealLine[] } {
  const { state, dispatch } = page;
  const { found, ...request } = useAnswers(page, lines);
  // The id of a food by its line, and by its number if a line occurs more than once.
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>({});
  const [filled, setFilled] = useState<Readonly<Record<string, Amount>>>({});
  const known = lines.map((line, i) => {
    const key = `${lines.slice(0, i).filter((one) => one === line).length} ${line}`;
    const answer = found.get(line);
    const id = chosen[key] ?? state.saved.choices[nameIn(line)] ?? answer?.food?.id ?? '';
    return { line, key, answer, id };
  });
  const rows = useRows(
    page,
    known.flatMap(({ answer, id }) => (answer === undefined || id === '' ? [] : id)),
  );
  return {
    fault: request.fault ?? rows.fault,
    retry: request.fault === undefined ? rows.retry : request.retry,
    lines: known.map(({ line, key, answer, id }) => {
      const food = answer && (foodOf(state, id) ?? answer.unkeyed);
      // Of another food, the same count would be another amount.
      const amount = food && (filled[`${key} ${id}`] ?? amountOf(answer, food));
      return {
        line,
        answer,
        food,
        portion: food && amount && { food, ...amount },
        choose: (id) => {
          setChosen({ ...chosen, [key]: id });
          dispatch({ kind: 'choice', name: nameIn(line), id });
        },
        fill: (amount) => setFilled({ ...filled, [`${key} ${id}`]: amount }),
      };
    }),
  };
}

function useAnswers(page: Page, lines: readonly string[]) {
  const { service } = page;
  const [found, setFound] = useState<ReadonlyMap<string, Answer>>(new Map());
  const missing = [...new Set(lines)].filter((line) => !found.has(line));
  const key = missing.length === 0 ? '' : JSON.stringify(missing);
  const request = useRequest(page, key, async (signal) => {
    // Nobody waits for the letters between.
    await new Promise((rested) => setTimeout(rested, DEBOUNCE_MS));
    if (signal.aborted) return;
    const { lines: read } = await service.meal(missing, signal);
    const entries = await Promise.all(
      read.map(async (answer) => {
        const { id, description } = answer.food ?? {};
        const unkeyed = id === null ? await service.best(description ?? '') : undefined;
        return [answer.line, { ...answer, unkeyed }] as const;
      }),
    );
    if (!signal.aborted) setFound((now) => new Map([...now, ...entries]));
  });
  return { found, ...request };
}

/** A line without its amount: the key under which its choice is remembered. */
const nameIn = (line: string): string => readQuantity(line).text.toLowerCase();

/** How much of a food a line is; `undefined` where nothing says that, or it is more than a plate takes. */
function amountOf(answer: FoundLine, food: Food): Amount | undefined {
  const { line, amount: count, unit, grams } = answer;
  if (food.id !== answer.food?.id) {
    const { quantity } = readQuantity(line);
    return quantity === undefined ? usualAmountOf(food) : measuredAmount(food.measures, quantity);
  }
  if (count === null || grams === null || !(count > 0)) return undefined;
  const amount = { count, unit: { name: unit ?? GRAM.name, grams: grams / count } };
  return gramsOf(amount) <= MAX_GRAMS ? amount : undefined;
}
