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
  shellWord,
  strong,
  type Text,
  tableOf,
  warning,
} from '@openwop-inspector/base/document';
import {
  beforeText,
  type ComparedRuns,
  changeText,
  compareRuns,
  DEFAULT_RULES,
  differencePieces,
  differingNodes,
  type EventDifference,
  FIGURES,
  figureCell,
  type MaskRules,
  type NodeDifference,
  progressText,
  readMaskRules,
} from '@openwop-inspector/compare';
import { type EventRow, eventWithSummary, SourceError, toneMark, typeSpan } from '@openwop-inspector/run-log';
import type { CompareVerbOptions } from '../grammar/options.ts';
import type { Surroundings } from '../open/open-log.ts';
import { readDocument } from '../open/whole-text.ts';
import {
  type CompareSide,
  type CompareSides,
  type ComparisonDocument,
  type ConeSummary,
  compareDocument,
  type DifferenceRow,
  type EventPair,
  INCOMPLETE,
  openSides,
  type RecordSummary,
  readComparison,
  readEventPair,
} from './compare-document.ts';
import { EXIT, type ExitStatus, fail, remark } from './complain.ts';

/**
 * `compare A B`: two runs aligned by causal position. Ends with 0 when they are the same, 1 when they differ or when not all
 * of them could be compared, 2 when there is nothing to compare.
 */
export async function compare(
  fileA: string,
  fileB: string,
  options: CompareVerbOptions,
  surroundings: Surroundings,
): Promise<ExitStatus> {
  const rules = await rulesOf(options.mask, surroundings);
  const sides = rules === null ? null : await openSides([fileA, fileB], options.run, surroundings);
  if (rules === null || sides === null) return EXIT.failed;
  try {
    return await compareSides(sides, rules, options, surroundings);
  } catch (error) {
    // A file changed or vanished behind the load.
    if (!(error instanceof SourceError)) throw error;
    return fail(surroundings.terminal, error.message);
  } finally {
    surroundings.terminal.progress(null);
    await sides.a.log.close();
    await sides.b.log.close();
  }
}

async function rulesOf(file: string | null, surroundings: Surroundings): Promise<MaskRules | null> {
  if (file === null) return DEFAULT_RULES;
  const read = await readDocument(file, readMaskRules, 'these are no rules for a comparison', surroundings);
  return read?.rules ?? null;
}

async function compareSides(
  sides: CompareSides,
  rules: MaskRules,
  options: CompareVerbOptions,
  surroundings: Surroundings,
): Promise<ExitStatus> {
  const { terminal, signal } = surroundings;
  const { limit, json, event } = options;
  const compared = await compareRuns(sides.a, sides.b, {
    rules,
    limit,
    onProgress: (progress) => {
      terminal.progress(progressText(progress));
      return signal.aborted || terminal.isClosed;
    },
  });
  terminal.progress(null);
  if (compared === null) {
    remark(terminal, 'stopped before the two were compared');
    return EXIT.interrupted;
  }
  const pair = event === null ? null : await readEventPair(event, sides, compared, rules);
  if (pair !== null && 'why' in pair) return fail(terminal, pair.why);
  const reported = await readComparison(compared.comparison, sides, rules);
  if (json) await terminal.printDocument(compareDocument(reported, pair, rules));
  else await terminal.print(compareReport(reported, pair, limit));
  return statusOf(compared, sides, surroundings);
}

/** What was printed may not be all there is when a log has errors, which is no sameness. */
function statusOf(
  { comparison }: ComparedRuns,
  { a, b }: CompareSides,
  { terminal }: Surroundings,
): ExitStatus {
  const hasErrors = [a, b].filter((side) => tellErrors(side, terminal)).length > 0;
  return comparison.isSame && !hasErrors ? EXIT.fine : EXIT.findings;
}

function tellErrors({ file, log }: CompareSide, terminal: Surroundings['terminal']): boolean {
  const errors = log.problemGroups(['error']);
  if (errors.length === 0) return false;
  const titles = errors.slice(0, 3).map(({ title }) => title);
  remark(terminal, `${file} has errors (${titles.join('; ')}). "inspect" shows them`);
  return true;
}

/** Values displayed of a pair. */
const MAX_DISPLAYED_VALUES = 12;
/** Events displayed of what follows. */
const MAX_DISPLAYED_EFFECTS = 3;

/** `limit` rows of each table at most. With a single requested pair, the pair takes the place of the tables. */
export function compareReport(
  reported: ComparisonDocument,
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
  return [
    ...head,
    ...firstLines(reported),
    ...recordedLines(reported.recorded),
    ...differenceLines(reported, limit),
    ...nodeLines(reported, limit),
    blank,
    countLine(reported),
    ...nextLines(reported),
  ];
}

function verdictParts({ comparison, first }: ComparisonDocument): readonly Text[] {
  if (first === null) {
    const text = `${countOf(comparison.counts.pairs, 'pair')} of events, none differs.`;
    if (comparison.isSame) return [ok('Same'), `  ${text}`];
    return [warning('Not known'), `  ${text} Not every event could be compared.`];
  }
  const before = beforeText(comparison.first?.before ?? 0);
  const node = (first.a ?? first.b)?.nodeId ?? null;
  const place = node === null ? [] : [' at node ', name(node)];
  return [warning('Differ'), `  ${before}`, ...place, ': ', ...whatDiffers(first)];
}

function whatDiffers(one: DifferenceRow): readonly Text[] {
  return differencePieces(one, name(one.a?.type ?? ''), name(one.b?.type ?? ''));
}

function sideLine(letter: string, { file, runId, summary }: CompareSide, events: number): Line {
  return labelled(
    letter,
    strong(file),
    ...(runId === '' ? [] : [dim('  run '), name(runId)]),
    ...(summary === null ? [] : [`  ${summary.status}`]),
    dim(`  ${countOf(events, 'event')}`),
  );
}

function noteLines({ comparison, sides }: ComparisonDocument): readonly Line[] {
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

function firstLines({ first, comparison, apart }: ComparisonDocument): readonly Block[] {
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
  return cut(...labelled('', number, '  ', ...whatDiffers(one)));
}

function coneLines(letter: 'A' | 'B', cone: ConeSummary | null): readonly Block[] {
  if (cone === null) return [];
  const label = `Led to in ${letter}`;
  const { events, different, first } = cone;
  if (events === 0) return [labelled(label, dim('nothing that names it as its cause'))];
  const most = Math.min(events, MAX_DISPLAYED_EFFECTS);
  const more = events > most ? `; the first ${most} of them` : '';
  return [
    labelled(label, `${countOf(events, 'event')}, of which ${formatCount(different)} differ${more}`),
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

function differenceLines({ differences, comparison }: ComparisonDocument, limit: number): readonly Block[] {
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
function nodeLines({ comparison }: ComparisonDocument, limit: number): readonly Block[] {
  const { all, nodes } = comparison.figures;
  const differing = differingNodes(nodes);
  if (differing.length === 0) return [];
  const displayed = differing.slice(0, limit);
  const left = differing.length - displayed.length;
  return [
    blank,
    tableOf(
      [...displayed, all],
      [{ title: 'NODE', shrinksTo: 10, max: 36, cell: ({ node }) => node }, ...FIGURES.map(figureColumn)],
    ),
    ...rest(left, `and ${formatCount(left)} more nodes; --limit shows them`),
  ];
}

function figureColumn(figure: (typeof FIGURES)[number]): CellColumn<NodeDifference> {
  return {
    title: figure.title.toUpperCase(),
    align: 'right',
    cell: (node) => {
      const { text, differs } = figureCell(node, figure);
      return differs ? strong(text) : dim(text);
    },
  };
}

function countLine({ comparison }: ComparisonDocument): Line {
  const { pairs, same, changed, moved, onlyA, onlyB } = comparison.counts;
  const { names, pointers, shapes } = comparison.masked;
  const paired = `${formatCount(same)} the same, ${formatCount(changed)} changed, ${formatCount(moved)} moved`;
  return line(
    strong(countOf(pairs, 'pair')),
    dim(`: ${paired}; ${formatCount(onlyA)} only in A, ${formatCount(onlyB)} only in B; `),
    dim(`${countOf(names + pointers + shapes, 'value')} masked`),
  );
}

function nextLines({ first, sides }: ComparisonDocument): readonly Line[] {
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
