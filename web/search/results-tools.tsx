import { useMemo } from 'preact/hooks';
import { SHOWN_NUTRIENTS } from '../food.ts';
import { t } from '../languages/language.ts';
import { numberText } from '../languages/number-text.ts';
import type { Page } from '../page/use-page.ts';
import { BasisChoice } from '../parts/basis-choice.tsx';
import type { Arrangement, Narrowing, SortColumn, Sorting } from './arrange-foods.ts';
import { narrowingsOf } from './narrowings.ts';
import type { Answer } from './search-session.ts';
import { toolsTexts } from './tools-texts.ts';

interface ResultsToolsProps {
  readonly page: Page;
  readonly answer: Answer;
}

const COLUMNS: readonly SortColumn[] = ['description', ...SHOWN_NUTRIENTS];

/** Ways to look at the results: for which amount, in which order, which of them. */
export function ResultsTools(props: ResultsToolsProps) {
  const { page, answer } = props;
  const { arrangement, kept } = page.state;
  const { sorting, narrowing } = arrangement;
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
      <select
        aria-label={toolsTexts().sortBy}
        value={sorting === undefined ? '' : sortText(sorting)}
        onChange={({ currentTarget: { value } }) =>
          onArrange({ ...arrangement, sorting: readSorting(value) })
        }
      >
        <option value="">{toolsTexts().bestMatch}</option>
        {COLUMNS.flatMap((by) =>
          [by !== 'description', by === 'description'].map((isDescending) => {
            const option = sortText({ by, isDescending });
            const name = by === 'description' ? toolsTexts().name : t().nutrients[by];
            return (
              <option key={option} value={option}>
                {name} {isDescending ? '↓' : '↑'}
              </option>
            );
          }),
        )}
      </select>
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

const sortText = ({ by, isDescending }: Sorting) => `${by} ${isDescending ? 'down' : 'up'}`;

function readSorting(text: string): Sorting | undefined {
  const [column, direction] = text.split(' ');
  const by = COLUMNS.find((known) => known === column);
  return by && { by, isDescending: direction === 'down' };
}

function narrowingText(narrowing: Narrowing): string {
  if (narrowing === 'raw' || narrowing === 'cooked') return toolsTexts().kinds[narrowing];
  if (narrowing === 'branded' || narrowing === 'unbranded') return toolsTexts().kinds[narrowing];
  return toolsTexts().groups[narrowing.slice('group:'.length)] ?? narrowing;
}
