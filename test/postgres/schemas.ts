import { onTestFinished } from 'vitest';
import { DatabaseError } from '../../src/catalog/database-error.ts';
import type { TestServer } from './server.ts';

// Creates a schema for a test, and reads what PostgreSQL knows about a table in it.

/** Returns helpers for the schemas of this server. */
export function schemasOn(server: TestServer) {
  let created = 0;

  /** Creates a schema for a test, and runs statements in it. */
  async function schemaOf() {
    const schema = `standing_${++created}`;
    await server.sql.unsafe(`CREATE SCHEMA ${schema}`);
    onTestFinished(async () => {
      await server.sql.unsafe(`DROP SCHEMA ${schema} CASCADE`);
    });
    const run = (text: string) =>
      server.sql.unsafe(`SET search_path TO ${schema}; ${text}; SET search_path TO public`);
    const address = server.address({ options: `-csearch_path=${schema}` });
    const names = async (table = 'entries') => {
      const rows = await server.sql.unsafe<{ description: string }[]>(
        `SELECT description FROM ${schema}.${table} ORDER BY ctid`,
      );
      return rows.map(({ description }) => description);
    };
    const faultOf = async (write: Promise<unknown>) => {
      const error: unknown = await write.catch((thrown: unknown) => thrown);
      if (!(error instanceof DatabaseError)) throw error;
      return error.reason;
    };
    return { schema, run, address, names, faultOf };
  }

  /** Returns everything that the server knows about a table except its rows, as text. */
  async function definitionOf(table: string): Promise<unknown> {
    const [found] = await server.sql.unsafe(
      `SELECT c.oid, c.relkind, c.relacl::text, c.relowner, c.relrowsecurity, c.relforcerowsecurity,
         (SELECT array_agg(ROW(attname, atttypid, attacl, attidentity)::text ORDER BY attnum)
          FROM pg_attribute WHERE attrelid = c.oid AND attnum > 0) AS columns,
         (SELECT array_agg(pg_get_indexdef(indexrelid) ORDER BY 1) FROM pg_index WHERE indrelid = c.oid) AS indexes,
         (SELECT array_agg(pg_get_constraintdef(oid) ORDER BY 1) FROM pg_constraint WHERE conrelid = c.oid) AS constraints,
         (SELECT array_agg(pg_get_triggerdef(oid) ORDER BY 1) FROM pg_trigger WHERE tgrelid = c.oid) AS triggers,
         (SELECT array_agg(ROW(polname, polcmd, pg_get_expr(polqual, polrelid))::text ORDER BY 1)
          FROM pg_policy WHERE polrelid = c.oid) AS policies,
         (SELECT array_agg(pubname ORDER BY 1) FROM pg_publication_rel r
          JOIN pg_publication p ON p.oid = r.prpubid WHERE prrelid = c.oid) AS publications,
         (SELECT array_agg(pg_get_viewdef(ev_class) ORDER BY 1) FROM pg_depend d
          JOIN pg_rewrite w ON w.oid = d.objid WHERE d.refobjid = c.oid) AS views
       FROM pg_class c WHERE c.oid = '${table}'::regclass`,
    );
    return found;
  }

  return { schemaOf, definitionOf };
}
