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

// Reuses the served index if the reloaded foods are the same; otherwise builds a new one, starting
// at the first difference.

/** The rows now served, and their index. */
export type ServedIndex = Pick<CatalogData, 'rows' | 'fields' | 'columns' | 'index'>;

/** The indexed texts of the served rows. */
interface ServedTexts {
  readonly index: SearchIndex;
  readonly size: number;
  /** Returns a description as JSON, as in answers. */
  readonly descriptionOf: (row: number) => string;
  readonly namesOf: (row: number) => string | null;
}

/** How many rows are indexed before checking whether there is room for more. */
const CATCH_UP_ROWS = 10_000;

/**
 * Indexes descriptions and other names as they arrive. As long as they equal those of the served
 * rows, nothing is built. If all are equal, the served index is reused. At the first difference,
 * the rows before it are indexed from the served texts. Most changes to a table are to its amounts.
 */
export class FollowedIndex {
  readonly #served: ServedTexts | undefined;
  readonly #building: IndexBuilding;
  /** How many rows equal the served ones, up to the first that differs. */
  #same = 0;
  /** How many of these have been sent to be indexed. */
  #caughtUp = 0;
  #isSame: boolean;
  /** Descriptions and other names after those rows. */
  #others: [description: string | null, names: string | null][] = [];

  /** @param source must have the settings of the served data */
  constructor(
    served: ServedIndex | undefined,
    { names, language }: Pick<EntrySource, 'names' | 'language'> = {},
  ) {
    this.#building = new IndexBuilding(language);
    this.#served = served && textsOf(served, names);
    this.#isSame = served !== undefined;
  }

  /** @param json the description, as in answers */
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

  /** Returns the index of all that was added. */
  async finish(): Promise<SearchIndex> {
    if (this.#isSame && this.#served?.size === this.#same) return this.#served.index;
    this.#isSame = false;
    await this.ready();
    return this.#building.finish();
  }

  /** Stops building if it has begun: the index is no longer needed. */
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
  // If the table had no such column, the index has no names.
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

/** Returns the searchable text of a JSON value; a number is searched by its digits. */
function textIn(json: string): string | null {
  if (json === 'null') return null;
  return json.startsWith('"') ? JSON.parse(json) : json;
}
