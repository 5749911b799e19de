/** Queries of an open log, next to DuckDB over the same events in memory, and next to a search of the bytes. */
import { spawnSync } from 'node:child_process';
import type { DuckDBConnection } from '@duckdb/node-api';
import { formatBytes, formatCount, masker } from '@openwop-inspector/base';
import {
  isFilterError,
  openRunLog,
  parseFilter,
  type RunLog,
  readEventDocument,
  runFilter,
} from '@openwop-inspector/run-log';
import { openFile } from '@openwop-inspector/run-log/node';
import { storedLog } from '../generator/write-log.ts';
import { type Measure, type Target, target } from './report.ts';
import { type Contender, median, medianOf, type Rounds, ratioOf, takeTurns } from './rounds.ts';

/** A query in our engine and in the peer, and the target: largest part of the peer's time. */
export interface Query {
  readonly title: string;
  readonly limit: number;
  /** Both return the number of events they find; the peer null when it is not installed. */
  ours(): Promise<number>;
  peer(): Promise<number> | null;
  readonly peerName: string;
}

const OPENED = 'one event opened';

/** Measures every query in turns with its peer. */
export const measureQueries: Measure = async ({ events, seed, rounds, folder }, say) => {
  const { file, bytes } = storedLog(folder, { events, seed, format: 'ndjson' }, say);
  say('opening the log');
  const log = openRunLog(await openFile(file));
  await log.loaded;
  say('filling a table of DuckDB');
  const table = await openDuckTable(file);
  const queries = await queriesOf(log, file, table);
  const opened = { title: OPENED, measure: async () => ({ ms: await openedEventMs(log) }) };
  const values = await takeTurns([opened, ...queries.flatMap(contendersOf)], rounds, say);
  table?.close();
  await log.close();
  return {
    subject: `${formatCount(events)} events, ${formatBytes(bytes)} of NDJSON, seed ${seed}`,
    rounds: values,
    groups: [[OPENED], ...queries.map(titlesOf)],
    remarks: queries.flatMap((query) => differenceOf(values, query)),
    targets: queryTargets(values, queries),
    ratios: Object.fromEntries(
      queries.map((query) => [query.title, ratioOf(values, peerTitle(query), query.title)]),
    ),
  };
};

const peerTitle = ({ title, peerName }: Query): string => `${title}, ${peerName}`;
const titlesOf = (query: Query): readonly string[] => [peerTitle(query), query.title];

function contendersOf(query: Query): readonly Contender[] {
  return [
    { title: query.title, measure: () => timed(query.ours) },
    { title: peerTitle(query), measure: () => timed(query.peer) },
  ];
}

async function timed(find: () => Promise<number> | null) {
  const startedMs = performance.now();
  const events = await find();
  return events === null ? null : { ms: performance.now() - startedMs, events };
}

/** Says so where both find another number of events. */
function differenceOf(rounds: Rounds, query: Query): readonly string[] {
  const [peer, ours] = titlesOf(query).map((title) => rounds.get(title)?.[0]?.events);
  return peer === undefined || peer === ours
    ? []
    : [`${query.title}: ${ours} events, the peer finds ${peer}`];
}

/** What is promised of each query: a part of the peer's time; and how long one event takes to be opened. */
export function queryTargets(
  rounds: Rounds,
  queries: readonly Pick<Query, 'title' | 'peerName' | 'limit'>[],
): readonly Target[] {
  const targets = queries.map(({ title, peerName, limit }) =>
    target(
      `${title}, part of the time of ${peerName}`,
      'at most',
      limit,
      ratioOf(rounds, title, `${title}, ${peerName}`),
    ),
  );
  return [...targets, target('one event opened, ms', 'at most', 1, medianOf(rounds, OPENED))];
}

/** Events that are opened, each far from the one before. */
const OPENED_EVENTS = 400;
const FAR = 611_953;

/** The median time in which one event is read, parsed, masked and made a row. */
async function openedEventMs(log: RunLog): Promise<number> {
  const { length } = log.order;
  const times: number[] = [];
  for (let i = 0; i < OPENED_EVENTS; i++) {
    const ordinal = log.order.ordinalAt((i * FAR) % length);
    const startedMs = performance.now();
    masker.value(readEventDocument(await log.read(ordinal))?.recorded);
    await log.rows([ordinal]);
    times.push(performance.now() - startedMs);
  }
  return median(times);
}

/** A text that few events hold. */
const RARE = 'No such part of the brief';

async function queriesOf(log: RunLog, file: string, table: DuckTable | null): Promise<readonly Query[]> {
  const deepest = deepestEvent(log);
  const [row] = await log.rows([deepest]);
  const [root] = await log.rows([rootOf(log, deepest)]);
  const startMs = startOf(log);
  const at = (seconds: number) => `make_timestamp(${Math.round((startMs + seconds * 1000) * 1000)})`;
  const inDuck = (title: string, limit: number, sql: string, ours = filtered(log, title)): Query => {
    const peer = () => table?.count(sql) ?? null;
    return { title, limit, ours, peer, peerName: 'DuckDB' };
  };
  return [
    inDuck('type:node.failed', 0.5, `SELECT count(*) FROM events WHERE type = 'node.failed'`),
    inDuck('node:draft-*', 0.5, `SELECT count(*) FROM events WHERE node LIKE 'draft-%'`),
    inDuck(
      'time:60s..3600s',
      0.5,
      `SELECT count(*) FROM events WHERE time >= ${at(60)} AND time <= ${at(3600)}`,
    ),
    inDuck(
      'causes of the deepest event',
      0.01,
      `WITH RECURSIVE up AS (SELECT cause FROM events WHERE id = '${row?.eventId}'
       UNION ALL SELECT e.cause FROM up JOIN events e ON e.id = up.cause) SELECT count(*) - 1 FROM up`,
      async () => ancestors(log, deepest),
    ),
    inDuck(
      'under: the first cause of it',
      0.05,
      `WITH RECURSIVE down AS (SELECT id FROM events WHERE cause = '${root?.eventId}'
       UNION ALL SELECT e.id FROM down JOIN events e ON e.cause = down.id) SELECT count(*) FROM down`,
      filtered(log, `under:${root?.eventId}`),
    ),
    { title: `"${RARE}"`, limit: 2, ours: filtered(log, `"${RARE}"`), ...textSearch(RARE, file) },
  ];
}

/** Runs a filter; resolves to the number of events that match. */
function filtered(log: RunLog, text: string): () => Promise<number> {
  return async () => {
    const filter = await parseFilter(text, log);
    if (isFilterError(filter)) throw new Error(`${text}: ${filter.message}`);
    return (await runFilter(filter, log, { isCancelled: () => false }))?.length ?? 0;
  };
}

/** Time of the first event, in ms. */
function startOf({ index: { columns } }: RunLog): number {
  let startMs = Number.POSITIVE_INFINITY;
  for (let row = 0; row < columns.length; row++) startMs = Math.min(startMs, columns.time[row] as number);
  return startMs;
}

/** The event with the longest chain of events above it. */
function deepestEvent(log: RunLog): number {
  const parent = log.graph?.parent ?? new Int32Array(0);
  const { length } = log.index.columns;
  const depth = new Uint32Array(length);
  let deepest = 0;
  for (let row = 0; row < length; row++) {
    const above = parent[row] as number;
    if (above >= 0 && above < row) depth[row] = (depth[above] as number) + 1;
    if ((depth[row] as number) > (depth[deepest] as number)) deepest = row;
  }
  return deepest;
}

function rootOf(log: RunLog, row: number): number {
  let at = row;
  for (let above = eventAbove(log, at); above >= 0; above = eventAbove(log, at)) at = above;
  return at;
}

function ancestors(log: RunLog, row: number): number {
  let steps = 0;
  for (let at = eventAbove(log, row); at >= 0; at = eventAbove(log, at)) steps++;
  return steps;
}

/** -1 for an event without a cause, and for one that an envelope caused. */
function eventAbove({ graph, index }: RunLog, row: number): number {
  const above = graph?.parent[row] ?? -1;
  return above < index.columns.length ? above : -1;
}

const RIPGREP = 'rg';

/** A search for a fixed text by the fastest program that is installed: ripgrep, or grep. */
function textSearch(text: string, file: string): Pick<Query, 'peer' | 'peerName'> {
  const isThere = spawnSync(RIPGREP, ['--version'], { stdio: 'ignore' }).error === undefined;
  const [program, ...args] = isThere
    ? ([RIPGREP, '-F', '-c', '--include-zero'] as const)
    : (['grep', '-F', '-c'] as const);
  const env = { ...process.env, LC_ALL: 'C' };
  const peer = () => {
    const { stdout, error } = spawnSync(program, [...args, text, file], { encoding: 'utf8', env });
    return error === undefined ? Promise.resolve(Number(stdout.trim())) : null;
  };
  return { peer, peerName: [program, '-F -c'].join(' ') };
}

interface DuckTable {
  /** The first value of the first row. */
  count(sql: string): Promise<number>;
  close(): void;
}

/** Not a bundled module: it is there where the development tools are. */
const DUCKDB = '@duckdb/node-api';

/** Null where DuckDB is not installed. Columns: id, run, type, node, cause, sequence, time. */
async function openDuckTable(file: string): Promise<DuckTable | null> {
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
