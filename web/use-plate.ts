import { useCallback, useMemo, useState } from 'preact/hooks';
import { type ReadAddress, toFragment } from './address.ts';
import type { Food } from './food.ts';
import { addPlate, currentPlate, type Kept, noteAdded, setPortions } from './kept/kept.ts';
import { useKept } from './kept/use-kept.ts';
import { t } from './languages/language.ts';
import {
  type Amount,
  addFood,
  findPortion,
  type Plate,
  type Portion,
  setAmount,
} from './plate/plate.ts';

/** The plate in use, with all that the browser keeps beside it. */
export function usePlate() {
  const { kept, keep, isSaved } = useKept();
  const { id, portions } = currentPlate(kept);
  const [undoable, setUndoable] = useState({ id, removals: [] as Plate['removals'] });
  const [note, setNote] = useState('');
  // What was taken off another plate is not put back on this one.
  const removals = undoable.id === id ? undoable.removals : [];
  const plate = useMemo<Plate>(() => ({ portions, removals }), [portions, removals]);

  function setPlate(next: Plate): void {
    setUndoable({ id, removals: next.removals });
    keep((now) => setPortions(now, next.portions));
  }

  /** Adds to the plate; gives what is there of the food then. */
  function add(food: Food, amount: Amount): Portion | undefined {
    const filled = addFood(plate, food, amount);
    setPlate(filled);
    keep((now) => noteAdded(now, food, amount.unit.name));
    return filled.portions[findPortion(filled, food)];
  }

  function change(food: Food, amount: Amount): void {
    const index = findPortion(plate, food);
    if (index >= 0) setPlate(setAmount(plate, index, amount));
    keep((now) => noteAdded(now, food, amount.unit.name));
  }

  /** Takes over the plate of a link; a plate of one's own is kept beside it. */
  const takeFrom = useCallback(
    ({ portions: linked, unreadable }: ReadAddress) => {
      const unreadableNote = unreadable > 0 ? t().unreadableFoods(unreadable) : '';
      if (linked.length === 0) return setNote(unreadableNote);
      keep((now) => {
        const { plates } = now;
        const same = plates.find((other) => isSame(other.portions, linked));
        if (same !== undefined) return { ...now, current: same.id };
        return currentPlate(now).portions.length === 0
          ? setPortions(now, linked)
          : addShared(now, linked);
      });
      setNote(unreadableNote);
    },
    [keep],
  );

  return { kept, keep, isSaved, plate, setPlate, add, change, takeFrom, note };
}

function addShared(kept: Kept, portions: readonly Portion[]): Kept {
  return addPlate(kept, t().sharedPlate, portions);
}

function isSame(a: readonly Portion[], b: readonly Portion[]): boolean {
  const nowhere = { kind: 'search', query: '', match: 'fuzzy' } as const;
  return a.length === b.length && toFragment(nowhere, a) === toFragment(nowhere, b);
}
