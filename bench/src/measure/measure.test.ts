import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { commandTargets } from './commands.ts';
import { type Round, reportText, targetsOf } from './engine.ts';
import { countLineFeeds, forEachLine } from './lines.ts';
import { type Measured, median } from './measured.ts';
import { busyRemark, machineNow } from './report.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'bench-'));
afterAll(() => rmSync(folder, { recursive: true }));

function linesOf(text: string): readonly string[] {
  const file = path.join(folder, 'lines.txt');
  writeFileSync(file, text);
  const lines: string[] = [];
  forEachLine(file, (bytes, from, to) => lines.push(bytes.toString('utf8', from, to)));
  return lines;
}

describe('forEachLine', () => {
  const long = 'é'.repeat(3_000_000);
  test.each([
    ['nothing', '', []],
    ['one line without an end', 'a', ['a']],
    ['an empty last line is none', 'a\nb\n', ['a', 'b']],
    ['empty lines are lines', '\n\nc', ['', '', 'c']],
    ['a line longer than the buffer', `x\n${long}\ny\n`, ['x', long, 'y']],
  ])('%s', (_rule, text, lines) => {
    expect(linesOf(text)).toEqual(lines);
  });

  test('line feeds are counted over the borders of reads', () => {
    const file = path.join(folder, 'feeds.txt');
    writeFileSync(file, 'abc\n'.repeat(700_000));
    expect(countLineFeeds(file)).toBe(700_000);
  });
});

test.each([
  [[3], 3],
  [[9, 1, 5], 5],
  [[4, 1, 2, 3], 2.5],
  [[], Number.NaN],
])('the median of %j is %d', (values, middle) => {
  expect(median(values)).toBe(middle);
});

function measured(ms: number, peakBytes: number, more: Partial<Measured> = {}): Measured {
  return { ms, peakBytes, events: 1_000, ...more };
}

const GOOD: Round = {
  scan: measured(200, 4e7),
  parse: measured(5_000, 6e7),
  keep: measured(12_000, 1e9),
  jq: { ms: 50_000, peakBytes: null, events: 0 },
  ours: measured(1_000, 1e8, { firstRowsMs: 10, edges: 900 }),
  fallback: measured(3_000, 1e8),
  bundle: measured(1_050, 1e8),
};
const SLOW: Round = {
  ...GOOD,
  ours: measured(4_000, 5e8, { firstRowsMs: 400 }),
  fallback: measured(4_000, 5e8),
  bundle: measured(5_000, 1e8),
};

const QUIET = { node: 'v20', cores: 4, load: 0.2 };

test.each([
  [QUIET, ''],
  [{ ...QUIET, load: 9 }, 'load 9.0 on 4 cores'],
])('the report says when the machine was busy', (machine, remark) => {
  expect(busyRemark(machine)).toContain(remark);
  expect(busyRemark(machine) === '').toBe(remark === '');
});

const ALL_MET: readonly boolean[] = new Array(8).fill(true);
const NONE_MET: readonly boolean[] = new Array(8).fill(false);

describe('targets', () => {
  test.each([
    ['met by a fast engine', [GOOD], ALL_MET],
    ['missed by a slow one', [SLOW], NONE_MET],
    ['one slow round of three does not decide', [GOOD, SLOW, GOOD], ALL_MET],
    ['not met when nothing was measured', [{}], NONE_MET],
  ])('are %s', (_rule, rounds, met) => {
    expect(targetsOf(rounds).map((target) => target.met)).toEqual(met);
  });

  test('the report lists every row, says what is missing and never hides a miss', () => {
    const { jq: _, ...withoutJq } = SLOW;
    const text = reportText({
      events: 1_000,
      seed: 7,
      machine: QUIET,
      ndjsonBytes: 1e6,
      bundleBytes: 1e6,
      rounds: [withoutJq],
    });
    expect(text).toContain('JSON.parse line by line, dropped');
    expect(text).toContain('jq -c .type: not found');
    expect(text.match(/not met/g)).toHaveLength(NONE_MET.length);
  });
});

test('what is promised of commands is judged by the log on which they do worse', () => {
  const log = (inspect: number) => ({
    name: 'ndjson',
    bytes: 1,
    times: {
      'JSON.parse line by line': [100],
      'load, index and graph, without a start': [40],
      inspect: [inspect],
      'inspect: the verdict': [inspect / 2],
    },
  });
  const targets = commandTargets({
    events: 1,
    seed: 7,
    machine: machineNow(),
    starts: { 'node -e 0': [50], '--version': [100] },
    logs: [log(50), log(80)],
  });
  expect(targets.map(({ reached, met }) => [Number(reached.toFixed(6)), met])).toEqual([
    [1.25, false],
    [1, true],
    [35, true],
  ]);
});
