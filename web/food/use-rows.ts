import { useEffect, useState } from 'preact/hooks';
import type { FoodRow } from '../food.ts';
import type { Portion } from '../plate/plate.ts';
import type { FoodService } from '../service.ts';

// Looks up all columns of the foods of a plate.

/** All that is offered of the foods of portions, by their ids; `undefined` before it is known. */
export function useRows(
  service: FoodService,
  portions: readonly Portion[],
): ReadonlyMap<string, FoodRow> | undefined {
  const [rows, setRows] = useState<ReadonlyMap<string, FoodRow>>();
  const key = JSON.stringify([...new Set(portions.map(({ food }) => food.id))]);
  useEffect(() => {
    let isStale = false;
    void rowsOf(service, portions).then((found) => {
      if (!isStale) setRows(found);
    });
    return () => {
      isStale = true;
    };
  }, [service, key]);
  return rows;
}

/** Looks up the foods of portions. What cannot be looked up now is left out. */
export async function rowsOf(
  service: FoodService,
  portions: readonly Portion[],
): Promise<ReadonlyMap<string, FoodRow>> {
  const ids = [...new Set(portions.flatMap(({ food }) => food.id ?? []))];
  const found = await Promise.all(
    ids.map((id) =>
      service.food(id).then(
        (row) => [id, row] as const,
        () => [id, undefined] as const,
      ),
    ),
  );
  return new Map(found.flatMap(([id, row]) => (row === undefined ? [] : [[id, row]])));
}
