/** Questions to a log that is open, beside DuckDB over the same events in memory, and beside a search of the bytes. */

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
import { compared, type KeptResult } from './kept-results.ts';
import { storedLog } from './log-store.ts';
import { median } from './measured.ts';
import {
  alignedRows,
  type BenchOptions,
  busyRemark,
  type Machine,
  machineNow,
  type Target,
  target,
  writeJson,
} from './report.ts';

/** A question, how it is put to us and to the peer, and what is promised: part of the peer's time at most. */
interface Question {
  readonly title: string;
  readonly limit: number;
  ours(): Promise<number>;
  /** Events that the peer finds; null when it is not installed. */
  peer(): Promise<number> | null;
  readonly peerName: string;
}

interface QueryRow {
  readonly title: string;
  readonly peerName: string;
  readonly limit: number;
  readonly oursMs: number;
  /** NaN without the peer. */
  readonly peerMs: number;
  readonly ours: number;
  readonly peer: number | null;
}

interface QueryBenchResult {
  readonly events: number;
  readonly seed: number;
  readonly machine: Machine;
  readonly bytes: number;
  readonly rows: readonly QueryRow[];
  /** Opening one event, the median; in ms. */
  readonly openMs: number;
}

/** Measures and prints one table; answers what was promised. */
export async function runQueryBench(
  options: BenchOptions,
  say: (line: string) => void,
  print: (text: string) => void,
): Promise<readonly Target[]> {
  const { events, seed, folder, rounds } = options;
  const { file, bytes } = storedLog(folder, { events, seed, format: 'ndjson' }, say);
  const machine = machineNow();
  say('opening the log');
  const log = openRunLog(await openFile(file));
  await log.loaded;
  say('filling a table of DuckDB');
  const table = await openDuckTable(file);
  if (table === null) say('DuckDB is not installed');
  say('opening events');
  const openMs = await openedEventMs(log);
  const rows: QueryRow[] = [];
  for (const question of await questionsOf(log, file, table)) {
    say(question.title);
    rows.push(await measured(question, rounds));
  }
  table?.close();
  await log.close();
  const result = { events, seed, machine, bytes, rows, openMs };
  print(queryReport(result));
  for (const line of compared(options.results, keptOf(result))) print(`${line}\n`);
  writeJson(options.json, result);
  return queryTargets(result);
}

/** What is promised of each question: a part of the peer's time; and how long one event takes to be opened. */
export function queryTargets({ rows, openMs }: Pick<QueryBenchResult, 'rows' | 'openMs'>): readonly Target[] {
  const questions = rows.map(({ title, peerName, limit, oursMs, peerMs }) =>
    target(`${title}, part of the time of ${peerName}`, 'at most', limit, oursMs / peerMs),
  );
  return [...questions, target('one event opened, ms', 'at most', 1, openMs)];
}

/** Events that are opened, each far from the one before. */
const OPENED = 400;
const FAR = 611_953;

/** The median time in which one event is read, parsed, masked and told as its row. */
async function openedEventMs(log: RunLog): Promise<number> {
  const { length } = log.order;
  const times: number[] = [];
  for (let i = 0; i < OPENED; i++) {
    const ordinal = log.order.ordinalAt((i * FAR) % length);
    const startedMs = performance.now();
    masker.value(readEventDocument(await log.read(ordinal))?.recorded);
    await log.rows([ordinal]);
    times.push(performance.now() - startedMs);
  }
  return median(times);
}

async function measured(question: Question, rounds: number): Promise<QueryRow> {
  const [own, other]: number[][] = [[], []];
  let [ours, peer]: [number, number | null] = [0, null];
  for (let round = 0; round < rounds; round++) {
    let startedMs = performance.now();
    ours = await question.ours();
    own?.push(performance.now() - startedMs);
    startedMs = performance.now();
    peer = await question.peer();
    if (peer !== null) other?.push(performance.now() - startedMs);
  }
  const { title, peerName, limit } = question;
  return { title, peerName, limit, oursMs: median(own ?? []), peerMs: median(other ?? []), ours, peer };
}

/** A text that few events hold. */
const RARE = 'No such part of the brief';

async function questionsOf(log: RunLog, file: string, table: DuckTable | null): Promise<readonly Question[]> {
  const deepest = deepestEvent(log);
  const [row] = await log.rows([deepest]);
  const [root] = await log.rows([rootOf(log, deepest)]);
  const { startMs } = timesOf(log);
  const filtered = (text: string) => () => count(log, text);
  const asked = (sql: string) => () => table?.count(sql) ?? null;
  const at = (seconds: number) => `make_timestamp(${Math.round((startMs + seconds * 1000) * 1000)})`;
  const duck = (title: string, limit: number, ours: Question['ours'], sql: string): Question => ({
    ...{ title, limit, ours, peer: asked(sql), peerName: 'DuckDB' },
  });
  return [
    duck(
      'type:node.failed',
      0.5,
      filtered('type:node.failed'),
      `SELECT count(*) FROM events WHERE type = 'node.failed'`,
    ),
    duck(
      'node:draft-*',
      0.5,
      filtered('node:draft-*'),
      `SELECT count(*) FROM events WHERE node LIKE 'draft-%'`,
    ),
    duck(
      'time:60s..3600s',
      0.5,
      filtered('time:60s..3600s'),
      `SELECT count(*) FROM events WHERE time >= ${at(60)} AND time <= ${at(3600)}`,
    ),
    duck(
      'causes of the deepest event',
      0.01,
      () => Promise.resolve(ancestors(log, deepest)),
      `WITH RECURSIVE up AS (SELECT cause FROM events WHERE id = '${row?.eventId}'
       UNION ALL SELECT e.cause FROM up JOIN events e ON e.id = up.cause) SELECT count(*) - 1 FROM up`,
    ),
    duck(
      'under: the first cause of it',
      0.05,
      filtered(`under:${root?.eventId}`),
      `WITH RECURSIVE down AS (SELECT id FROM events WHERE cause = '${root?.eventId}'
       UNION ALL SELECT e.id FROM down JOIN events e ON e.cause = down.id) SELECT count(*) FROM down`,
    ),
    {
      ...{ title: `"${RARE}"`, limit: 2, ours: filtered(`"${RARE}"`), peerName: textSearch.name },
      peer: () => textSearch.count(RARE, file),
    },
  ];
}

async function count(log: RunLog, text: string): Promise<number> {
  const filter = parseFilter(text, log);
  if (isFilterError(filter)) throw new Error(`${text}: ${filter.message}`);
  return (await runFilter(filter, log, { isCancelled: () => false }))?.length ?? 0;
}

function timesOf({ index: { columns } }: RunLog): { readonly startMs: number } {
  let startMs = Number.POSITIVE_INFINITY;
  for (let row = 0; row < columns.length; row++) {
    const time = columns.time[row] as number;
    if (time < startMs) startMs = time;
  }
  return { startMs };
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

/** The fastest search for a fixed text that is installed. */
const textSearch = {
  get name(): string {
    return has('rg') ? 'rg -F -c' : 'grep -F -c';
  },
  count(text: string, file: string): Promise<number> | null {
    const [program, args] = has('rg') ? ['rg', ['-F', '-c', '--include-zero']] : ['grep', ['-F', '-c']];
    const { stdout, error } = spawnSync(program as string, [...(args as string[]), text, file], {
      encoding: 'utf8',
      env: { ...process.env, LC_ALL: 'C' },
    });
    return error === undefined ? Promise.resolve(Number(stdout.trim())) : null;
  },
};

function has(program: string): boolean {
  return spawnSync(program, ['--version'], { stdio: 'ignore' }).error === undefined;
}

function keptOf({ events, seed, machine, rows }: QueryBenchResult): Omit<KeptResult, 'version'> {
  const ratios = Object.fromEntries(rows.map(({ title, oursMs, peerMs }) => [title, peerMs / oursMs]));
  return { kind: 'queries', events, seed, machine: { node: machine.node, cores: machine.cores }, ratios };
}

/** The table as text: each question with its times and whether what is promised of it is met. */
export function queryReport({ events, seed, machine, bytes, rows, openMs }: QueryBenchResult): string {
  const heading = `${formatCount(events)} events, ${formatBytes(bytes)} of NDJSON, seed ${seed}; Node ${machine.node}, ${machine.cores} cores`;
  const table = rows.map(({ title, peerName, limit, oursMs, peerMs, ours, peer }) => {
    const part = oursMs / peerMs;
    const told = Number.isNaN(part) ? ['not installed', '', ''] : [ms(peerMs), part.toPrecision(2), ''];
    const found = peer === null || peer === ours ? formatCount(ours) : `${ours}, peer ${peer}`;
    const met = Number.isNaN(part) ? 'not measured' : part <= limit ? 'met' : 'not met';
    return [title, ms(oursMs), `${peerName} ${told[0]}`, told[1] ?? '', `at most ${limit}`, met, found];
  });
  const header = ['', 'ours', 'peer', 'part', 'promised', '', 'events'];
  const opened = `one event opened: ${ms(openMs)}`;
  return `${heading}\n${busyRemark(machine)}\n${alignedRows([header, ...table])}\n${opened}\n`;
}

function ms(time: number): string {
  return `${time < 10 ? time.toFixed(2) : time.toFixed(0)} ms`;
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
