import { useEffect, useState } from 'preact/hooks';
import type { Food } from '../food.ts';
import { t } from '../languages/language.ts';
import type { FoodService } from '../service.ts';

/** The foods of the examples, for somebody who comes for the first time; none where it fails. */
export function useEveryday(service: FoodService, isWanted: boolean): readonly Food[] {
  const [foods, setFoods] = useState<readonly Food[]>([]);

  useEffect(() => {
    if (!isWanted) return;
    let isStale = false;
    Promise.all(t().welcome.examples.map((example) => service.best(example))).then(
      (found) => {
        if (!isStale) setFoods(found.filter((food) => food !== undefined));
      },
      // A search that somebody asked for will say what is wrong.
      () => {},
    );
    return () => {
      isStale = true;
    };
  }, [service, isWanted]);

  return isWanted ? foods : [];
}
