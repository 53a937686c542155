import { useEffect, useState } from 'preact/hooks';
import type { FoodGroup } from '../../src/client/index.ts';
import type { Question } from '../address.ts';
import type { FoodService } from '../service.ts';

// Asks for the food groups of a search: how long after the last letter.

/** Who types on does not wait for groups: they are asked for where an answer is looked at. */
const REST_MS = 300;

/** The food groups of a search with their sizes; none until they are known, or where there are none. */
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
