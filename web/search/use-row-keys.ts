import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Food } from '../food.ts';
import type { Line } from './arrange-foods.ts';
import { rowId } from './results-table.tsx';
import type { Answer } from './search-session.ts';

interface RowKeysParts {
  readonly lines: readonly Line[];
  readonly answer: Answer | undefined;
  /** Whether its best match is chosen as soon as an answer is there: Enter adds it. */
  readonly hasBest: boolean;
  readonly onAdd: (food: Food) => void;
  /** Whether its amount was typed already, so that nobody needs to set it. */
  readonly isAmountTyped: (food: Food) => boolean;
  readonly onType: (text: string) => void;
  readonly onSearchNow: () => void;
  readonly onUnfold: (head: string) => void;
  readonly onShow: (food: Food) => void;
  readonly onCompare: (food: Food) => void;
}

/** The keys that lead from the search box through the rows, and from an amount back to the box. */
export function useRowKeys(parts: RowKeysParts) {
  const {
    lines,
    answer,
    hasBest,
    onAdd,
    isAmountTyped,
    onType,
    onSearchNow,
    onUnfold,
    onShow,
    onCompare,
  } = parts;
  const [activeIndex, setActiveIndex] = useState(-1);
  const [amountsWanted, setAmountsWanted] = useState(0);
  const box = useRef<HTMLInputElement>(null);
  const amountBox = useRef<HTMLInputElement>(null);

  useLayoutEffect(() => {
    setActiveIndex(hasBest ? 0 : -1);
    // Who types on far down the page looks for the first of the new foods.
    if (document.activeElement === box.current) scrollTo({ top: 0 });
  }, [answer]);
  useLayoutEffect(() => {
    if (activeIndex > 0)
      document.getElementById(rowId(activeIndex))?.scrollIntoView({ block: 'nearest' });
  }, [activeIndex]);
  useLayoutEffect(() => {
    if (amountsWanted > 0) amountBox.current?.focus({ preventScroll: true });
  }, [amountsWanted]);

  function type(text: string): void {
    // The row was chosen from the answer to another text: Enter must not add it to this one.
    setActiveIndex(-1);
    onType(text);
  }

  function enter(line: Line | undefined): void {
    if (line === undefined) onSearchNow();
    else if (line.kind === 'more') onUnfold(line.head);
    else {
      onAdd(line.food);
      if (isAmountTyped(line.food)) box.current?.select();
      else setAmountsWanted(amountsWanted + 1);
    }
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.isComposing || event.ctrlKey || event.metaKey) return;
    const line = lines[activeIndex];
    if (event.key === 'ArrowDown') setActiveIndex(Math.min(activeIndex + 1, lines.length - 1));
    else if (event.key === 'ArrowUp') setActiveIndex(Math.max(activeIndex - 1, -1));
    else if (event.key === 'Escape') type('');
    else if (event.key === 'Enter' && event.shiftKey && line?.kind === 'food') onShow(line.food);
    else if (event.key === 'Enter' && event.altKey && line?.kind === 'food') {
      onCompare(line.food);
      box.current?.select();
    } else if (event.key === 'Enter') enter(line);
    else return;
    event.preventDefault();
  }

  /** From the amount just added back to the search: with Enter, Escape, or by typing on. */
  function onAmountKeyDown(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const isLetter = /^\p{L}$/u.test(event.key);
    if (!isLetter && event.key !== 'Enter' && event.key !== 'Escape') return;
    event.preventDefault();
    box.current?.focus();
    if (isLetter) type(event.key);
    else box.current?.select();
  }

  return { activeIndex, box, amountBox, type, onKeyDown, onAmountKeyDown };
}
