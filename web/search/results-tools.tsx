import { useMemo, useRef, useState } from 'preact/hooks';
import { filtersFor, type KindFilter } from '../foods/arrange-foods.ts';
import { type Column, columnOf, ownColumn, readSorting } from '../foods/columns.ts';
import { SHOWN_NUTRIENTS } from '../foods/food.ts';
import { groupsOf, isLimit, nutrientsOf, nutrientTitle } from '../foods/nutrients.ts';
import { groupName } from '../languages/food-groups.ts';
import { inLanguage, numberText, t } from '../languages/language.ts';
import { quantityIn } from '../page/shown-foods.ts';
import type { Page } from '../page/use-page.ts';
import { BasisChoice, Button } from '../parts/controls.tsx';
import { NumberField } from '../parts/number-field.tsx';
import type { Answer } from '../service/search-session.ts';
import { useGroups } from './groups.tsx';

// The tools above the results: amount, sort order (and which nutrients are sorted in ascending
// order), limits, groups, and their strings.

export const ENGLISH = {
  sortAndFilter: 'Sort and filter',
  sortBy: 'Sort by',
  bestMatch: 'Best match',
  asListed: 'As in the table',
  atMost: 'at most',
  atLeast: 'at least',
  kindsOfFood: 'Kinds',
  foodGroups: 'Food groups',
  narrowTo: 'Show only',
  all: 'All kinds',
  kinds: { raw: 'Raw', cooked: 'Cooked', branded: 'Brands', unbranded: 'No brands' },
  name: 'Name',
};

export const SPANISH: typeof ENGLISH = {
  sortAndFilter: 'Ordenar y filtrar',
  sortBy: 'Ordenar por',
  bestMatch: 'Mejor coincidencia',
  asListed: 'Como en la tabla',
  atMost: 'hasta',
  atLeast: 'desde',
  kindsOfFood: 'Tipos',
  foodGroups: 'Grupos de alimentos',
  narrowTo: 'Mostrar solo',
  all: 'Todos los tipos',
  kinds: { raw: 'Crudos', cooked: 'Cocinados', branded: 'Marcas', unbranded: 'Sin marcas' },
  name: 'Nombre',
};

const texts = () => inLanguage({ en: ENGLISH, es: SPANISH });

const SHOWN = ['description', ...SHOWN_NUTRIENTS] as const;

/** Controls for the results: the amount shown, the sort order, the filters. */
export function ResultsTools({ page, answer }: { readonly page: Page; readonly answer: Answer }) {
  const { criteria, arrangement } = page.state;
  const [isOpen, setOpen] = useState(false);
  const chosen = [criteria.sort, criteria.until, criteria.group ?? arrangement.filter];
  const count = chosen.filter((choice) => choice !== undefined).length;
  // With a typed amount, the choice would change nothing.
  const hasChoice =
    quantityIn(criteria) === undefined && answer.foods.some(({ measures }) => measures.length > 0);
  return (
    <>
      {hasChoice && <BasisChoice page={page} />}
      {/* Opens the choices where there is no room to show them, as on a phone. */}
      <Button class="open-choices" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {texts().sortAndFilter} {count > 0 && `(${count})`}
      </Button>
      <div class={isOpen ? 'choices open' : 'choices'}>
        <SortChoice page={page} />
        <LimitField key={criteria.sort} page={page} />
        {/* The key ignores sort and filters, so that the focus stays here. */}
        <FilterChoice key={`${answer.match} ${answer.query}`} page={page} answer={answer} />
      </div>
    </>
  );
}

/** Filters by food group, which sends a new request, or by kind, among the foods already loaded. */
function FilterChoice({ page, answer }: { readonly page: Page; readonly answer: Answer }) {
  const { state, dispatch } = page;
  const { arrangement, criteria } = state;
  const offered = useMemo(() => filtersFor(answer.foods), [answer]);
  const found = useGroups(page.service, answer);
  const { filter: chosen } = arrangement;
  const { group } = criteria;
  // Once shown, the list stays even if nothing is left to choose, since it may have the focus.
  const wasShown = useRef(false);
  const isKnown = found.some(({ value }) => value === group);
  // The chosen filter is listed even if no food matches it, or its number of foods is not known
  // yet.
  const isOffered = chosen === undefined || offered.some(({ filter }) => filter === chosen);
  const kinds = isOffered ? offered : [{ filter: chosen, count: 0 }, ...offered];
  const groups = group === undefined || isKnown ? found : [{ value: group, count: 0 }, ...found];
  const applyFilter = (filter: KindFilter | undefined) =>
    dispatch({ kind: 'arrange', arrangement: { ...arrangement, filter } });

  function choose(value: string): void {
    const next = groups.find((known) => `${GROUP}${known.value}` === value)?.value;
    applyFilter(kinds.find(({ filter }) => filter === value)?.filter);
    if (next !== group) dispatch({ kind: 'refine', by: { group: next } });
  }

  wasShown.current ||= kinds.length + groups.length > 0;
  if (!wasShown.current) return null;
  return (
    <select
      class="narrow"
      aria-label={texts().narrowTo}
      value={group === undefined ? (chosen ?? '') : GROUP + group}
      onChange={({ currentTarget: { value } }) => choose(value)}
    >
      <option value="">{texts().all}</option>
      {kinds.length > 0 && (
        <optgroup label={texts().kindsOfFood}>
          {kinds.map(({ filter, count }) => (
            <option key={filter} value={filter}>
              {texts().kinds[filter]} {count > 0 && `(${numberText(count)})`}
            </option>
          ))}
        </optgroup>
      )}
      {groups.length > 0 && (
        <optgroup label={texts().foodGroups}>
          {groups.map(({ value, count }) => (
            <option key={value} value={GROUP + value}>
              {groupName(value)} {count > 0 && `(${numberText(count)})`}
            </option>
          ))}
        </optgroup>
      )}
    </select>
  );
}

/** The prefix of groups in the list's values; no kind begins with it. */
const GROUP = 'group:';

/** The limit for foods sorted by a nutrient. */
function LimitField({ page }: { readonly page: Page }) {
  const { sort, until } = page.state.criteria;
  const sorting = readSorting(sort);
  const own = sorting && ownColumn(sorting.column);
  if (sorting === undefined || own === 'description') return null;
  const column = page.state.schema.columns.find(({ name }) => name === sorting.column);
  const unit = own === undefined ? column?.unit : own === 'kcal' ? own : 'g';
  const label = sorting.isDescending ? texts().atLeast : texts().atMost;
  return (
    <span class="until actions">
      <span aria-hidden="true">{label}</span>
      <NumberField
        label={label}
        value={until}
        unit={unit ?? ''}
        onValue={(value) => page.dispatch({ kind: 'refine', by: { until: value } })}
      />
      <span>/ 100 g</span>
    </span>
  );
}

/**
 * The sort order: by a value that rows show anyway, or by another nutrient, which then gets a
 * column.
 */
function SortChoice({ page }: { readonly page: Page }) {
  const { criteria, schema } = page.state;
  const { sort = '' } = criteria;
  // The options are memoized, since rendering all on each keystroke would be the slowest part.
  const options = useMemo(() => sortOptions(sort, schema.columns), [sort, schema.columns]);
  return (
    <select
      aria-label={texts().sortBy}
      value={sort}
      onChange={({ currentTarget: { value } }) =>
        page.dispatch({ kind: 'refine', by: { sort: value === '' ? undefined : value } })
      }
    >
      <option value="">{criteria.query === '' ? texts().asListed : texts().bestMatch}</option>
      {options}
    </select>
  );
}

function sortOptions(sort: string, columns: readonly Column[]) {
  const shown = SHOWN.flatMap((by) => {
    const column = columnOf(by, columns);
    const title = by === 'description' ? texts().name : t().nutrients[by];
    const sorts = by === 'description' ? [column, `-${column}`] : [`-${column}`, column];
    return sorts.map((value) => sortOption(value, title));
  });
  const others = nutrientsOf(columns).filter(({ name }) => ownColumn(name) === undefined);
  const sortOf = (name: string) => {
    if (readSorting(sort)?.column === name) return sort;
    return isLimit(name) ? name : `-${name}`;
  };
  return (
    <>
      {shown}
      {groupsOf(others).map(({ group, title, members }) => (
        <optgroup key={group} label={title}>
          {members.map((nutrient) => sortOption(sortOf(nutrient.name), nutrientTitle(nutrient)))}
        </optgroup>
      ))}
    </>
  );
}

function sortOption(value: string, title: string) {
  return (
    <option key={value} value={value}>
      {title} {value.startsWith('-') ? '↓' : '↑'}
    </option>
  );
}

/** A nutrient's name and unit, for a column header. */
export function NutrientName({ column }: { readonly column: Column }) {
  return (
    <>
      {nutrientTitle(column)} <small>{column.unit}</small>
    </>
  );
}
