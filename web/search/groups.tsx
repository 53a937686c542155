import { useEffect, useState } from 'preact/hooks';
import type { FoodGroup } from '../../src/client/index.ts';
import type { SearchCriteria } from '../foods/search-criteria.ts';
import { groupName } from '../languages/food-groups.ts';
import { inLanguage, numberText } from '../languages/language.ts';
import { NOTHING, toFragment, type View } from '../page/address.ts';
import type { Page } from '../page/use-page.ts';
import { Button } from '../parts/controls.tsx';
import { showInPage } from '../parts/food-link.tsx';
import type { FoodService } from '../service/food-service.ts';

// The list of food groups shown before anything is typed, and a group's heading, with their strings.
// The names of groups are in languages/food-groups.ts.

export const ENGLISH = {
  browse: 'Browse by food group',
  allGroups: 'All food groups',
};

export const SPANISH: typeof ENGLISH = {
  browse: 'Explorar por grupo de alimentos',
  allGroups: 'Todos los grupos',
};

const texts = () => inLanguage({ en: ENGLISH, es: SPANISH });

/**
 * Lists the food groups of the table before anything is typed. Each links to its foods. `onKeys`
 * moves the focus to the search box, whose keys move through the foods.
 */
export function Groups({ page, onKeys }: { readonly page: Page; readonly onKeys: () => void }) {
  const groups = useGroups(page.service, NOTHING);
  if (groups.length === 0) return null;
  return (
    <nav class="groups" aria-labelledby="groups-title">
      <h2 id="groups-title">{texts().browse}</h2>
      <ul>
        {groups.map(({ value, count }, i) => {
          const view: View = { ...NOTHING, group: value };
          const show = showInPage(({ detail }) => {
            page.dispatch({ kind: 'show', view });
            // The link was activated by keyboard, not by touch or mouse.
            if (detail === 0) onKeys();
          });
          return (
            <li key={value} id={`group-${i}`}>
              <a class="quiet spread" href={`#${toFragment(view)}`} onClick={show}>
                {groupName(value)} <small>{numberText(count)}</small>
              </a>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

/** The heading of a whole group's foods: its name, and a link to all groups. */
export function GroupHeading({ page, group }: { readonly page: Page; readonly group: string }) {
  return (
    <>
      <h2>{groupName(group)}</h2>
      <Button class="link" onClick={() => page.dispatch({ kind: 'show', view: NOTHING })}>
        {texts().allGroups}
      </Button>
    </>
  );
}

/** The delay before groups are requested, so that typing never waits for them. */
const REQUEST_DELAY_MS = 300;

/** Returns the food groups of a search with their sizes; empty until they are known. */
export function useGroups(
  service: FoodService,
  { query, match }: SearchCriteria,
): readonly FoodGroup[] {
  const [groups, setGroups] = useState<readonly FoodGroup[]>([]);
  useEffect(() => {
    const stop = new AbortController();
    const ask = () =>
      service.groups({ query, match }, stop.signal).then(
        (found) => stop.signal.aborted || setGroups(found),
        // The search reports its own errors.
        () => {},
      );
    const timer = setTimeout(ask, query === '' ? 0 : REQUEST_DELAY_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [service, query, match]);
  return groups;
}
