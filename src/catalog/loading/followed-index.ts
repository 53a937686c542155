import { searchableText } from '../../food/entry.ts';
import type { StoredValue } from '../../food/stored-value.ts';
import type { SearchIndex } from '../../search/search-index.ts';
import type { EntrySource } from '../entry-store.ts';
import { answerRows } from '../table/answer-rows.ts';
import type { CatalogData } from '../table/catalog-file.ts';
import { DESCRIPTION_PLACE } from '../table/columns.ts';
import { valueIn } from '../table/field-values.ts';
import { brandColumns, namesColumn, withBrand } from '../table/further-columns.ts';
import { IndexBuilding } from './index-building.ts';

// Takes the index that is served where reloaded foods are the same, and builds another from the
// first difference on.

/** Rows that are served already, and their index. */
export type ServedIndex = Pick<CatalogData, 'rows' | 'fields' | 'columns' | 'index'>;

/** What is indexed of the rows that are served. */
interface ServedTexts {
  readonly index: SearchIndex;
  readonly size: number;
  /** A description as it is answered, in JSON. */
  readonly descriptionOf: (row: number) => string;
  readonly namesOf: (row: number) => string | null;
}

/** Rows that are indexed before it is looked whether there is room for more. */
const CATCH_UP_ROWS = 10_000;

/**
 * Gives the index of descriptions and other names that come one by one. While they are those of the
 * rows that are served already, nothing is built: where all are, their index is taken, and where one is
 * not, those before it are indexed from the rows that are served. Most changes of a table are of its
 * amounts.
 */
export class FollowedIndex {
  readonly #served: ServedTexts | undefined;
  readonly #building: IndexBuilding;
  /** Rows so far that are as they are served, all before the first that is not. */
  #same = 0;
  /** Of these, how many are being indexed. */
  #caughtUp = 0;
  #isSame: boolean;
  /** Descriptions and other names after those. */
  #others: [description: string | null, names: string | null][] = [];

  /** @param source its settings are the same for what is served */
  constructor(
    served: ServedIndex | undefined,
    { names, language }: Pick<EntrySource, 'names' | 'language'> = {},
  ) {
    this.#building = new IndexBuilding(language);
    this.#served = served && textsOf(served, names);
    this.#isSame = served !== undefined;
  }

  /** @param json the description as it is answered */
  add(description: StoredValue, json: string, names: string | null): void {
    this.#isSame &&= this.#isServed(json, names);
    if (this.#isSame) this.#same += 1;
    else this.#others.push([searchableText(description), names]);
  }

  /** Resolves once there is room for more. */
  async ready(): Promise<void> {
    if (this.#isSame) return;
    await this.#catchUp();
    for (const [description, names] of this.#others) this.#building.add(description, names);
    this.#others = [];
    await this.#building.ready();
  }

  /** The index of all that was added. */
  async finish(): Promise<SearchIndex> {
    if (this.#isSame && this.#served?.size === this.#same) return this.#served.index;
    this.#isSame = false;
    await this.ready();
    return this.#building.finish();
  }

  /** Ends what is being built, if anything is: it is no longer needed. */
  async stop(): Promise<void> {
    await this.#building.stop();
  }

  #isServed(json: string, names: string | null): boolean {
    const served = this.#served;
    if (served === undefined || this.#same >= served.size) return false;
    const isSameName = served.descriptionOf(this.#same) === json;
    return isSameName && served.namesOf(this.#same) === names;
  }

  async #catchUp(): Promise<void> {
    const served = this.#served;
    while (served !== undefined && this.#caughtUp < this.#same) {
      const end = Math.min(this.#same, this.#caughtUp + CATCH_UP_ROWS);
      for (let row = this.#caughtUp; row < end; row++) {
        this.#building.add(textIn(served.descriptionOf(row)), served.namesOf(row));
      }
      this.#caughtUp = end;
      await this.#building.ready();
    }
  }
}

function textsOf({ rows, fields, index }: ServedIndex, names: string | undefined): ServedTexts {
  const answers = answerRows(rows);
  // Of a table that had no such column, the index has no names.
  const reader = (column: string | undefined) => {
    const place = column === undefined ? -1 : fields.names.indexOf(column);
    return (row: number) => (place === -1 ? null : textIn(valueIn(fields, row, place)));
  };
  const otherNames = reader(namesColumn(fields.names, names));
  const brand = brandColumns(fields.names).map(reader);
  return {
    index,
    size: answers.size,
    descriptionOf: (row) => answers.valueOf(row, DESCRIPTION_PLACE),
    namesOf: (row) =>
      withBrand(
        otherNames(row),
        brand.map((of) => of(row)),
      ),
  };
}

/** The text that is searched, of a value as JSON: the digits of a number count. */
function textIn(json: string): string | null {
  if (json === 'null') return null;
  return json.startsWith('"') ? JSON.parse(json) : json;
}
