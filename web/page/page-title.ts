import { nutrientsOf, nutrientTitle } from '../foods/nutrients.ts';
import { groupName } from '../languages/food-groups.ts';
import type { PageState } from './page-state.ts';
import { foodOf } from './shown-foods.ts';

// The page's title, as in the browser tab.

/** Returns the subject of the title: the search or group, the foods, or the week's nutrient. */
export function subjectOf(state: PageState): string {
  const { view, schema } = state;
  const nameOf = (id: string) => foodOf(state, id)?.description ?? '';
  switch (view.kind) {
    case 'search':
      return view.query === '' && view.group !== undefined ? groupName(view.group) : view.query;
    case 'food':
      return nameOf(view.id);
    case 'compare':
      return view.ids.map(nameOf).filter(Boolean).join(' · ');
    case 'week': {
      const nutrients = nutrientsOf(schema.columns);
      const nutrient = nutrients.find(({ name }) => name === view.column) ?? nutrients[0];
      return nutrient === undefined ? view.column : nutrientTitle(nutrient);
    }
  }
}
