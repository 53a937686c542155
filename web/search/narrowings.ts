import type { Food } from '../food.ts';
import { groupOf, isIn, type Narrowing } from './arrange-foods.ts';

/** The kinds among foods that are worth choosing between, with how many there are of each. */
export function narrowingsOf(
  foods: readonly Food[],
  groups: Readonly<Record<string, string>>,
): { readonly narrowing: Narrowing; readonly count: number }[] {
  const counts = new Map<Narrowing, number>();
  const kinds: readonly Narrowing[] = ['raw', 'cooked', 'branded', 'unbranded'];
  for (const food of foods) {
    const group = groupOf(food);
    const known = group !== undefined && group in groups;
    const all: readonly Narrowing[] = known ? [...kinds, `group:${group}`] : kinds;
    for (const kind of all) if (isIn(food, kind)) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  const found = [...counts].map(([narrowing, count]) => ({ narrowing, count }));
  const useful = found.filter(({ count }) => count > 1 && count < foods.length);
  const isGroup = ({ narrowing }: { narrowing: Narrowing }) => narrowing.startsWith('group:');
  const kindsFirst = kinds.flatMap((kind) => useful.filter(({ narrowing }) => narrowing === kind));
  const byCount = useful.filter(isGroup).sort((a, b) => b.count - a.count);
  return [...kindsFirst, ...byCount.slice(0, 4)];
}
