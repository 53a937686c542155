import { useEffect, useState } from 'preact/hooks';
import { amountIn, amountWords, HUNDRED_GRAMS, totalsOf } from '../foods/plate.ts';
import { mealIn } from '../foods/search-criteria.ts';
import { usualAmountOf } from '../foods/usual-amount.ts';
import { inLanguage, kcalText, t } from '../languages/language.ts';
import { MAX_COMPARED } from '../page/address.ts';
import type { Page } from '../page/use-page.ts';
import { Button } from '../parts/controls.tsx';
import { FaultMessage } from '../parts/fault-message.tsx';
import { currentPlate, dayAfter } from '../storage/saved-data.ts';
import { useSelectionOnEntry } from './search-box.tsx';
import { type MealLine, useMeal } from './use-meal.ts';

// A typed or pasted meal: its lines up to a maximum, remarks on doubtful lines, and its strings.

export const ENGLISH = {
  title: (count: number) => `A meal of ${count} foods`,
  instead: (line: string) => `Food for “${line}”`,
  nothing: 'No food found. This line is left out.',
  doubts: {
    weight: 'Is this the food?',
    'measure of the food': 'Is this the food?',
    'measure of its kind': 'Weighed like a similar food.',
    'usual amount': 'The usual amount.',
    unknown: 'How much is that?',
  },
  line: (line: string) => `Line “${line}”`,
  leftOut: (count: number) =>
    `${count} more ${count === 1 ? 'line does' : 'lines do'} not fit. Add these first, then the rest.`,
  add: (count: number, all: number, kcal: string) =>
    count === all
      ? `Add all ${count} · ${kcal} kcal`
      : `Add ${count} · ${kcal} kcal, ${count} of ${all} known`,
  addToYesterday: 'Add to yesterday',
};

export const SPANISH: typeof ENGLISH = {
  title: (count) => `Una comida de ${count} alimentos`,
  instead: (line) => `Alimento para «${line}»`,
  nothing: 'Ningún alimento. Se omite.',
  doubts: {
    weight: '¿Es este alimento?',
    'measure of the food': '¿Es este alimento?',
    'measure of its kind': 'Pesa como otros de su clase.',
    'usual amount': 'Una cantidad habitual.',
    unknown: '¿Cuánto es?',
  },
  line: (line) => `Línea «${line}»`,
  leftOut: (number) =>
    `${number === 1 ? 'No cabe 1 línea' : `No caben ${number} líneas`} más. Añade primero estas y luego el resto.`,
  add: (count, all, kcal) =>
    count === all
      ? `Añadir los ${count} · ${kcal} kcal`
      : `Añadir ${count} · ${kcal} kcal, se conocen ${count} de ${all}`,
  addToYesterday: 'Añadir a ayer',
};

const texts = () => inLanguage({ en: ENGLISH, es: SPANISH });

/** The maximum number of lines: as many as the service accepts at a time. */
const MAX_LINES = 50;

/** Shows a whole meal: the food of each line, with alternatives one tap away. */
export function Meal({ page, onDone }: { readonly page: Page; readonly onDone: () => void }) {
  const { state, dispatch, apiUrl } = page;
  const all = mealIn(state.criteria) ?? [];
  const { lines, fault, retry } = useMeal(page, all.slice(0, MAX_LINES));
  const portions = lines.flatMap(({ portion }) => portion ?? []);
  const ids = lines.flatMap(({ food }) => food?.id ?? []);
  const yesterday = dayAfter(state.today, -1);
  const isReady = lines.every(({ answer, food }) => food !== undefined || answer?.food === null);
  const isWaiting = !isReady && fault === undefined;

  function addAll(): void {
    dispatch({ kind: 'plate/add', portions });
    // Lines that could not be added stay.
    const left = all.filter((_, i) => lines[i]?.portion === undefined);
    dispatch({ kind: 'type', text: left.join('; ') });
    onDone();
  }

  // If Enter was pressed before all answers arrived, the meal is added now.
  useEffect(() => {
    if (state.isEnterWaiting && isReady && portions.length > 0) addAll();
  }, [state.isEnterWaiting, isReady]);

  function change(index: number, text: string): void {
    const lines = all.map((line, i) => (i === index ? text : line));
    dispatch({ kind: 'type', text: lines.join('; '), isShown: true });
  }

  return (
    <section class="meal stack" aria-labelledby="meal-title">
      <h2 id="meal-title" aria-live="polite">
        {texts().title(lines.length)}
      </h2>
      {fault !== undefined && <FaultMessage fault={fault} apiUrl={apiUrl} onRetry={retry} />}
      {all.length > lines.length && (
        <p class="note">{texts().leftOut(all.length - lines.length)}</p>
      )}
      <ul>
        {lines.map((line, i) => (
          <LineOfMeal key={i} {...line} onChange={(text) => change(i, text)} />
        ))}
      </ul>
      <p class="actions">
        <Button class="primary" disabled={portions.length === 0} onClick={addAll}>
          {texts().add(
            portions.length,
            lines.length,
            kcalText(totalsOf(portions).kcal.amount ?? 0),
          )}
        </Button>
        {portions.length > 0 && currentPlate(state.saved).day !== yesterday && (
          <Button
            disabled={isWaiting}
            onClick={() => {
              dispatch({ kind: 'plate/day', day: yesterday });
              addAll();
            }}
          >
            {texts().addToYesterday}
          </Button>
        )}
        {ids.length > 1 && ids.length <= MAX_COMPARED && (
          <Button
            disabled={isWaiting}
            onClick={() => dispatch({ kind: 'show', view: { kind: 'compare', ids } })}
          >
            {t().compare}
          </Button>
        )}
      </p>
    </section>
  );
}

interface LineProps extends MealLine {
  readonly onChange: (text: string) => void;
}

/** A line: its text, which can be edited in place, and the food it was read as. */
function LineOfMeal({ line, food, portion, answer, choose, fill, onChange }: LineProps) {
  const [typed, setTyped] = useState<string>();
  const selection = useSelectionOnEntry(true);
  const doubt = doubtOn({ answer, food, portion });
  const offered = food && (usualAmountOf(food) ?? HUNDRED_GRAMS);
  return (
    <li class={doubt === '' ? undefined : 'doubtful'}>
      <input
        aria-label={texts().line(line)}
        autocomplete="off"
        value={typed ?? line}
        {...selection}
        onInput={({ currentTarget: { value } }) => {
          setTyped(value);
          // Empty text removes the line, but only on blur.
          if (value.trim() !== '') onChange(value);
        }}
        onBlur={() => {
          if (typed?.trim() === '') onChange('');
          setTyped(undefined);
        }}
      />
      <select
        aria-label={texts().instead(line)}
        disabled={food === undefined}
        value={food?.id ?? ''}
        onChange={({ currentTarget: { value } }) => choose(value)}
      >
        {choicesOf({ answer, food }).map(({ id, description }) => (
          <option key={id} value={id ?? ''}>
            {description}
          </option>
        ))}
      </select>
      <span class="note">
        {portion !== undefined && (
          <>
            <b>{kcalText(amountIn(portion, 'kcal'))} kcal</b> · {amountWords(portion)}
          </>
        )}
        {food === undefined && answer?.food !== null && '…'}
        {doubt !== '' && <span class="doubt">{doubt}</span>}
        {portion === undefined && offered !== undefined && (
          <Button class="chip" onClick={() => fill(offered)}>
            {amountWords(offered)}
          </Button>
        )}
      </span>
    </li>
  );
}

/** Returns the foods that a line may mean, including the selected one. */
function choicesOf({ answer, food }: Pick<MealLine, 'answer' | 'food'>) {
  const all = [answer?.food, ...(answer?.alternatives ?? [])];
  // Without a key, a food cannot be looked up.
  const foods = all.flatMap((one) => (typeof one?.id === 'string' ? one : []));
  const isThere = food === undefined || foods.some(({ id }) => id === food.id);
  return isThere ? foods : [food, ...foods];
}

/** Returns the remark on a line; empty if its food is certain or was chosen. */
function doubtOn({ answer, food, portion }: Pick<MealLine, 'answer' | 'food' | 'portion'>): string {
  if (answer === undefined) return '';
  if (answer.food === null) return texts().nothing;
  if (food === undefined) return '';
  if (portion === undefined) return texts().doubts.unknown;
  const isSure = answer.certain || answer.how === 'unknown' || food.id !== answer.food.id;
  return isSure ? '' : texts().doubts[answer.how];
}
