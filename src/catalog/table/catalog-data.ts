import type { SearchIndex } from '../../search/search-index.ts';
import type { AnswerRowsData } from './answer-rows.ts';
import type { ColumnData } from './columns.ts';
import type { FieldValuesData } from './field-values.ts';
import type { KeyIndexData } from './key-index.ts';

// The type of a loaded table, ready to search: flat arrays that threads share.

/** A loaded table, ready to search: plain data in flat arrays, which can be sent to any thread. */
export interface CatalogData {
  readonly rows: AnswerRowsData;
  /** The further fields that are offered. */
  readonly fields: FieldValuesData;
  /** What conditions and orders may name. */
  readonly columns: readonly ColumnData[];
  readonly key: KeyIndexData | undefined;
  readonly index: SearchIndex;
}
