import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { bundleTargets } from '../cli/command-line.ts';
import { storedLog } from '../generator/write-log.ts';
import { countLineFeeds, forEachLine } from './lines.ts';
import { followStream, indexStream, parseStream } from './live-stream.ts';
import { commandTargets, engineTargets, liveTargets } from './measures.ts';
import { loadWithEngine } from './own-process.ts';
import { reportText, target } from './report.ts';
import type { Measured, Rounds } from './rounds.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'bench-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('forEachLine', () => {
  const long = 'é'.repeat(3_000_000);
  test.each([
    ['nothing', '', []],
    ['one line without an end', 'a', ['a']],
    ['an empty last line is none', 'a\nb\n', ['a', 'b']],
    ['empty lines are lines', '\n\nc', ['', '', 'c']],
    ['a line longer than a read', `x\n${long}\ny\n`, ['x', long, 'y']],
  ])('%s', (_rule, text, expected) => {
    const file = path.join(folder, 'lines.txt');
    writeFileSync(file, text);
    const lines: string[] = [];
    forEachLine(file, (line) => lines.push(line));
    expect(lines).toEqual(expected);
  });

  test('line feeds are counted over the borders of reads', () => {
    const file = path.join(folder, 'feeds.txt');
    writeFileSync(file, 'abc\n'.repeat(700_000));
    expect(countLineFeeds(file)).toBe(700_000);
  });
});

test('all contenders of a live session read the same events of one stream', async () => {
  const order = { events: 400, seed: 7, format: 'sse', oneRun: true } as const;
  const { file } = storedLog(folder, order, () => undefined);
  const { events } = parseStream(file);
  expect(events).toBeGreaterThan(300);
  expect(events).toBeLessThanOrEqual(400);
  expect(await followStream(file)).toMatchObject({ events });
  expect(await indexStream(file)).toMatchObject({ events });
  expect(await loadWithEngine(file)).toMatchObject({ events });
});

/** Rounds of rows with one value in each. */
function roundsOf(...rounds: readonly Readonly<Record<string, Measured>>[]): Rounds {
  const titles = [...new Set(rounds.flatMap((round) => Object.keys(round)))];
  return new Map(titles.map((title) => [title, rounds.flatMap((round) => round[title] ?? [])]));
}

const times = (round: Readonly<Record<string, number>>) =>
  Object.fromEntries(Object.entries(round).map(([title, ms]) => [title, { ms }]));

describe('targets of the engine', () => {
  const OURS = 'ours: load, index and graph';
  const good = {
    'JSON.parse line by line, dropped': { ms: 5_000, peakBytes: 6e7 },
    'newline scan (floor)': { ms: 200, peakBytes: 4e7 },
    'JSON.parse, objects stored': { ms: 12_000, peakBytes: 1e9 },
    'jq -c .type': { ms: 50_000 },
    [OURS]: { ms: 1_000, peakBytes: 1e8 },
    [`${OURS}: first rows`]: { ms: 10 },
    'ours: the same as one bundle': { ms: 1_050, peakBytes: 1e8 },
  };
  const slow = {
    ...good,
    [OURS]: { ms: 4_000, peakBytes: 5e8 },
    [`${OURS}: first rows`]: { ms: 400 },
    'ours: the same as one bundle': { ms: 5_000, peakBytes: 1e8 },
  };

  test.each([
    ['met by a fast engine', [good], true],
    ['missed by a slow one', [slow], false],
    ['one slow round of three does not decide', [good, slow, good], true],
    ['not met when nothing was measured', [{}], false],
  ])('are %s', (_rule, rounds, isMet) => {
    const targets = engineTargets(roundsOf(...rounds));
    expect(targets).toHaveLength(7);
    expect(targets.map(({ met }) => met)).toEqual(targets.map(() => isMet));
  });
});

test('what is promised of commands is judged by the log on which they do worse', () => {
  const log = (name: string, inspect: number) => ({
    [`${name}: JSON.parse line by line`]: 100,
    [`${name}: load, index and graph, without a start`]: 40,
    [`${name}: inspect`]: inspect,
    [`${name}: inspect: the verdict`]: inspect / 2,
  });
  const start = { 'node -e 0': 50, '--version': 100 };
  const targets = commandTargets(roundsOf(times({ ...start, ...log('ndjson', 50), ...log('adverse', 80) })));
  expect(targets.map(({ reached, met }) => [Number(reached.toFixed(6)), met])).toEqual([
    [1.25, false],
    [1, true],
    [35, true],
  ]);
});

test('what is promised of a live session is compared in the same round', () => {
  const round = (parser: number, indexed: number, reader: number) =>
    times({
      'eventsource-parser alone (floor)': parser,
      'ours: frames parsed and indexed': indexed,
      'ours: live session, ledger, capture and index': 9 * indexed,
      'ours: byte reader, index and graph': reader,
    });
  const rounds = roundsOf(round(100, 400, 500), round(200, 800, 400), round(100, 500, 200));
  expect(liveTargets(rounds).map(({ reached, met }) => [reached, met])).toEqual([
    [0.25, true],
    [0.5, true],
    [100 / 3600, false],
  ]);
});

describe('the report', () => {
  const report = {
    subject: '10 events',
    rounds: roundsOf(times({ ours: 1000 })),
    remarks: ['A remark.'],
    targets: [target('speed', 'at least', 4, 3), target('memory', 'at most', 1, Number.NaN)],
  };

  test('has the table, the remarks and every target, and never hides a miss', () => {
    const text = reportText(report, { node: 'v20', cores: 4, load: 0.2 });
    expect(text).toMatch(/^10 events; Node v20, 4 cores\n/);
    expect(text).toMatch(/\nours {2}1\.00 s +1\.00 ×\nA remark\.\n/);
    expect(text).toMatch(/\nspeed +at least 4 +3\.00 +not met\n/);
    expect(text).toMatch(/\nmemory +at most 1 +not measured +not met\n/);
    expect(text).not.toContain('load');
  });

  test('says when the machine was busy', () => {
    const text = reportText(report, { node: 'v20', cores: 2, load: 8 });
    expect(text).toContain('load 8.0 on 2 cores');
  });
});

test('bundles are listed with their bounds: what the page names, workers, large scripts that are loaded later', () => {
  mkdirSync(path.join(folder, 'assets'));
  const write = (name: string, content: string | Buffer) => writeFileSync(path.join(folder, name), content);
  write('index.html', '<script src="./assets/window-12345678.js"></script>');
  write('assets/window-12345678.js', randomBytes(10_000));
  write('assets/small-12345678.js', '1');
  write('assets/session.worker-12345678.js', randomBytes(201_000));
  write('assets/large-12345678.js', randomBytes(60_000));
  const listed = bundleTargets(folder).map(({ name, limit, met }) => [name, limit, met]);
  expect(listed).toEqual([
    ['first load', 350, true],
    ['session.worker', 200, false],
    ['large', 110, true],
  ]);
});
