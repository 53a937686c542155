import { useMemo, useRef, useState } from 'preact/hooks';
import { createFoodClient } from '../src/client/index.ts';
import { toFragment } from './address.ts';
import type { Food } from './food.ts';
import { countText, kcalText } from './number-text.ts';
import type { PageConfiguration } from './page-configuration.ts';
import { PageHeader } from './page-header.tsx';
import { addFood } from './plate/plate.ts';
import { PlatePanel } from './plate/plate-panel.tsx';
import { totalsOf } from './plate/totals.ts';
import { SearchPanel } from './search/search-panel.tsx';
import { useAddress } from './use-address.ts';

/** The page: a search, and a plate beside it. */
export function FoodsPage({ apiUrl }: PageConfiguration) {
  const client = useMemo(() => createFoodClient({ baseUrl: apiUrl }), [apiUrl]);
  const { question, setQuestion, plate, setPlate, unreadable } = useAddress();
  const [added, setAdded] = useState('');
  const plateRef = useRef<HTMLDivElement>(null);
  const { portions } = plate;

  function add(food: Food): void {
    const filled = addFood(plate, food);
    const portion = filled.portions.find(
      (candidate) => candidate.food.description === food.description,
    );
    setPlate(filled);
    setAdded(`Added ${food.description}: ${portion?.grams ?? 0} g on the plate`);
  }

  return (
    <>
      <PageHeader here="foods" />
      <main class="foods">
        <h1 class="unseen">Search foods and put a plate together</h1>
        <SearchPanel
          client={client}
          apiUrl={apiUrl}
          question={question}
          onQuestion={setQuestion}
          onAdd={add}
        />
        <div class="plate-column" ref={plateRef}>
          <PlatePanel
            plate={plate}
            onPlate={setPlate}
            link={() => new URL(`#${toFragment({ ...question, portions })}`, location.href).href}
            unreadable={unreadable}
          />
        </div>
        <p class="unseen" role="status">
          {added}
        </p>
      </main>
      {portions.length > 0 && (
        <button type="button" class="plate-jump" onClick={() => plateRef.current?.scrollIntoView()}>
          <span>Plate</span>
          <span>
            {countText(portions.length, 'food')} · {kcalText(totalsOf(portions).kcal.amount)} kcal
          </span>
        </button>
      )}
      <footer class="page-footer">
        <p>
          Fat is the sum of saturated, mono- and polyunsaturated fat. – means no value is known.
        </p>
      </footer>
    </>
  );
}
