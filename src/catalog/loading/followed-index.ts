import { searchableText } from '../../food/entry.ts';
import type { StoredValue } from '../../food/stored-value.ts';
import type { SearchIndex } from '../../search/search-index.ts';
import { type AnswerRows, answerRows } from '../table/answer-rows.ts';
import type { CatalogData } from '../table/catalog-data.ts';
import { ANSWER_COLUMNS } from '../table/columns.ts';
import { IndexBuilding } from './index-building.ts';

/** Rows that are served already, and their index. */
export type ServedIndex = Pick<CatalogData, 'rows' | 'index'>;

const DESCRIPTION_PLACE = ANSWER_COLUMNS.indexOf('description');

/** Rows that are indexed before it is looked whether there is room for more. */
const CATCH_UP_ROWS = 10_000;

/**
 * Gives the index of descriptions that come one by one. While they are those of the rows that are
 * served already, nothing is built: where all are, their index is taken, and where one is not, those
 * before it are indexed from the rows that are served. Most changes of a table are of its amounts.
 */
export class FollowedIndex {
  readonly #served: { readonly rows: AnswerRows; readonly index: SearchIndex } | undefined;
  readonly #building = new IndexBuilding();
  /** Rows so far that are as they are served, all before the first that is not. */
  #same = 0;
  /** Of these, how many are being indexed. */
  #caughtUp = 0;
  #isSame: boolean;
  /** Descriptions after those. */
  #others: (string | null)[] = [];

  constructor(served: ServedIndex | undefined) {
    this.#served = served && { rows: answerRows(served.rows), index: served.index };
    this.#isSame = served !== undefined;
  }

  /** @param json the description as it is answered */
  add(description: StoredValue, json: string): void {
    this.#isSame &&= this.#isServed(description, json);
    if (this.#isSame) this.#same += 1;
    else this.#others.push(searchableText(description));
  }

  /** Resolves once there is room for more. */
  async ready(): Promise<void> {
    if (this.#isSame) return;
    await this.#catchUp();
    for (const description of this.#others) this.#building.add(description);
    this.#others = [];
    await this.#building.ready();
  }

  /** The index of all that was added. */
  async finish(): Promise<SearchIndex> {
    if (this.#isSame && this.#served?.rows.size === this.#same) return this.#served.index;
    this.#isSame = false;
    await this.ready();
    return this.#building.finish();
  }

  /** Ends what is being built, if anything is: it is no longer needed. */
  async stop(): Promise<void> {
    await this.#building.stop();
  }

  #isServed(description: StoredValue, json: string): boolean {
    // Its JSON is null, as that of a description that is not there.
    if (typeof description === 'number' && !Number.isFinite(description)) return false;
    const rows = this.#served?.rows;
    if (rows === undefined || this.#same >= rows.size) return false;
    return rows.valueOf(this.#same, DESCRIPTION_PLACE) === json;
  }

  async #catchUp(): Promise<void> {
    const rows = this.#served?.rows;
    while (rows !== undefined && this.#caughtUp < this.#same) {
      const end = Math.min(this.#same, this.#caughtUp + CATCH_UP_ROWS);
      for (let row = this.#caughtUp; row < end; row++) {
        this.#building.add(textIn(rows.valueOf(row, DESCRIPTION_PLACE)));
      }
      this.#caughtUp = end;
      await this.#building.ready();
    }
  }
}

/** The text that is searched, of a description as it is answered: the digits of a number count. */
function textIn(json: string): string | null {
  if (json === 'null') return null;
  return json.startsWith('"') ? JSON.parse(json) : json;
}
