import { useEffect, useState } from 'preact/hooks';
import type { FoodGroup } from '../../src/client/index.ts';
import type { Question } from '../foods/question.ts';
import { groupName } from '../languages/food-groups.ts';
import { numberText } from '../languages/number-text.ts';
import { NOTHING, toFragment, type View } from '../page/address.ts';
import type { Page } from '../page/use-page.ts';
import { followHere } from '../parts/food-link.tsx';
import type { FoodService } from '../service/food-service.ts';
import { toolsTexts } from './tools-texts.ts';

// The food groups that are listed before anything is typed; tools-texts.ts has their names.

interface GroupsProps {
  readonly page: Page;
  /** Leads to the search box, from which the keys go through the foods. */
  readonly onKeys: () => void;
}

/** Before anything is typed: the food groups of the table, each of which lists its foods. */
export function Groups({ page, onKeys }: GroupsProps) {
  const groups = useGroups(page.service, NOTHING);
  if (groups.length === 0) return null;
  return (
    <nav class="groups" aria-labelledby="groups-title">
      <h2 id="groups-title">{toolsTexts().browse}</h2>
      <ul>
        {groups.map(({ value, count }, i) => {
          const view: View = { ...NOTHING, group: value };
          const show = ({ detail }: MouseEvent) => {
            page.dispatch({ kind: 'show', view });
            // By keyboard, not by finger or mouse.
            if (detail === 0) onKeys();
          };
          return (
            <li key={value} id={`group-${i}`}>
              <a
                class="quiet"
                href={`#${toFragment(view)}`}
                onClick={(event) => followHere(() => show(event))(event)}
              >
                {groupName(value)} <small>{numberText(count)}</small>
              </a>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

/** Over the foods of a whole group: its name, and the way to the others. */
export function GroupHeading({ page, group }: { readonly page: Page; readonly group: string }) {
  const name = groupName(group);
  return (
    <>
      <h2>{name}</h2>
      <button
        type="button"
        class="link"
        onClick={() => page.dispatch({ kind: 'show', view: NOTHING })}
      >
        {toolsTexts().allGroups}
      </button>
    </>
  );
}

/** Typing does not wait for groups: they are requested once an answer is shown. */
const REST_MS = 300;

/** The food groups of a search with their sizes; none until they are known, or if there are none. */
export function useGroups(service: FoodService, { query, match }: Question): readonly FoodGroup[] {
  const [groups, setGroups] = useState<readonly FoodGroup[]>([]);
  useEffect(() => {
    const stop = new AbortController();
    const ask = () =>
      service.groups({ query, match }, stop.signal).then(
        (found) => stop.signal.aborted || setGroups(found),
        // The search beside it says what is wrong.
        () => {},
      );
    const timer = setTimeout(ask, query === '' ? 0 : REST_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [service, query, match]);
  return groups;
}
