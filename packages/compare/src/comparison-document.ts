/** A comparison in words: where two runs part first, what followed from it, and what differs besides. */
import { countOf, formatCount, formatSequence } from '@openwop-inspector/base';
import {
  type Block,
  blank,
  type CellColumn,
  cut,
  dim,
  error,
  type Line,
  labelled,
  line,
  name,
  ok,
  rest,
  sentence,
  strong,
  type Text,
  tableOf,
  warning,
} from '@openwop-inspector/base/document';
import {
  type EventRow,
  eventWithSummary,
  type RunLog,
  type RunSummary,
  rowAt,
  toneMark,
  typeSpan,
} from '@openwop-inspector/run-log';
import type { Comparison } from './compare-runs.ts';
import type { Cone, Difference } from './differences.ts';
import type { RecordedDivergence } from './recorded-divergence.ts';
import type { MaskRules } from './rules.ts';
import type { NodeDifference } from './run-side.ts';
import { type EventDifference, eventDifference } from './structural-difference.ts';
import {
  changeText,
  comparedPieces,
  countsText,
  differencePieces,
  differingNodes,
  FIGURES,
  figureCell,
} from './text.ts';

/** One side of a comparison. */
interface ReadSide {
  readonly log: RunLog;
  /** As the user named it. */
  readonly file: string;
  readonly runId: string;
  /** What the log reports of the run; null when no event is of it. */
  readonly summary: Pick<RunSummary, 'status' | 'workflowId'> | null;
  /** False when the log could not be read to its end. */
  readonly isComplete: boolean;
}

interface ReadSides<S extends ReadSide = ReadSide> {
  readonly a: S;
  readonly b: S;
}

/** A difference with the rows of its events; null for one that a side does not have. */
export interface DifferenceRow extends Pick<Difference, 'kind' | 'parts'> {
  readonly a: EventRow | null;
  readonly b: EventRow | null;
}

export interface ConeSummary extends Pick<Cone, 'events' | 'different'> {
  readonly first: readonly EventRow[];
}

interface RecordSummary extends Pick<RecordedDivergence, 'side' | 'verdict' | 'point' | 'why'> {
  readonly row: EventRow | null;
  /** Event of the other side that it names. */
  readonly names: EventRow | null;
}

/** Two events side by side. */
export interface EventPair {
  readonly a: EventRow | null;
  readonly b: EventRow | null;
  /** Null when one side has none. */
  readonly values: EventDifference | null;
}

/** A comparison with the rows of the events that it names, and its sides. */
export type ReadComparison<S extends ReadSide = ReadSide> = Awaited<ReturnType<typeof readComparison<S>>>;

/** Reads what a comparison names. O(what it lists). Rejects with a `SourceError`. */
export async function readComparison<S extends ReadSide>(
  comparison: Comparison,
  sides: ReadSides<S>,
  rules: MaskRules,
) {
  const { a, b } = sides;
  const { first } = comparison;
  const difference = async ({ kind, parts, ...one }: Difference): Promise<DifferenceRow> => ({
    kind,
    parts,
    a: await rowAt(a.log, one.a),
    b: await rowAt(b.log, one.b),
  });
  const list = (many: readonly Difference[]): Promise<readonly DifferenceRow[]> =>
    Promise.all(many.map(difference));
  return {
    sides,
    comparison,
    first: first && {
      ...(await difference(first.difference)),
      values: await pairValues(first.difference, sides, rules),
      coneA: await coneOf(a.log, first.coneA),
      coneB: await coneOf(b.log, first.coneB),
    },
    apart: await list(comparison.apart.list),
    differences: await list(comparison.differences.list),
    recorded: await Promise.all(
      comparison.recorded.map(async ({ ordinal, names, ...one }) => ({
        ...one,
        row: await rowAt(sides[one.side].log, ordinal),
        names: await rowAt(sides[one.side === 'a' ? 'b' : 'a'].log, names),
      })),
    ),
  };
}

const coneOf = async (log: RunLog, cone: Cone | null): Promise<ConeSummary | null> =>
  cone && { events: cone.events, different: cone.different, first: await log.rows(cone.first) };

/** The values that differ of two events; null where a side has none. */
export async function pairValues(
  { a, b }: Pick<Difference, 'a' | 'b'>,
  sides: ReadSides,
  rules: MaskRules,
): Promise<EventDifference | null> {
  if (a === null || b === null) return null;
  return eventDifference({ log: sides.a.log, ordinal: a }, { log: sides.b.log, ordinal: b }, rules);
}

/** Why less is known of a side than it may hold. */
export const INCOMPLETE = 'it could not be read to its end; what is missing may differ as well';

/** Values displayed of a pair. */
const MAX_DISPLAYED_VALUES = 12;
/** Events displayed of what follows. */
const MAX_DISPLAYED_EFFECTS = 3;

/** `limit` rows of each table at most. With a single requested pair, the pair takes the place of the tables. */
export function comparisonDocument(
  reported: ReadComparison,
  pair: EventPair | null,
  limit: number,
): readonly Block[] {
  const { sides, comparison } = reported;
  const head = [
    sentence(0, ...verdictParts(reported)),
    blank,
    sideLine('A', sides.a, comparison.events.a),
    sideLine('B', sides.b, comparison.events.b),
    ...noteLines(reported),
  ];
  if (pair !== null) return [...head, blank, ...pairLines(pair)];
  const [pairs, others] = countsText(comparison);
  return [
    ...head,
    ...firstLines(reported),
    ...recordedLines(reported.recorded),
    ...differenceLines(reported, limit),
    ...nodeLines(reported, limit),
    blank,
    line(strong(pairs), dim(`: ${others}`)),
  ];
}

function verdictParts({ comparison, first }: ReadComparison): readonly Text[] {
  const node = (first?.a ?? first?.b)?.nodeId ?? null;
  const named = {
    node: node === null ? null : name(node),
    a: name(first?.a?.type ?? ''),
    b: name(first?.b?.type ?? ''),
  };
  const parted = first && { ...first, before: comparison.first?.before ?? 0 };
  const { kind, title, text } = comparedPieces<Text>(comparison, parted, named);
  return [(kind === 'same' ? ok : warning)(title), '  ', ...text];
}

const sideLine = (letter: string, { file, runId, summary }: ReadSide, events: number): Line =>
  labelled(
    letter,
    strong(file),
    ...(runId === '' ? [] : [dim('  run '), name(runId)]),
    ...(summary === null ? [] : [`  ${summary.status}`]),
    dim(`  ${countOf(events, 'event')}`),
  );

function noteLines({ comparison, sides }: ReadComparison): readonly Line[] {
  const of = { a: 'A: ', b: 'B: ' };
  const [first, second] = [sides.a.summary?.workflowId ?? null, sides.b.summary?.workflowId ?? null];
  const notes = [
    ...comparison.notes.map(({ side, message }) => `${side === null ? '' : of[side]}${message}`),
    ...(sides.a.isComplete ? [] : [`A: ${INCOMPLETE}`]),
    ...(sides.b.isComplete ? [] : [`B: ${INCOMPLETE}`]),
    ...(first !== null && second !== null && first !== second
      ? [`they are runs of two workflows, ${first} and ${second}`]
      : []),
  ];
  return notes.map((text, i) => labelled(i === 0 ? 'Note' : '', text));
}

function firstLines({ first, comparison, apart }: ReadComparison): readonly Block[] {
  if (first === null) return [];
  const { total } = comparison.apart;
  const besides = `${countOf(total, 'difference')} that ${total === 1 ? 'follows' : 'follow'} from no other`;
  return [
    blank,
    line(dim('FIRST DIVERGENCE')),
    ...pairLines(first),
    ...(first.coneA === null && first.coneB === null && total === 0 ? [] : [blank]),
    ...coneLines('A', first.coneA),
    ...coneLines('B', first.coneB),
    ...(total === 0
      ? []
      : [labelled('Besides', besides), ...apart.slice(0, MAX_DISPLAYED_EFFECTS).map(unpairedLine)]),
  ];
}

function unpairedLine(one: DifferenceRow): Block {
  const row = one.a ?? one.b;
  const number = row === null ? '' : strong(formatSequence(row.sequence));
  return cut(
    ...labelled('', number, '  ', ...differencePieces(one, name(one.a?.type ?? ''), name(one.b?.type ?? ''))),
  );
}

function coneLines(letter: 'A' | 'B', cone: ConeSummary | null): readonly Block[] {
  if (cone === null) return [];
  const label = `Led to in ${letter}`;
  const { events, different, first } = cone;
  if (events === 0) return [labelled(label, dim('nothing that names it as its cause'))];
  const most = Math.min(events, MAX_DISPLAYED_EFFECTS);
  const more = events > most ? `; the first ${most} of them` : '';
  return [
    labelled(
      label,
      `${countOf(events, 'event')}, of which ${countOf(different, 'differs', 'differ')}${more}`,
    ),
    ...first.slice(0, most).map((row) => cut(...labelled('', ...eventWithSummary(row, { withRun: false })))),
  ];
}

function pairLines({ a, b, values }: EventPair): readonly Block[] {
  const side = (letter: string, row: EventRow | null): Block => {
    const words = row === null ? [dim('no matching event')] : eventWithSummary(row, { withRun: false });
    return cut(...labelled(letter, ...words));
  };
  return [side('A', a), side('B', b), ...valueLines(values)];
}

function valueLines(values: EventDifference | null): readonly Block[] {
  if (values === null) return [];
  if (values.total === 0) return [labelled('Values', dim('none differs that counts'))];
  const displayed = values.list.slice(0, MAX_DISPLAYED_VALUES);
  const left = values.total - displayed.length;
  return [
    blank,
    tableOf(displayed, [
      { title: 'VALUE', shrinksTo: 16, max: 48, cell: ({ pointer }) => name(pointer) },
      { title: 'A', shrinksTo: 12, max: 60, cell: ({ a }) => a ?? '–' },
      { title: 'B', shrinksTo: 12, cell: ({ b }) => b ?? '–' },
    ]),
    ...rest(left, `and ${formatCount(left)} more values`),
  ];
}

const VERDICTS = { agrees: ok, later: warning, deviates: error, unknown: warning } as const;

function recordedLines(recorded: readonly RecordSummary[]): readonly Line[] {
  if (recorded.length === 0) return [];
  const lines = recorded.map(({ side, row, verdict, why }, i) => {
    const at = `${side === 'a' ? 'A' : 'B'} ${formatSequence(row?.sequence)}  `;
    const label = i === 0 ? 'Recorded' : '';
    return labelled(label, at, name(row?.type ?? ''), '  ', VERDICTS[verdict](verdict), `: ${why}`);
  });
  return [blank, ...lines];
}

function differenceLines({ differences, comparison }: ReadComparison, limit: number): readonly Block[] {
  const { total } = comparison.differences;
  if (total < 2) return [];
  const displayed = differences.slice(0, limit).map((one) => ({ ...one, row: one.a ?? one.b }));
  const number = (event: EventRow | null): Text =>
    event === null ? dim('–') : strong(formatSequence(event.sequence));
  const left = total - displayed.length;
  return [
    blank,
    tableOf(displayed, [
      { title: '', cell: ({ row }) => (row === null ? '' : toneMark(row.tone)) },
      { title: 'A', align: 'right', cell: ({ a }) => number(a) },
      { title: 'B', align: 'right', cell: ({ b }) => number(b) },
      { title: 'NODE', shrinksTo: 8, max: 24, cell: ({ row }) => row?.nodeId ?? '–' },
      { title: 'TYPE', shrinksTo: 14, max: 36, cell: ({ row }) => (row === null ? '' : typeSpan(row)) },
      { title: 'DIFFERENCE', shrinksTo: 10, cell: changeText },
    ]),
    ...rest(left, `and ${formatCount(left)} more; --limit shows them`),
  ];
}

/** Nodes of which a figure differs; "3 → 5" where it does. */
function nodeLines({ comparison }: ReadComparison, limit: number): readonly Block[] {
  const { all, nodes } = comparison.figures;
  const differing = differingNodes(nodes);
  if (differing.length === 0) return [];
  const displayed = differing.slice(0, limit);
  const left = differing.length - displayed.length;
  return [
    blank,
    tableOf(
      [...displayed, all],
      [
        { title: 'NODE', shrinksTo: 10, max: 36, cell: ({ node }) => node },
        ...FIGURES.map(
          (figure): CellColumn<NodeDifference> => ({
            title: figure.title.toUpperCase(),
            align: 'right',
            cell: (node) => {
              const { text, differs } = figureCell(node, figure);
              return differs ? strong(text) : dim(text);
            },
          }),
        ),
      ],
    ),
    ...rest(left, `and ${formatCount(left)} more nodes; --limit shows them`),
  ];
}
