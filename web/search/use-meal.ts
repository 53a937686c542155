import { useState } from 'preact/hooks';
import type { MealLine as FoundLine } from '../../src/client/index.ts';
import { GRAM } from '../../src/meal/measures.ts';
import { type Food, ownValue } from '../foods/food.ts';
import { type Amount, limited } from '../foods/plate.ts';
import { readQuantity } from '../foods/search-criteria.ts';
import { amountOf as measuredAmount } from '../foods/typed-amount.ts';
import { usualAmountOf } from '../foods/usual-amount.ts';
import { foodOf } from '../page/shown-foods.ts';
import { type Page, useRequest, useRows } from '../page/use-page.ts';
import { DEBOUNCE_MS } from '../service/food-service.ts';

// The foods of a meal's lines: as the service answers, or as the user chose.

/** The service's answer for a line. */
interface Answer extends FoundLine {
  /** The line's food, if the table has no key by which to look it up. */
  readonly unkeyed: Food | undefined;
}

/** A line of a meal, with what has been looked up so far. */
export type MealLine = ReturnType<typeof useMeal>['lines'][number];

/** Looks up each line and its food once. Answers for unchanged lines stay. */
export function useMeal(page: Page, lines: readonly string[]) {
  const { state, dispatch } = page;
  const { found, ...request } = useAnswers(page, lines);
  // Food IDs by line. Lines are numbered in case one occurs more than once.
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>({});
  const [filled, setFilled] = useState<Readonly<Record<string, Amount>>>({});
  const known = lines.map((line, i) => {
    const key = `${lines.slice(0, i).filter((one) => one === line).length} ${line}`;
    const answer = found.get(line);
    const choice = chosen[key] ?? ownValue(state.saved.choices, nameIn(line));
    const id = choice ?? answer?.food?.id ?? '';
    return { line, key, answer, id };
  });
  const rows = useRows(
    page,
    known.flatMap(({ answer, id }) => (answer === undefined || id === '' ? [] : id)),
  );
  const { fault, retry } = request.fault === undefined ? rows : request;
  return {
    fault,
    retry,
    lines: known.map(({ line, key, answer, id }) => {
      const food = answer && (foodOf(state, id) ?? answer.unkeyed);
      // The key includes the food's ID, since the same count of a different food is a different
      // amount.
      const amount = food && (filled[`${key} ${id}`] ?? amountOf(answer, food));
      return {
        line,
        /** `undefined` while pending. */
        answer,
        /** `undefined` while pending, and if nothing was found. */
        food,
        /** The food with its amount; `undefined` if the food or the amount is unknown. */
        portion: food && amount && { food, ...amount },
        /** Chooses another food for the line by its ID, and remembers it for next time. */
        choose: (id: string) => {
          setChosen({ ...chosen, [key]: id });
          dispatch({ kind: 'choice', name: nameIn(line), id });
        },
        /** Sets the amount of the line's food. */
        fill: (amount: Amount) => setFilled({ ...filled, [`${key} ${id}`]: amount }),
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
    // Debounced, so that a line is not looked up after each letter.
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

/** Returns the key under which a line's choice is stored: the line without its amount. */
const nameIn = (line: string): string => readQuantity(line).text.toLowerCase();

/**
 * Returns the amount of a line's food; `undefined` if it is unknown or more than a plate can hold.
 */
function amountOf(answer: FoundLine, food: Food): Amount | undefined {
  const { line, amount: count, unit, grams } = answer;
  if (food.id !== answer.food?.id) {
    const { quantity } = readQuantity(line);
    return quantity === undefined ? usualAmountOf(food) : measuredAmount(food.measures, quantity);
  }
  if (count === null || grams === null || !(count > 0)) return undefined;
  return limited({ count, unit: { name: unit ?? GRAM.name, grams: grams / count } });
}
