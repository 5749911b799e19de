import { describe, expect, test } from 'vitest';
import { plain } from './document.ts';
import { fitColumns, paintLine, rowLine, table } from './terminal.ts';

const columns = [
  { title: 'SEQ', align: 'right' },
  { title: 'NODE', shrinksTo: 4 },
  { title: 'SUMMARY', shrinksTo: 8 },
] as const;
const rows = [
  ['#7', 'draft', 'a short text'],
  ['#1282', 'a-node-with-a-long-name', 'a much longer text about what happened'],
].map((cells) => cells.map(plain));

const displayed = (lines: ReturnType<typeof table>): string[] =>
  lines.map((row) => paintLine(row, false).trimEnd());

describe('a table', () => {
  test('aligns its columns and cuts nothing when nobody says how wide it may be', () => {
    expect(displayed(table(columns, rows, null))).toEqual([
      '  SEQ  NODE                     SUMMARY',
      '   #7  draft                    a short text',
      '#1282  a-node-with-a-long-name  a much longer text about what happened',
    ]);
  });

  test('gives way from the last column on', () => {
    expect(displayed(table(columns, rows, 50))).toEqual([
      '  SEQ  NODE                     SUMMARY',
      '   #7  draft                    a short text',
      '#1282  a-node-with-a-long-name  a much longer tex…',
    ]);
    for (const row of displayed(table(columns, rows, 30))) expect(row.length).toBeLessThanOrEqual(30);
  });

  test('keeps whole what may not shrink, in later rows too', () => {
    const widths = fitColumns(columns, rows, 40);
    const later = rowLine(columns, [plain('#12345678'), plain('n'), plain('text')], widths);
    expect(paintLine(later, false)).toContain('#12345678');
  });

  test('keeps hostile cells on their line', () => {
    const [heading, row] = displayed(table([{ title: 'A' }], [[plain('x\n\u001b[2Jy')]], null));
    expect([heading, row]).toEqual(['A', 'x↵[U+001B][2Jy']);
  });
});
