import type { Basis } from '../kept/kept.ts';
import { t } from '../languages/language.ts';
import { numberText } from '../languages/number-text.ts';
import { BasisChoice } from '../parts/basis-choice.tsx';
import { Choice } from '../parts/choice.tsx';
import type { Arrangement, Narrowing, SortColumn, Sorting } from './arrange-foods.ts';

interface ResultsToolsProps {
  readonly basis: Basis;
  /** Whether any of the foods has a measure of its own. */
  readonly hasMeasures: boolean;
  readonly onBasis: (basis: Basis) => void;
  readonly arrangement: Arrangement;
  readonly narrowings: readonly { readonly narrowing: Narrowing; readonly count: number }[];
  readonly onArrange: (arrangement: Arrangement) => void;
}

const COLUMNS: readonly SortColumn[] = ['description', 'kcal', 'protein', 'fat', 'carbohydrate'];

/** Ways to look at the results: for which amount, in which order, which of them. */
export function ResultsTools(props: ResultsToolsProps) {
  const { basis, hasMeasures, onBasis, arrangement, narrowings, onArrange } = props;
  const { sorting, narrowing } = arrangement;
  return (
    <>
      {hasMeasures && <BasisChoice basis={basis} onBasis={onBasis} />}
      <select
        aria-label={t().sortBy}
        value={sorting === undefined ? '' : sortText(sorting)}
        onChange={({ currentTarget: { value } }) =>
          onArrange({ ...arrangement, sorting: readSorting(value) })
        }
      >
        <option value="">{t().bestMatch}</option>
        {COLUMNS.flatMap((by) =>
          [by !== 'description', by === 'description'].map((isDescending) => {
            const option = sortText({ by, isDescending });
            const name = by === 'description' ? t().name : t().nutrients[by];
            return (
              <option key={option} value={option}>
                {name} {isDescending ? '↓' : '↑'}
              </option>
            );
          }),
        )}
      </select>
      {narrowings.length > 0 && (
        <Choice<Narrowing | ''>
          look="chips"
          label={t().narrowTo}
          options={[
            { value: '', text: t().all },
            ...narrowings.map(({ narrowing: kind, count }) => ({
              value: kind,
              text: (
                <>
                  {narrowingText(kind)} <small>{numberText(count)}</small>
                </>
              ),
            })),
          ]}
          value={narrowing ?? ''}
          onChange={(kind) =>
            onArrange({ ...arrangement, narrowing: kind === '' ? undefined : kind })
          }
        />
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
  if (narrowing === 'raw' || narrowing === 'cooked') return t().kinds[narrowing];
  if (narrowing === 'branded' || narrowing === 'unbranded') return t().kinds[narrowing];
  return t().groups[narrowing.slice('group:'.length)] ?? narrowing;
}
