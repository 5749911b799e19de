/** A comparison as a report: the verdict, the first divergence, what followed from it, sums by node. Pure. */
import { countOf, formatCount, formatSequence } from '@openwop-inspector/base';
import {
  beforeWords,
  changeWords,
  differencePieces,
  differingNodes,
  type EventDifference,
  FIGURES,
  figureCell,
  type NodeDifference,
} from '@openwop-inspector/compare';
import type { EventRow } from '@openwop-inspector/run-log';
import {
  blank,
  cutLine,
  dim,
  fact,
  type Line,
  line,
  name,
  plain,
  type Span,
  strong,
  wrapLine,
} from '../terminal/line.ts';
import { shellWord } from '../terminal/safe-text.ts';
import { type Column, table } from '../terminal/table.ts';
import type {
  CompareSide,
  ToldComparison,
  ToldCone,
  ToldDifference,
  ToldPair,
  ToldRecord,
} from './compare-document.ts';
import { INCOMPLETE } from './compare-document.ts';
import { eventLine, toneMark, typeSpan } from './event-table.ts';

/** Sentences are broken at this width when nobody says how wide the screen is. */
const READING_WIDTH = 100;
/** Values shown of a pair. */
const SHOWN_VALUES = 12;
/** Events shown of what follows. */
const SHOWN_EFFECTS = 3;

/** `limit` rows of each table at most. With a pair that is alone asked for, the pair takes the place of the tables. */
export function compareReport(
  told: ToldComparison,
  pair: ToldPair | null,
  limit: number,
  width: number | null,
): readonly Line[] {
  const sides = [sideLine('A', told.sides.a, told), sideLine('B', told.sides.b, told)];
  const head = [...wrapLine(verdictLine(told), width ?? READING_WIDTH), blank, ...sides, ...noteLines(told)];
  if (pair !== null) return [...head, blank, ...pairLines(pair, width)];
  return [
    ...head,
    ...firstLines(told, width),
    ...recordedLines(told.recorded),
    ...differenceLines(told, limit, width),
    ...nodeLines(told, limit, width),
    blank,
    countLine(told),
    ...nextLines(told),
  ];
}

function verdictLine({ comparison, first }: ToldComparison): Line {
  if (first === null) {
    const { pairs } = comparison.counts;
    const text = `${countOf(pairs, 'pair')} of events, none differs.`;
    if (comparison.isSame) return line({ text: 'Same', style: 'ok' }, `  ${text}`);
    return line({ text: 'Not known', style: 'warning' }, `  ${text} Not every event could be compared.`);
  }
  const before = comparison.first?.before ?? 0;
  const node = (first.a ?? first.b)?.nodeId ?? null;
  const place = node === null ? [] : [' at node ', name(node)];
  return line(
    { text: 'Differ', style: 'warning' },
    `  ${beforeWords(before)}`,
    ...place,
    ': ',
    ...whatDiffers(first),
  );
}

function whatDiffers(one: ToldDifference): readonly (string | Span)[] {
  return differencePieces(one, name(one.a?.type ?? ''), name(one.b?.type ?? ''));
}

function sideLine(letter: 'A' | 'B', side: CompareSide, { comparison }: ToldComparison): Line {
  const { file, runId, summary } = side;
  const events = letter === 'A' ? comparison.events.a : comparison.events.b;
  return fact(
    letter,
    strong(file),
    ...(runId === '' ? [] : [dim('  run '), name(runId)]),
    ...(summary === null ? [] : [`  ${summary.status}`]),
    dim(`  ${countOf(events, 'event')}`),
  );
}

function noteLines({ comparison, sides }: ToldComparison): readonly Line[] {
  const of = { a: 'A: ', b: 'B: ' };
  const workflows = [sides.a.summary?.workflowId ?? null, sides.b.summary?.workflowId ?? null] as const;
  const [first, second] = workflows;
  const notes = [
    ...comparison.notes.map(({ side, message }) => `${side === null ? '' : of[side]}${message}`),
    ...(sides.a.isComplete ? [] : [`A: ${INCOMPLETE}`]),
    ...(sides.b.isComplete ? [] : [`B: ${INCOMPLETE}`]),
    ...(first !== null && second !== null && first !== second
      ? [`they are runs of two workflows, ${first} and ${second}`]
      : []),
  ];
  return notes.map((text, i) => fact(i === 0 ? 'Note' : '', text));
}

function firstLines({ first, comparison, apart }: ToldComparison, width: number | null): readonly Line[] {
  if (first === null) return [];
  const { total } = comparison.apart;
  return [
    blank,
    line(dim('FIRST DIVERGENCE')),
    ...pairLines(first, width),
    ...(first.coneA === null && first.coneB === null && total === 0 ? [] : [blank]),
    ...coneLines('A', first.coneA, width),
    ...coneLines('B', first.coneB, width),
    ...(total === 0
      ? []
      : [
          fact(
            'Besides',
            `${countOf(total, 'difference')} that ${total === 1 ? 'follows' : 'follow'} from no other`,
          ),
          ...apart.slice(0, SHOWN_EFFECTS).map((one) => cutLine(fact('', ...told(one)), width)),
        ]),
  ];
}

function told(one: ToldDifference): readonly (string | Span)[] {
  const row = one.a ?? one.b;
  return [row === null ? '' : strong(formatSequence(row.sequence)), '  ', ...whatDiffers(one)];
}

function coneLines(letter: 'A' | 'B', cone: ToldCone | null, width: number | null): readonly Line[] {
  if (cone === null) return [];
  const { events, different, first } = cone;
  if (events === 0) return [fact(`Led to in ${letter}`, dim('nothing that names it as its cause'))];
  const most = Math.min(events, SHOWN_EFFECTS);
  const more = events > most ? `; the first ${most} of them` : '';
  return [
    fact(
      `Led to in ${letter}`,
      `${countOf(events, 'event')}, of which ${formatCount(different)} differ${more}`,
    ),
    ...first.slice(0, most).map((row) => cutLine(fact('', ...eventLine(row, { withRun: false })), width)),
  ];
}

function pairLines(
  { a, b, values }: { a: EventRow | null; b: EventRow | null; values: EventDifference | null },
  width: number | null,
): readonly Line[] {
  const side = (letter: string, row: EventRow | null): Line =>
    cutLine(
      fact(letter, ...(row === null ? [dim('no event stands for it')] : eventLine(row, { withRun: false }))),
      width,
    );
  return [side('A', a), side('B', b), ...valueLines(values, width)];
}

function valueLines(values: EventDifference | null, width: number | null): readonly Line[] {
  if (values === null) return [];
  if (values.total === 0) return [fact('Values', dim('none differs that counts'))];
  const rows = values.list
    .slice(0, SHOWN_VALUES)
    .map(({ pointer, a, b }) => [name(pointer), plain(a ?? '–'), plain(b ?? '–')]);
  const left = values.total - rows.length;
  const columns: readonly Column[] = [
    { title: 'VALUE', shrinksTo: 16, max: 48 },
    { title: 'A', shrinksTo: 12, max: 60 },
    { title: 'B', shrinksTo: 12 },
  ];
  return [
    blank,
    ...table(columns, rows, width),
    ...(left > 0 ? [line(dim(`and ${formatCount(left)} more values`))] : []),
  ];
}

const VERDICT_STYLE = { agrees: 'ok', later: 'warning', deviates: 'error', unknown: 'warning' } as const;

function recordedLines(recorded: readonly ToldRecord[]): readonly Line[] {
  if (recorded.length === 0) return [];
  return [
    blank,
    ...recorded.map(({ side, row, verdict, why }, i) =>
      fact(
        i === 0 ? 'Recorded' : '',
        `${side === 'a' ? 'A' : 'B'} ${formatSequence(row?.sequence)}  `,
        name(row?.type ?? ''),
        '  ',
        { text: verdict, style: VERDICT_STYLE[verdict] },
        `: ${why}`,
      ),
    ),
  ];
}

function differenceLines(
  { differences, comparison }: ToldComparison,
  limit: number,
  width: number | null,
): readonly Line[] {
  const { total } = comparison.differences;
  if (total < 2) return [];
  const columns: readonly Column[] = [
    { title: '' },
    { title: 'A', align: 'right' },
    { title: 'B', align: 'right' },
    { title: 'NODE', shrinksTo: 8, max: 24 },
    { title: 'TYPE', shrinksTo: 14, max: 36 },
    { title: 'DIFFERENCE', shrinksTo: 10 },
  ];
  const shown = differences.slice(0, limit);
  const left = total - shown.length;
  return [
    blank,
    ...table(columns, shown.map(differenceCells), width),
    ...(left > 0 ? [line(dim(`and ${formatCount(left)} more; --limit shows them`))] : []),
  ];
}

function differenceCells(one: ToldDifference): readonly Span[] {
  const { a, b } = one;
  const row = a ?? b;
  const number = (event: EventRow | null): Span =>
    event === null ? dim('–') : strong(formatSequence(event.sequence));
  return [
    row === null ? plain('') : toneMark(row.tone),
    number(a),
    number(b),
    plain(row?.nodeId ?? '–'),
    row === null ? plain('') : typeSpan(row),
    plain(changeWords(one)),
  ];
}

/** Nodes of which a figure differs; "3 → 5" where it does. */
function nodeLines({ comparison }: ToldComparison, limit: number, width: number | null): readonly Line[] {
  const { all, nodes } = comparison.figures;
  const differing = differingNodes(nodes);
  if (differing.length === 0) return [];
  const shown = differing.slice(0, limit);
  const columns: readonly Column[] = [
    { title: 'NODE', shrinksTo: 10, max: 36 },
    ...FIGURES.map(({ title }): Column => ({ title: title.toUpperCase(), align: 'right' })),
  ];
  const left = differing.length - shown.length;
  return [
    blank,
    ...table(columns, [...shown, { ...all }].map(nodeCells), width),
    ...(left > 0 ? [line(dim(`and ${formatCount(left)} more nodes; --limit shows them`))] : []),
  ];
}

function nodeCells(node: NodeDifference): readonly Span[] {
  return [
    plain(node.node),
    ...FIGURES.map((figure) => {
      const { text, differs } = figureCell(node, figure);
      return differs ? strong(text) : dim(text);
    }),
  ];
}

function countLine({ comparison }: ToldComparison): Line {
  const { pairs, same, changed, moved, onlyA, onlyB } = comparison.counts;
  const { names, pointers, shapes } = comparison.masked;
  const parts = [
    `${formatCount(same)} the same`,
    `${formatCount(changed)} changed`,
    `${formatCount(moved)} moved`,
  ].join(', ');
  return line(
    strong(countOf(pairs, 'pair')),
    dim(`: ${parts}; ${formatCount(onlyA)} only in A, ${formatCount(onlyB)} only in B; `),
    dim(`${countOf(names + pointers + shapes, 'value')} masked`),
  );
}

function nextLines({ first, sides }: ToldComparison): readonly Line[] {
  const [a, b] = [shellWord(sides.a.file), shellWord(sides.b.file)];
  if (first === null || a === null || b === null) return [];
  const of = (row: EventRow): string => shellWord(row.eventId) ?? formatSequence(row.sequence);
  const commands = [
    ...(first.a === null ? [] : [`chain ${a} ${of(first.a)}`]),
    ...(first.b === null ? [] : [`chain ${b} ${of(first.b)}`]),
    ...(first.a === null ? [] : [`compare ${a} ${b} --event ${of(first.a)}`]),
  ];
  return [blank, line(dim('Next')), ...commands.map((one) => line(`  openwop-inspector ${one}`))];
}
