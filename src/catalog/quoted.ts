/** An identifier in SQL, as SQLite and PostgreSQL read it: quotes in it are doubled. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
