import { useEffect, useRef, useState } from 'preact/hooks';
import { type Nutrient, SHOWN_NUTRIENTS } from '../foods/food.ts';
import { amountIn, type Portion, shortText } from '../foods/plate.ts';
import { gramsText, kcalText, t } from '../languages/language.ts';
import type { Page } from '../page/use-page.ts';
import { AmountEditor } from '../parts/amount-editor.tsx';
import { Button } from '../parts/controls.tsx';
import { FoodLink } from '../parts/food-link.tsx';
import { plateTexts } from './plate-texts.ts';

// A food on the plate: its amount, values and keys, its drag handle, and the button to remove it.

interface PortionRowProps {
  readonly page: Page;
  readonly portion: Portion;
  /** The nutrients whose values differ from the service's. */
  readonly differing: readonly Nutrient[];
  readonly isMovable: boolean;
}

/** Shows a food on the plate: its amount, its values, and ways to change it. */
export function PortionRow({ page, portion, differing, isMovable }: PortionRowProps) {
  const { dispatch, store } = page;
  const { food } = portion;
  const { description } = food;
  const [isOpen, setOpen] = useState(false);
  const handle = useRef<HTMLButtonElement>(null);
  const onMove = (by: number) => dispatch({ kind: 'plate/move', row: portion, by });
  const startDrag = usePortionDrag(onMove);

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    onMove(event.key === 'ArrowUp' ? -1 : 1);
    // Moving the row in the document removes its focus.
    requestAnimationFrame(() => handle.current?.focus());
  }

  const [, ...macros] = SHOWN_NUTRIENTS;
  const markOf = (nutrient: Nutrient) => (differing.includes(nutrient) ? 'differs' : undefined);
  return (
    <li class={isOpen ? 'portion open' : 'portion'}>
      <span class="description">
        <FoodLink food={food} amount={shortText(portion)} store={store}>
          {description}
        </FoodLink>
      </span>
      <span class="editor" onFocusIn={() => setOpen(true)}>
        <AmountEditor
          food={food}
          amount={portion}
          onAmount={(amount) => dispatch({ kind: 'plate/amount', row: portion, amount })}
          onSearch={(text) => dispatch({ kind: 'type', text })}
        />
      </span>
      <span class="energy-of spread">
        {!isOpen && <span class="unit">{t().unit(portion.unit.name, portion.count)}</span>}
        <b class={markOf('kcal')}>{kcalText(amountIn(portion, 'kcal'))} kcal</b>
      </span>
      <Button
        class="icon edit"
        aria-label={plateTexts().edit(description)}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        ▾
      </Button>
      <Button
        class="icon remove"
        aria-label={t().removeFood(description)}
        onClick={() => dispatch({ kind: 'plate/remove', row: portion })}
      >
        ×
      </Button>
      {isOpen && (
        <span class="contains actions note">
          {macros.map((nutrient) => (
            <span key={nutrient} class={markOf(nutrient)}>
              <i class={nutrient} />
              <abbr title={t().nutrients[nutrient]}>{plateTexts().initials[nutrient]}</abbr>{' '}
              {gramsText(amountIn(portion, nutrient))}
            </span>
          ))}
        </span>
      )}
      {isMovable && (
        <Button
          ref={handle}
          class="icon handle"
          aria-label={plateTexts().moveFood(description)}
          title={plateTexts().moveHint}
          onKeyDown={onKeyDown}
          onPointerDown={startDrag}
        >
          ⠿
        </Button>
      )}
    </li>
  );
}

/**
 * Returns a handler that starts dragging a row by its handle with a mouse, pen or finger. The row
 * moves whenever the pointer reaches another row.
 */
function usePortionDrag(onMove: (rows: number) => void): (event: PointerEvent) => void {
  const end = useRef(() => {});
  useEffect(() => () => end.current(), []);

  return (event) => {
    const { currentTarget } = event;
    const row = currentTarget instanceof Element ? currentTarget.closest('li') : null;
    if (row === null || event.button !== 0) return;
    // Listens on the document, since an element that is moved loses its pointer capture.
    const onPointerMove = ({ clientY }: PointerEvent) => {
      const previous = row.previousElementSibling?.getBoundingClientRect();
      const next = row.nextElementSibling?.getBoundingClientRect();
      // Moves the row only once the pointer has passed the middle of its neighbor, so that rows of
      // different heights do not swap back and forth.
      if (previous && clientY < previous.top + previous.height / 2) onMove(-1);
      else if (next && clientY > next.top + next.height / 2) onMove(1);
    };
    const dragging = new AbortController();
    const { signal } = dragging;
    end.current = () => {
      dragging.abort();
      row.classList.remove('dragged');
    };
    document.addEventListener('pointermove', onPointerMove, { signal });
    for (const type of ['pointerup', 'pointercancel'])
      document.addEventListener(type, () => end.current(), { signal });
    row.classList.add('dragged');
  };
}
