/** A table of the events of a log in DuckDB, in memory, as somebody would fill it who asks it about runs. */
import type { DuckDBConnection } from '@duckdb/node-api';

export interface DuckTable {
  /** The first value of the first row. */
  count(sql: string): Promise<number>;
  close(): void;
}

/** Not a bundled module: it is there where the development tools are. */
const DUCKDB = '@duckdb/node-api';

/** Null where DuckDB is not installed. Columns: id, run, type, node, cause, sequence, time. */
export async function openDuckTable(file: string): Promise<DuckTable | null> {
  const connection = await connected();
  if (connection === null) return null;
  await connection.run(`
    CREATE TABLE events AS
    SELECT eventId AS id, runId AS run, type, nodeId AS node, causationId AS cause, sequence,
      CAST(timestamp AS TIMESTAMP) AS time
    FROM read_ndjson('${file.replaceAll("'", "''")}', columns = {
      eventId: 'VARCHAR', runId: 'VARCHAR', type: 'VARCHAR', nodeId: 'VARCHAR', causationId: 'VARCHAR',
      sequence: 'BIGINT', timestamp: 'VARCHAR'
    })`);
  return {
    count: async (sql) => {
      const reader = await connection.runAndReadAll(sql);
      return Number(reader.getRows()[0]?.[0]);
    },
    close: () => connection.closeSync(),
  };
}

async function connected(): Promise<DuckDBConnection | null> {
  try {
    const { DuckDBInstance }: typeof import('@duckdb/node-api') = await import(DUCKDB);
    return await (await DuckDBInstance.create(':memory:')).connect();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND') return null;
    throw error;
  }
}
