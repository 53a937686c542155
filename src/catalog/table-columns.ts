import { ENTRY_COLUMNS } from '../food/entry.ts';
import { DatabaseError } from './database-error.ts';
import type { EntrySource } from './entry-store.ts';
import { isInEveryAnswer } from './table/columns.ts';

// Checks that a table has the columns it needs. Reports a missing or misspelled table or column.

/** The requested table in the database. */
export interface FoundTable {
  /** The path or URL to show. */
  readonly database: string;
  readonly name: string;
  readonly columns: readonly string[];
  readonly key: string | undefined;
  readonly names: string | undefined;
}

/** The columns that a source may name. */
export type NamedColumns = Pick<EntrySource, 'key' | 'names'>;

/**
 * Checks that a table has the columns of an entry, and those that the source names.
 *
 * @param folded returns the same string for names that the database considers equal
 * @throws DatabaseError that names the missing or unsuitable columns
 */
export function checkColumns(
  { database, name, columns, ...named }: FoundTable,
  folded = (column: string) => column,
): void {
  const found = new Set(columns.map(folded));
  const missing = ENTRY_COLUMNS.filter((column) => !found.has(folded(column)));
  if (missing.length > 0) {
    const [what, it] = missing.length === 1 ? ['column', 'it'] : ['columns', 'them'];
    throw new DatabaseError(
      database,
      `its table ${shown(name)} has no ${what} ${missing.map(shown).join(', ')}. ` +
        `Add ${it}, or create a view that has ${it} and use the view with --table.`,
      { at: 'table' },
    );
  }
  for (const { at, what } of NAMED_COLUMNS) {
    const column = named[at];
    if (column === undefined || found.has(folded(column))) continue;
    throw new DatabaseError(
      database,
      `its table ${shown(name)} has no ${what} ${shown(column)}. It has ${columns.map(shown).join(', ')}.`,
      { at },
    );
  }
  if (named.names !== undefined && isInEveryAnswer(named.names)) {
    throw new DatabaseError(
      database,
      `column ${shown(named.names)} of its table ${shown(name)} cannot be used for ` +
        `alternative food names, because every answer already includes it. Use another of ${columns.map(shown).join(', ')}.`,
      { at: 'names' },
    );
  }
}

const NAMED_COLUMNS = [
  { at: 'key', what: 'key column' },
  { at: 'names', what: 'column of names' },
] as const;

/** Returns the error for a missing table, which names some other tables of the database. */
export function noTable(database: string, name: string, others: readonly string[]): DatabaseError {
  const [first] = others;
  const instead =
    first === undefined
      ? ' (it is empty). Import foods into it: food-lookup import --help.'
      : `; it has ${others.map(shown).join(', ')}. Use the one with the foods, such as --table ${inShell(first)}.`;
  return new DatabaseError(database, `it has no table ${shown(name)}${instead}`, { at: 'table' });
}

/** Quotes an SQL identifier. Quotes in it are doubled. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** Quotes a name for a shell, if needed. */
function inShell(name: string): string {
  return /^[\w.-]+$/.test(name) ? name : `'${name.replaceAll("'", String.raw`'\''`)}'`;
}

function shown(name: string): string {
  return JSON.stringify(name);
}
