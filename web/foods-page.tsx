import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { MAX_COMPARED, type Question, toFragment } from './address.ts';
import { type Food, isSameFood } from './food.ts';
import { foodKey, isFavorite, toggleFavorite } from './kept/kept.ts';
import { t } from './languages/language.ts';
import type { PageConfiguration } from './page-configuration.ts';
import { PageHeader } from './page-header.tsx';
import { useCopy } from './parts/copy.ts';
import { Lazy } from './parts/lazy.tsx';
import { Sheet } from './parts/sheet.tsx';
import { useMedia } from './parts/use-media.ts';
import { usePrinting } from './parts/use-printing.ts';
import { amountWords } from './plate/amount-words.ts';
import type { Amount } from './plate/plate.ts';
import { PlateBar } from './plate/plate-bar.tsx';
import { PlatePanel } from './plate/plate-panel.tsx';
import { WelcomeMessage } from './search/search-message.tsx';
import { SearchPanel } from './search/search-panel.tsx';
import { useEveryday } from './search/use-everyday.ts';
import { createFoodService, NO_OFFER, type Offer } from './service.ts';
import { useAddress } from './use-address.ts';
import { usePlate } from './use-plate.ts';

/** Below this there is no room for the plate beside the search (`search.css` and `sheet.css` have it too). */
const NARROW = '(max-width: 64rem)';

/** A search for nothing: the link of a plate leads to the plate alone. */
const NOTHING = { kind: 'search', query: '', match: 'fuzzy' } as const;

const loadFoodView = () => import('./food/food-view.tsx').then((module) => module.FoodView);
const loadCompareTray = () =>
  import('./search/compare-tray.tsx').then((module) => module.CompareTray);
const loadCompareView = () =>
  import('./food/compare-view.tsx').then((module) => module.CompareView);

/** The page: a search, one food or several side by side, and a plate. */
export function FoodsPage({ apiUrl }: PageConfiguration) {
  const [offer, setOffer] = useState<Offer>(NO_OFFER);
  const service = useMemo(() => createFoodService(apiUrl, setOffer), [apiUrl]);
  const { kept, keep, isSaved, plate, setPlate, add, change, takeFrom, note } = usePlate();
  const { portions } = plate;
  const { view, show } = useAddress(portions, takeFrom);
  const lastSearch = useRef<Question>({ query: '', match: 'fuzzy' });
  if (view.kind === 'search') lastSearch.current = view;
  const question = lastSearch.current;
  const [compared, setCompared] = useState<readonly Food[]>([]);
  const [said, say] = useState('');
  const [isPlateOpen, setPlateOpen] = useState(false);
  const isNarrow = useMedia(NARROW);
  const isPrinting = usePrinting();
  const [copied, copy] = useCopy(portions);

  useEffect(() => {
    if (view.kind !== 'search') return;
    document.title = view.query === '' ? 'Food Lookup' : `${view.query} · Food Lookup`;
  }, [view]);

  function copyLink(): void {
    if (portions.length === 0) return;
    copy(new URL(`#${toFragment(NOTHING, portions)}`, location.href).href, t().linkCopied);
  }
  // Before the next key: the plate that is copied is the one on the screen.
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) copyLink();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  });

  function addToPlate(food: Food, amount: Amount): void {
    const portion = add(food, amount);
    if (portion !== undefined) say(t().added(food.description, amountWords(portion)));
  }

  function toggleCompared(food: Food): readonly Food[] {
    const rest = compared.filter((other) => !isSameFood(other, food));
    const next = rest.length < compared.length ? rest : [...compared, food].slice(-MAX_COMPARED);
    setCompared(next);
    return next;
  }

  function showCompared(foods: readonly Food[]): void {
    show({ kind: 'compare', ids: foods.flatMap(({ id }) => (id === null ? [] : [id])) });
  }

  const unitNameOf = (food: Food) => kept.units[foodKey(food)];
  const isCompared = (food: Food) => compared.some((other) => isSameFood(other, food));
  const showFood = (food: Food) => {
    setPlateOpen(false);
    if (food.id !== null) show({ kind: 'food', id: food.id });
  };
  const goBack = () => show({ kind: 'search', ...lastSearch.current });
  const setBasis = (basis: typeof kept.basis) => keep((now) => ({ ...now, basis }));
  const shared = { service, offer, apiUrl, unitNameOf, onBack: goBack };

  const plateOf = () => (
    <PlatePanel
      kept={kept}
      onKept={keep}
      isSaved={isSaved}
      plate={plate}
      isPrinting={isPrinting}
      onPlate={setPlate}
      onAmount={change}
      onShow={showFood}
      note={note}
      onCopyLink={copyLink}
      copied={copied}
    />
  );

  let instead: ComponentChildren;
  if (view.kind === 'food')
    instead = (
      <Lazy
        load={loadFoodView}
        {...shared}
        id={view.id}
        isFavorite={(food: Food) => isFavorite(kept, food)}
        isCompared={isCompared}
        onAdd={addToPlate}
        onFavorite={(food: Food) => keep((now) => toggleFavorite(now, food))}
        onCompare={toggleCompared}
      />
    );
  if (view.kind === 'compare')
    instead = (
      <Lazy
        load={loadCompareView}
        {...shared}
        ids={view.ids}
        basis={kept.basis}
        onBasis={setBasis}
        onShow={showFood}
        onRemove={(id: string) => {
          const ids = view.ids.filter((other) => other !== id);
          setCompared(compared.filter((food) => food.id !== id));
          if (ids.length > 0) show({ kind: 'compare', ids });
          else goBack();
        }}
      />
    );

  const offered = [...kept.favorites, ...kept.recent.filter((food) => !isFavorite(kept, food))];

  const isNew = offered.length === 0;
  const everyday = useEveryday(service, isNew && question.query === '');

  return (
    <>
      <PageHeader here="foods" />
      <main class="foods">
        {view.kind === 'search' && <h1 class="unseen">{t().pageTitle}</h1>}
        <SearchPanel
          service={service}
          apiUrl={apiUrl}
          question={question}
          onQuestion={(next) => show({ kind: 'search', ...next })}
          isTotalFat={offer.columns.some(({ name }) => name === 'lipid_total_g')}
          canCompare={offer.key !== undefined}
          compared={compared}
          portions={portions}
          basis={kept.basis}
          onBasis={setBasis}
          unitNameOf={unitNameOf}
          offered={isNew ? everyday : offered}
          offeredTitle={isNew ? t().everyday : t().yourFoods}
          onAdd={addToPlate}
          onAmount={change}
          onCompare={toggleCompared}
          onCompareByKey={(food) => {
            if (food.id === null) return;
            const foods = toggleCompared(food);
            if (foods.length > 1) showCompared(foods);
          }}
          onShow={showFood}
          instead={instead}
          welcome={(tryIt) => isNew && <WelcomeMessage onTry={tryIt} />}
        />
        {(!isNarrow || isPrinting) && <div class="plate-column">{plateOf()}</div>}
        <p class="unseen" role="status">
          {isNarrow && copied !== '' ? copied : said}
        </p>
      </main>
      <footer class="page-footer">
        <p class="note">{t().disclaimer}</p>
      </footer>
      {compared.length > 0 && view.kind !== 'compare' && (
        <Lazy
          load={loadCompareTray}
          foods={compared}
          onRemove={toggleCompared}
          onCompare={() => showCompared(compared)}
        />
      )}
      {isNarrow && (
        <>
          <PlateBar portions={portions} said={copied} onOpen={() => setPlateOpen(true)} />
          <Sheet isOpen={isPlateOpen} onClose={() => setPlateOpen(false)} label={t().plate}>
            {plateOf()}
          </Sheet>
        </>
      )}
    </>
  );
}
