import { useMemo } from 'preact/hooks';
import { nutrientTexts } from '../food/nutrient-texts.ts';
import { inGroup, NUTRIENT_GROUPS, nutrientsOf, nutrientTitle } from '../food/nutrients.ts';
import { SHOWN_NUTRIENTS } from '../food.ts';
import { t } from '../languages/language.ts';
import { numberText } from '../languages/number-text.ts';
import type { Page } from '../page/use-page.ts';
import { BasisChoice } from '../parts/basis-choice.tsx';
import type { Arrangement, Narrowing } from './arrange-foods.ts';
import { narrowingsOf } from './narrowings.ts';
import type { Answer } from './search-session.ts';
import { columnOf, ownColumn, readSorting } from './sorting.ts';
import { toolsTexts } from './tools-texts.ts';

interface ResultsToolsProps {
  readonly page: Page;
  readonly answer: Answer;
}

const SHOWN = ['description', ...SHOWN_NUTRIENTS] as const;

/** What people want little of; of other nutrients they want much. */
const LEAST_FIRST = /^(sodium|cholestrl|fa_sat|sugar)_/;

/** Ways to look at the results: for which amount, in which order, which of them. */
export function ResultsTools(props: ResultsToolsProps) {
  const { page, answer } = props;
  const { arrangement, kept } = page.state;
  const { narrowing } = arrangement;
  const narrowings = useMemo(() => narrowingsOf(answer.foods, toolsTexts().groups), [answer]);
  const hasMeasures = answer.foods.some(({ measures }) => measures.length > 0);
  const onArrange = (next: Arrangement) => page.dispatch({ kind: 'arrange', arrangement: next });
  return (
    <>
      {hasMeasures && (
        <BasisChoice
          basis={kept.basis}
          onBasis={(basis) => page.dispatch({ kind: 'basis', basis })}
        />
      )}
      <SortChoice page={page} />
      {narrowings.length > 0 && (
        <select
          aria-label={toolsTexts().narrowTo}
          value={narrowing ?? ''}
          onChange={({ currentTarget: { value } }) =>
            onArrange({
              ...arrangement,
              narrowing: narrowings.find((known) => known.narrowing === value)?.narrowing,
            })
          }
        >
          <option value="">{toolsTexts().all}</option>
          {narrowings.map(({ narrowing: kind, count }) => (
            <option key={kind} value={kind}>
              {narrowingText(kind)} ({numberText(count)})
            </option>
          ))}
        </select>
      )}
    </>
  );
}

/** The order of the foods: by what rows show, or by another nutrient, which they show then. */
function SortChoice({ page }: { readonly page: Page }) {
  const { question, offer } = page.state;
  const { sort = '' } = question;
  const shown = SHOWN.flatMap((by) => {
    const column = columnOf(by, offer.columns);
    const title = by === 'description' ? toolsTexts().name : t().nutrients[by];
    const sorts = by === 'description' ? [column, `-${column}`] : [`-${column}`, column];
    return sorts.map((value) => ({ value, title }));
  });
  const others = nutrientsOf(offer.columns).filter(({ name }) => ownColumn(name) === undefined);
  const sortOf = (name: string) => {
    if (readSorting(sort)?.column === name) return sort;
    return LEAST_FIRST.test(name) ? name : `-${name}`;
  };
  return (
    <select
      aria-label={toolsTexts().sortBy}
      value={sort}
      onChange={({ currentTarget: { value } }) =>
        page.dispatch({ kind: 'sort', sort: value === '' ? undefined : value })
      }
    >
      <option value="">{toolsTexts().bestMatch}</option>
      {shown.map((option) => (
        <SortOption key={option.value} {...option} />
      ))}
      {NUTRIENT_GROUPS.map((group) => (
        <optgroup key={group} label={nutrientTexts().nutrientGroups[group]}>
          {inGroup(others, group).map((nutrient) => (
            <SortOption
              key={nutrient.name}
              value={sortOf(nutrient.name)}
              title={nutrientTitle(nutrient)}
            />
          ))}
        </optgroup>
      ))}
    </select>
  );
}

function SortOption({ value, title }: { readonly value: string; readonly title: string }) {
  return (
    <option value={value}>
      {title} {value.startsWith('-') ? '↓' : '↑'}
    </option>
  );
}

function narrowingText(narrowing: Narrowing): string {
  if (narrowing === 'raw' || narrowing === 'cooked') return toolsTexts().kinds[narrowing];
  if (narrowing === 'branded' || narrowing === 'unbranded') return toolsTexts().kinds[narrowing];
  return toolsTexts().groups[narrowing.slice('group:'.length)] ?? narrowing;
}
