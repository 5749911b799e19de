import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { openRunLog, type RunLog } from '../src/index.ts';
import { openFile } from '../src/node/index.ts';

/** Every file that real hosts gave: logs against an independent plain reading, all others distinguished with a reason. */
const root = join(import.meta.dirname, '../../../testing/recordings');

function filesBelow(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? filesBelow(path) : [path];
  });
}

interface Doc {
  eventId?: string;
  runId?: string;
  type?: string;
  sequence?: number;
  seq?: number;
}

/** What a plain reading with JSON.parse finds; null for a file that is no log. */
interface Plain {
  readonly format: string;
  readonly events: readonly Doc[];
}

function plainRead(path: string): Plain | null {
  const text = readFileSync(path, 'utf8');
  if (path.endsWith('.sse')) return { format: 'sse', events: plainSse(text) };
  if (!path.endsWith('.json')) return null;
  const value = JSON.parse(text) as Record<string, unknown>;
  if (Array.isArray(value) || !Array.isArray(value.events)) {
    return value.runId && value.workflowId && value.status ? { format: 'snapshot', events: [] } : null;
  }
  const format =
    value.bundleVersion !== undefined || value.run !== undefined
      ? 'debug-bundle'
      : value.runId && value.status
        ? 'app-bundle'
        : 'poll';
  return { format, events: value.events as Doc[] };
}

/** Frames by blank lines, every `data:` joined, arrays flattened, deltas and snapshots left out. */
function plainSse(text: string): Doc[] {
  const events: Doc[] = [];
  for (const frame of text.split(/\r?\n\r?\n/)) {
    const data = frame
      .split(/\r?\n/)
      .filter((line) => line.startsWith('data:'))
      .map((line) => line.slice(5).trimStart())
      .join('\n');
    if (data === '') continue;
    const value = JSON.parse(data) as Doc | Doc[];
    events.push(...[value].flat().filter((one) => typeof one.type === 'string'));
  }
  return events;
}

const opened: RunLog[] = [];

afterEach(async () => {
  for (const log of opened.splice(0)) await log.close();
});

/** Codes of the errors of the logs that were opened, by path. */
const errorsOf = new Map<string, readonly string[]>();

async function open(path: string): Promise<RunLog> {
  const log = openRunLog(await openFile(path));
  opened.push(log);
  await log.loaded;
  await log.runChecks();
  errorsOf.set(
    path,
    log.problemGroups(['error']).map((group) => group.code),
  );
  return log;
}

function codes(log: RunLog): string[] {
  return log.problemGroups().map((group) => group.code);
}

const files = filesBelow(root);
const logs = files.flatMap((path) => {
  const plain = plainRead(path);
  return plain === null ? [] : [{ name: relative(root, path), path, plain }];
});

test('the recordings are there', () => {
  expect(logs.length).toBeGreaterThan(600);
  expect(files.length - logs.length).toBeGreaterThan(150);
});

describe('logs open with the events a plain reading finds', () => {
  test.each(logs)('$name', async ({ path, plain }) => {
    const log = await open(path);
    const unique = new Set(
      plain.events.map((event) => event.eventId ?? `${event.runId}#${event.sequence ?? event.seq}`),
    );
    expect(log.format).toBe(plain.format);
    expect(log.index.entries).toBe(plain.events.length);
    expect(log.index.events).toBe(unique.size);
    const rows = await log.rows(Array.from({ length: log.order.length }, (_, i) => log.order.ordinalAt(i)));
    const first = plain.events[0];
    if (first !== undefined) {
      const types = plain.events.map((event) => event.type).sort();
      expect(rows.length === types.length ? rows.map((row) => row.type).sort() : types).toEqual(types);
      const sequences = plain.events.map((event) => event.sequence ?? event.seq ?? -1);
      expect(rows[0]?.sequence).toBe(Math.min(...sequences));
      expect(rows.at(-1)?.sequence).toBe(Math.max(...sequences));
    }
    expect(log.index.unreadable).toBe(0);
    expect(rows.every((row) => row.summary.length <= 200)).toBe(true);
  });
});

describe('known deviations of each host are named', () => {
  const inHost = (host: string, name: string): string[] =>
    logs
      .filter(
        (log) =>
          log.name.startsWith(`${host}/`) && basename(log.path) === name && log.plain.events.length > 0,
      )
      .map((log) => log.path);

  test('in-memory bundles: data for payload, derived ids, the run id of the bundle, no causation', async () => {
    for (const path of inHost('in-memory', 'debug-bundle.json')) {
      const found = codes(await open(path));
      expect(found).toEqual(
        expect.arrayContaining([
          'data_for_payload',
          'event_id_derived',
          'run_id_from_bundle',
          'causation_omitted',
        ]),
      );
      expect(found).not.toContain('payload_schema');
    }
  });

  test('in-memory streams: seq for sequence, derived ids', async () => {
    for (const path of inHost('in-memory', 'live.debug.sse')) {
      expect(codes(await open(path))).toEqual(
        expect.arrayContaining(['seq_for_sequence', 'event_id_derived']),
      );
    }
  });

  test('app bundles: no host, no redaction fields', async () => {
    for (const path of inHost('app', 'debug-bundle.json')) {
      const log = await open(path);
      expect(log.format).toBe('app-bundle');
      expect(codes(log)).toEqual(expect.arrayContaining(['host_incomplete', 'redaction_missing']));
    }
  });

  test('no log of a real host has an error, but for streams of a mode that leaves events out', async () => {
    for (const { path, name } of logs) {
      if (!errorsOf.has(path)) await open(path);
      const errors = errorsOf.get(path) ?? [];
      if (/live\.values|sse\.values|updates|messages|default|lastEventId/.test(name)) {
        expect(
          errors.filter((code) => code !== 'sequence_gap'),
          name,
        ).toEqual([]);
      } else expect(errors, name).toEqual([]);
    }
  });
});

describe('files that are no log are rejected with a reason', () => {
  const others = files.filter((path) => plainRead(path) === null);
  test.each(others.map((path) => [relative(root, path), path] as const))('%s', async (_name, path) => {
    const log = await open(path);
    expect(log.format).toBe('unknown');
    expect(log.index.events).toBe(0);
    expect(log.results[0]?.explanation).toMatch(/[a-z]{3,} [a-z]/);
  });
});
