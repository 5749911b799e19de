import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { openRunLog, type RunLog, textSource } from '@openwop-inspector/run-log';
import { openFile } from '@openwop-inspector/run-log/node';
import { ClearCount, plantedBundle } from '@openwop-inspector/testing/planted';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PARQUET_COLUMNS, ParquetExport } from '../src/index.ts';

/** What is exported is read back by DuckDB, from a folder of files, and compared with a plain reading. */

const folder = mkdtempSync(join(tmpdir(), 'inspector-export-'));
const repository = join(import.meta.dirname, '../../..');
const guide = readFileSync(join(repository, 'docs/guide/export.md'), 'utf8');
const TOKEN = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`;

/** Events with odd spellings, missing fields, broken lines, and a credential. */
const ODD: readonly string[] = [
  '{"eventId":"o0","runId":"odd","type":"run.started","sequence":0,"timestamp":"2026-03-02T09:00:00.250Z","payload":{"workflowId":"w"}}',
  '{ "runId" : "odd", "seq":1, "type":"x.y", "data":{"n":12345678901234567890,"t":"caf\\u00e9 \\ud83d\\ude00","correlationId":"c-1"} , "eventId":"o1" }',
  'this is no event',
  `{"eventId":"o2","runId":"odd","type":"log.appended","sequence":2,"timestamp":"not a time","contentTrust":"untrusted","causationId":"o1","payload":{"message":"${TOKEN}","level":"info"}}`,
  '{"eventId":"o3","runId":"odd","type":"node.completed","sequence":3,"nodeId":"n\'; DROP TABLE","payload":null}',
  '{"eventId":"o4","runId":"odd","type":"node.failed","sequence":4,"timestamp":"2026-03-02T10:00:00+01:00","payload":{"error":{"code":"a","message":"b"},"payload":1},"payload":{"error":{"code":"later","message":"m"}}}',
];

async function exported(log: RunLog, file: string): Promise<void> {
  const parts: Uint8Array[] = [];
  const made = new ParquetExport(async (bytes) => void parts.push(bytes));
  await log.loaded;
  const ordinals = Array.from({ length: log.order.length }, (_, place) => log.order.ordinalAt(place));
  expect(await made.add({ log, file, ordinals, isWhole: true, onProgress: () => false })).toEqual({
    kind: 'written',
    rows: ordinals.length,
  });
  await made.finish();
  writeFileSync(join(folder, `${file}.parquet`), Buffer.concat(parts));
  await log.close();
}

let query: (sql: string) => Promise<readonly Record<string, unknown>[]>;
const runs = `read_parquet('${folder}/*.parquet')`;

beforeAll(async () => {
  await exported(openRunLog(await openFile(join(repository, 'samples/acme-prd-draft.bundle.json'))), 'prd');
  await exported(openRunLog(textSource('odd', ODD.join('\n'))), 'odd');
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  query = async (sql) => (await connection.runAndReadAll(sql)).getRowObjectsJson();
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('the payload of an event that is no JSON is null, and queries over it go on', async () => {
  const cut = `{"eventId":"e0","runId":"r","type":"x.y","sequence":0,"payload":{"text":"${'x'.repeat(64 * 1024 * 1024)}"}}`;
  const log = `${cut}\n{"eventId":"e1","runId":"r","type":"x.y","sequence":1,"payload":{"text":"y"}}`;
  await exported(openRunLog(textSource('huge', log)), 'huge');
  const rows = await query(
    `SELECT event_id, payload ->> '$.text' AS text FROM read_parquet('${folder}/huge.parquet') ORDER BY sequence`,
  );
  rmSync(join(folder, 'huge.parquet'));
  expect(rows).toEqual([
    { event_id: 'e0', text: null },
    { event_id: 'e1', text: 'y' },
  ]);
}, 120_000);

describe('a Parquet file', () => {
  test('holds each event of each log once', async () => {
    expect(readdirSync(folder).sort()).toEqual(['odd.parquet', 'prd.parquet']);
    expect(await query(`SELECT file, count(*)::INT AS n FROM ${runs} GROUP BY file ORDER BY file`)).toEqual([
      { file: 'odd', n: 5 },
      { file: 'prd', n: 219 },
    ]);
  });

  test('says of each event what a plain reading says', async () => {
    const bundle = JSON.parse(readFileSync(join(repository, 'samples/acme-prd-draft.bundle.json'), 'utf8'));
    const rows = await query(`SELECT * FROM ${runs} WHERE file = 'prd' ORDER BY sequence`);
    const plain = bundle.events.map((event: Record<string, unknown>) => ({
      run_id: event.runId,
      sequence: String(event.sequence),
      event_id: event.eventId,
      type: event.type,
      node_id: event.nodeId ?? null,
      causation_id: event.causationId ?? null,
      payload: event.payload ?? event.data,
    }));
    const reported = rows.map(({ run_id, sequence, event_id, type, node_id, causation_id, payload }) => ({
      run_id,
      sequence,
      event_id,
      type,
      node_id,
      causation_id,
      payload: JSON.parse(String(payload)),
    }));
    // The sample holds addresses of interrupts, which are masked.
    const withoutMasks = reported.filter(({ payload }) => !JSON.stringify(payload).includes('[masked:'));
    expect(withoutMasks.length).toBeGreaterThan(200);
    const byId = new Map(plain.map((event: { event_id: string }) => [event.event_id, event]));
    for (const one of withoutMasks) expect(one).toEqual(byId.get(one.event_id as string));
  });

  test('keeps odd spellings: digits, escapes, what is missing is null, of a key that occurs twice the last', async () => {
    const rows = await query(
      `SELECT event_id, sequence, time, node_id, causation_id, correlation_id, content_trust, payload
       FROM ${runs} WHERE file = 'odd' ORDER BY sequence`,
    );
    const nothing = {
      time: null,
      node_id: null,
      causation_id: null,
      correlation_id: null,
      content_trust: null,
    };
    expect(rows).toEqual([
      {
        ...nothing,
        event_id: 'o0',
        sequence: '0',
        time: '2026-03-02 09:00:00.25',
        payload: '{"workflowId":"w"}',
      },
      {
        ...nothing,
        event_id: 'o1',
        sequence: '1',
        correlation_id: 'c-1',
        payload: '{"n":12345678901234567890,"t":"caf\\u00e9 \\ud83d\\ude00","correlationId":"c-1"}',
      },
      {
        ...nothing,
        event_id: 'o2',
        sequence: '2',
        causation_id: 'o1',
        content_trust: 'untrusted',
        payload: '{"message":"ghp_…[masked:github]","level":"info"}',
      },
      { ...nothing, event_id: 'o3', sequence: '3', node_id: "n'; DROP TABLE", payload: 'null' },
      {
        ...nothing,
        event_id: 'o4',
        sequence: '4',
        time: '2026-03-02 09:00:00',
        payload: '{"error":{"code":"later","message":"m"}}',
      },
    ]);
  });

  test('holds no secret, in no column', () => {
    for (const name of readdirSync(folder)) {
      const bytes = readFileSync(join(folder, name)).toString('latin1');
      expect(bytes).not.toContain(TOKEN);
      expect(bytes).not.toContain(TOKEN.slice(0, 16));
    }
  });

  test('of 400 planted secrets it holds none of a documented shape (security S-14)', async () => {
    const { text, places } = plantedBundle();
    await exported(openRunLog(textSource('planted', text)), 'planted');
    const rows = await query(`SELECT * FROM read_parquet('${folder}/planted.parquet')`);
    rmSync(join(folder, 'planted.parquet'));
    expect(rows.length).toBeGreaterThan(50);
    const count = new ClearCount(places);
    for (const { payload, ...columns } of rows) count.look('columns', [columns, JSON.parse(String(payload))]);
    expect(count.known).toEqual([]);
    expect(count.worstShare, count.placed.join('\n')).toBeLessThanOrEqual(0.05);
  });

  test('comes in row groups of bounded size', async () => {
    const filler = 'words '.repeat(700);
    const lines = Array.from({ length: 9000 }, (_, sequence) =>
      JSON.stringify({ eventId: `e${sequence}`, runId: 'r', type: 'x.y', sequence, payload: { filler } }),
    );
    await exported(openRunLog(textSource('large', lines.join('\n'))), 'large');
    const groups = await query(
      `SELECT row_group_id::INT AS id, row_group_num_rows::INT AS n FROM parquet_metadata('${folder}/large.parquet')
       WHERE path_in_schema = 'payload' ORDER BY id`,
    );
    rmSync(join(folder, 'large.parquet'));
    expect(groups.length).toBeGreaterThan(1);
    expect(groups.reduce((sum, { n }) => sum + Number(n), 0)).toBe(9000);
  }, 60_000);
});

describe('the guide', () => {
  const blocks = (language: string) =>
    [...guide.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g'))].map(
      ([, text]) => text ?? '',
    );

  test.each(blocks('sql').filter((sql) => sql.includes("'runs/*.parquet'")))('%s', async (sql) => {
    expect((await query(sql.replaceAll("'runs/*.parquet'", `'${folder}/*.parquet'`))).length).toBeGreaterThan(
      0,
    );
  });

  test('creates the same columns in ClickHouse', () => {
    const [create = ''] = blocks('sql').filter((sql) => sql.includes('CREATE TABLE'));
    const columns = PARQUET_COLUMNS.map(({ name, clickHouse }) => `${name} ${clickHouse}`);
    expect(create.match(/^ {2}\w+ .*?(?=,?$)/gm)?.map((row) => row.trim().replace(/,$/, ''))).toEqual(
      columns,
    );
  });

  test('lists every column with what it holds', () => {
    for (const { name, what } of PARQUET_COLUMNS)
      expect(guide).toMatch(new RegExp(`^\\| \`${name}\` \\| [a-z ]+ \\| ${what} \\|$`, 'm'));
  });
});
