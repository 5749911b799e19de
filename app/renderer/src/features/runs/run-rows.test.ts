import { literal, masker } from '@openwop-inspector/base';
import { eventlessRun, type RunListRow } from '@openwop-inspector/run-log';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type RunOrder, runTreeRows } from './run-rows.ts';

interface Given {
  readonly id: string;
  readonly status?: string;
  readonly parent?: string | null;
  readonly start?: number | null;
  readonly end?: number;
  readonly events?: number;
  readonly code?: string;
}

const failureWith = (code: string): NonNullable<RunListRow['firstFailure']> => ({
  ordinal: 0,
  sequence: 0,
  eventId: literal('e'),
  type: literal('node.failed'),
  nodeId: null,
  code: masker.text(code),
  isCoded: true,
  message: null,
  source: 'event',
  foundBy: 'last',
});

function run({
  id,
  status = 'completed',
  parent = null,
  start = null,
  end,
  events = 1,
  code,
}: Given): RunListRow {
  return {
    ...eventlessRun(id, 'flow', status),
    events,
    firstSequence: 0,
    lastSequence: 1,
    firstOrdinal: 0,
    parentRunId: parent === null ? null : masker.identity(parent),
    startMs: start,
    endMs: end ?? start,
    source: literal('a.ndjson'),
    ...(code === undefined ? {} : { firstFailure: failureWith(code) }),
  };
}

const displayed = (
  given: readonly Given[],
  order: RunOrder = 'failed',
  text = '',
  folded: readonly string[] = [],
): readonly string[] =>
  runTreeRows(given.map(run), order, text, folded).map(
    (row) =>
      `${'-'.repeat(row.level - 1)}${row.run === null ? `[${row.code} ${row.failed}]` : row.run.runId}`,
  );

describe('the runs of a source', () => {
  const GIVEN: readonly Given[] = [
    { id: 'c', start: 30, end: 90, events: 3 },
    { id: 'b', status: 'failed', start: 20, end: 25, events: 9 },
    { id: 'a', start: 10, end: 20 },
    { id: 'd', status: 'failed', start: 5, end: 6 },
    { id: 'e' },
  ];

  test.each<[RunOrder, readonly string[]]>([
    ['failed', ['[ 2]', '-d', '-b', 'a', 'c', 'e']],
    ['start', ['d', 'a', 'b', 'c', 'e']],
    ['duration', ['c', 'a', 'b', 'd', 'e']],
    ['events', ['b', 'c', 'd', 'a', 'e']],
  ])('in the order %s', (order, rows) => expect(displayed(GIVEN, order)).toEqual(rows));

  test('children are listed under their parents, which count as failed with them', () =>
    expect(
      displayed([
        { id: 'fine', start: 1 },
        { id: 'top', start: 9 },
        { id: 'child', start: 11, parent: 'top' },
        { id: 'bad child', start: 12, parent: 'top', status: 'failed' },
        { id: 'grandchild', start: 13, parent: 'bad child' },
      ]),
    ).toEqual(['top', '-bad child', '--grandchild', '-child', 'fine']));

  test('several failures are grouped by code, the earliest first and those without a code last', () => {
    const given: readonly Given[] = [
      { id: 'unknown', status: 'failed', start: 1 },
      { id: 'late', status: 'failed', start: 9, code: 'slow' },
      { id: 'next', status: 'failed', start: 5, code: 'bad' },
      { id: 'first', status: 'failed', start: 3, code: 'slow' },
      { id: 'below', start: 4, parent: 'first' },
      { id: 'fine', start: 2 },
    ];
    const rows = ['[slow 2]', '-first', '--below', '-late', 'next', 'unknown', 'fine'];
    expect(displayed(given)).toEqual(rows);
    expect(displayed(given, 'failed', '', ['slow'])).toEqual([rows[0], ...rows.slice(4)]);
  });

  test('parents that are missing, or cyclic, hide no run', () =>
    expect(
      displayed([
        { id: 'a', parent: 'b', start: 1 },
        { id: 'b', parent: 'a', start: 2 },
        { id: 'c', parent: 'elsewhere', start: 3 },
        { id: 'd', parent: 'd', start: 4 },
      ]),
    ).toEqual(['a', 'b', 'c', 'd']));

  test.each([
    ['B', ['b']],
    ['fail', ['[ 2]', '-d', '-b']],
    ['flow a', ['[ 2]', '-d', '-b', 'a', 'c', 'e']],
    ['a.ndjson completed', ['a', 'c', 'e']],
    ['nothing', []],
  ])('with the words %s', (text, rows) => expect(displayed(GIVEN, 'failed', text)).toEqual(rows));

  test('every run has one row, whatever its parent', () => {
    const id = fc.integer({ min: 0, max: 12 }).map(String);
    const given = fc.uniqueArray(
      fc.record({ id, parent: fc.option(id), status: fc.constantFrom('failed', 'running') }),
      {
        selector: (one) => one.id,
      },
    );
    fc.assert(
      fc.property(given, (runs) => {
        const rows = displayed(runs)
          .filter((row) => !row.startsWith('['))
          .map((row) => row.replace(/^-+/, ''));
        expect([...rows].sort()).toEqual(runs.map((one) => one.id).sort());
      }),
    );
  });
});
