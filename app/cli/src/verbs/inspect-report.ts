/** What a person reads of a file: the verdict first, then what leads on from it. Pure. */
import { countOf, formatBytes, formatCount, formatSequence } from '@openwop-inspector/base';
import { isProblemCode, type Problem, problemInfo, reasonsWords } from '@openwop-inspector/protocol';
import type {
  ChainEnding,
  EventRow,
  ProblemGroup,
  SessionSummary,
  SourceFormat,
  Verdict,
} from '@openwop-inspector/run-log';
import {
  blank,
  cutLine,
  dim,
  fact,
  LABEL,
  type Line,
  line,
  lineWidth,
  name,
  plain,
  type Span,
  type Style,
  strong,
  wrapLine,
} from '../terminal/line.ts';
import { shellWord } from '../terminal/safe-text.ts';
import { type Column, table } from '../terminal/table.ts';
import { eventLine, RULES, referenceTo } from './event-table.ts';

/** What the first part of the report of a file is made from: what is known once it is loaded. */
export interface LoadedReport {
  readonly file: string;
  readonly summary: SessionSummary;
  /** The shape as far as it was seen. */
  readonly assumedFormat: SourceFormat;
  /** The failure that the verdict is about, where its chain of causes starts, and its cause. */
  readonly failure: EventRow | null;
  readonly chainStart: EventRow | null;
  readonly cause: EventRow | null;
}

/** And the rest of it, once it is checked. */
export interface CheckedReport extends Pick<LoadedReport, 'file' | 'summary' | 'failure'> {
  readonly groups: readonly ProblemGroup[];
  readonly problems: readonly Problem[];
}

/** Runs shown of a file with many. */
const SHOWN_RUNS = 20;
/** Places shown of one kind of problem. */
const SHOWN_PLACES = 3;
/** Sentences are broken at this width when nobody says how wide the screen is. */
const READING_WIDTH = 100;

const TONE_STYLE: Readonly<Record<Verdict['tone'], Style>> = {
  failed: 'error',
  ok: 'ok',
  waiting: 'warning',
  running: 'warning',
  warning: 'warning',
  unknown: 'strong',
};

/**
 * What was found in a file that holds nothing the inspector knows, and what to do: a line or two of each kind of problem.
 * `said` is what was said of it already.
 */
export function refusalAdvice(
  groups: readonly ProblemGroup[],
  problems: readonly Problem[],
  said: string,
): readonly Line[] {
  return groups.flatMap(({ code }) => {
    const first = problems.find((problem) => problem.code === code && problem.message !== said);
    const place = first === undefined ? '' : placeOf(first);
    const found =
      first === undefined ? [] : [line(dim(`  ${place}${place === '' ? '' : '  '}${first.message}`))];
    return [...found, line(dim(`  ${adviceOf(code)}`))];
  });
}

function adviceOf(code: string): string {
  return isProblemCode(code) ? problemInfo(code).advice : '';
}

/** The report up to the problems: what happened. Lines may still be wider than the terminal. */
export function loadedReport(report: LoadedReport, width: number | null): readonly Line[] {
  const { summary } = report;
  return apart([
    verdict(summary, width),
    facts(report).flatMap((one) => wrapLine(one, width, LABEL)),
    runs(summary, width),
    interactions(summary, width),
    exported(summary, width),
    failureSection(report, width),
    causes(summary, width),
  ]);
}

/** The rest of the report: problems, and what to do next. */
export function checkedReport(report: CheckedReport, width: number | null): readonly Line[] {
  return apart([
    problems(report, width).flatMap((one) => wrapLine(one, width, LABEL)),
    nextSteps(report, width),
  ]);
}

/** Sections with a blank line between two. */
function apart(sections: readonly (readonly Line[])[]): readonly Line[] {
  return sections
    .filter((section) => section.length > 0)
    .flatMap((section, i) => (i === 0 ? section : [blank, ...section]));
}

function verdict(
  { verdict: { tone, title, sentence }, events, explanation }: SessionSummary,
  width: number | null,
): readonly Line[] {
  if (events === 0 && explanation !== undefined)
    return wrapLine([plain(`${explanation}.`)], width ?? READING_WIDTH);
  const spans: Span[] = [{ text: title, style: TONE_STYLE[tone] }, plain('  ')];
  for (const part of sentence) {
    spans.push({ text: part.text, style: part.kind === 'code' ? 'name' : part.kind });
  }
  return wrapLine(spans, width ?? READING_WIDTH, title.length + 2);
}

function facts({ file, summary, assumedFormat }: LoadedReport): readonly Line[] {
  const { format, gzip, sizeBytes, hostName, complete, error, cancelled, events, entries, duplicates } =
    summary;
  const lines = [fact('File', plain(file))];
  const known = format === assumedFormat ? format : `${format}, as far as it goes ${assumedFormat}`;
  const shape = `${known}${gzip ? ', gzip' : ''}, ${formatBytes(sizeBytes)}`;
  lines.push(
    fact('Format', name(shape), ...(hostName === null ? [] : [plain(' from host '), name(hostName)])),
  );
  const messages = summary.aghMessages ?? 0;
  const counted = messages > 0 && messages === events ? [] : [countOf(events - messages, 'event')];
  if (duplicates > 0)
    counted.push(`${countOf(duplicates, 'repeat')} dropped of ${countOf(entries, 'entry', 'entries')}`);
  if (summary.unreadable > 0) counted.push(`${countOf(summary.unreadable, 'entry', 'entries')} unreadable`);
  if (summary.envelopes > 0) counted.push(countOf(summary.envelopes, 'envelope'));
  if (summary.aghMessages !== undefined) counted.push(countOf(summary.aghMessages, 'AGH message'));
  if (summary.items > 0) counted.push(countOf(summary.items, 'item'));
  if (summary.nodes > 0 && messages !== events) counted.push(countOf(summary.nodes, 'node'));
  lines.push(fact('Holds', counted.join(', ')));
  if (cancelled) lines.push(fact('Incomplete', 'stopped before the end; this is what was read'));
  else if (!complete && events > 0)
    lines.push(fact('Incomplete', error ?? 'the file ends early; this is what was read'));
  return lines;
}

/** Interactions of AGH messages, with the state that each came to. */
function interactions({ conversation }: SessionSummary, width: number | null): readonly Line[] {
  if (conversation === undefined || conversation.interactionTotal === 0) return [];
  const rows = conversation.interactions
    .slice(0, SHOWN_RUNS)
    .map(({ channel, interactionId, initiator, target, state, messages }) => [
      name(interactionId),
      name(channel),
      plain(initiator === null ? 'not opened here' : `${initiator} to ${target ?? '–'}`),
      {
        text: state ?? '–',
        style: state === 'failed' ? 'error' : state === 'completed' ? 'ok' : 'plain',
      } as const,
      plain(formatCount(messages)),
    ]);
  const columns: readonly Column[] = [
    { title: 'INTERACTION', shrinksTo: 12 },
    { title: 'CHANNEL', shrinksTo: 12 },
    { title: 'PEERS', shrinksTo: 16 },
    { title: 'STATE', shrinksTo: 10 },
    { title: 'MESSAGES', align: 'right' },
  ];
  const more = conversation.interactionTotal - SHOWN_RUNS;
  return [
    ...table(columns, rows, width),
    ...(more > 0
      ? [line(dim(`and ${countOf(more, 'more interaction')} (--json lists the first 1,000)`))]
      : []),
  ];
}

function runs(summary: SessionSummary, width: number | null): readonly Line[] {
  const channels = new Set(summary.conversation?.channels.map(({ channel }) => channel));
  const all = summary.runs.filter(({ runId }) => !channels.has(runId));
  if (all.length === 0) return [];
  // Of many runs, the failed ones are what somebody looks for.
  const sorted =
    all.length <= SHOWN_RUNS
      ? all
      : [...all].sort((a, b) => Number(b.status === 'failed') - Number(a.status === 'failed'));
  const rows = sorted.slice(0, SHOWN_RUNS).map((run) => [
    name(run.runId === '' ? '(no runId)' : run.runId),
    plain(run.workflowId ?? '–'),
    {
      text: run.status,
      style: run.status === 'failed' ? 'error' : run.status === 'completed' ? 'ok' : 'plain',
    } as const,
    plain(formatCount(run.events)),
    plain(
      run.events === 0 ? '' : `${formatSequence(run.firstSequence)} to ${formatSequence(run.lastSequence)}`,
    ),
    plain(
      run.firstFailure === undefined
        ? ''
        : `${formatSequence(run.firstFailure.sequence)} ${run.firstFailure.isCoded ? run.firstFailure.code : ''}`,
    ),
  ]);
  const failed = all.some(({ firstFailure }) => firstFailure !== undefined);
  const columns: readonly Column[] = [
    { title: 'RUN', shrinksTo: 12 },
    { title: 'WORKFLOW', shrinksTo: 12 },
    { title: 'STATUS', shrinksTo: 10 },
    { title: 'EVENTS', align: 'right' },
    { title: 'SEQUENCE' },
    ...(failed ? [{ title: 'FAILURE', shrinksTo: 14 }] : []),
  ];
  const more = all.length - SHOWN_RUNS;
  return [
    ...table(columns, rows, width),
    ...(more > 0 ? [line(dim(`and ${countOf(more, 'more run')} (--json lists all)`))] : []),
  ];
}

/** Items of an export bundle, which are listed and never executed or installed. */
function exported({ exportItems = [], items }: SessionSummary, width: number | null): readonly Line[] {
  if (exportItems.length === 0) return [];
  const rows = exportItems
    .slice(0, SHOWN_RUNS)
    .map(({ kind, ref, dependsOn }) => [plain(kind), name(ref), plain(dependsOn.join(', '))]);
  const columns = [
    { title: 'KIND', shrinksTo: 10 },
    { title: 'REF', shrinksTo: 12 },
    { title: 'DEPENDS ON', shrinksTo: 12 },
  ];
  const more = items - rows.length;
  return [
    ...table(columns, rows, width),
    ...(more > 0 ? [line(dim(`and ${countOf(more, 'more item')} (--json lists 1,000)`))] : []),
  ];
}

function failureSection(
  { failure, chainStart, cause, summary }: LoadedReport,
  width: number | null,
): readonly Line[] {
  if (failure === null) return [];
  const withRun = summary.runs.length > 1;
  const { verdict: told } = summary;
  const lines: Line[] = [[dim('Failure          '), ...eventLine(failure, { withRun })]];
  if (chainStart !== null) lines.push([dim('Chain starts at  '), ...eventLine(chainStart, { withRun })]);
  if (cause !== null && told.cause !== null) {
    const rule: Span = { text: `  ${RULES[told.cause.rule]}`, style: 'warning' };
    lines.push([dim('Cause            '), ...eventLine(cause, { withRun }), rule]);
  } else if (told.causes !== null && told.causes !== 'omitted')
    lines.push([dim('Cause            '), plain(noCause(told.causes))]);
  return lines.map((one) => cutLine(one, width));
}

/** Why no cause is named. */
function noCause(ending: ChainEnding): string {
  return ending === 'cycle'
    ? 'none told: the causes lead in a circle'
    : 'none told: no earlier event of the chain is abnormal';
}

function causes({ causal, events }: SessionSummary, width: number | null): readonly Line[] {
  if (events === 0) return [];
  if (causal.omitted) return [fact('Causes', 'none recorded: no event of this file names its cause')];
  const { byRule } = causal;
  const parts = [
    `${countOf(causal.edges, 'edge')} (${formatCount(byRule.eventId)} by eventId, ${formatCount(byRule.correlationId)} by correlationId)`,
    countOf(causal.roots, 'root'),
  ];
  if (causal.orphans.length > 0) parts.push(`${countOf(causal.orphans.length, 'orphan')}`);
  if (causal.cycles.length > 0) parts.push(countOf(causal.cycles.length, 'cycle'));
  if (causal.ambiguous.length > 0) parts.push(`${formatCount(causal.ambiguous.length)} ambiguous`);
  return wrapLine(fact('Causes', parts.join(', ')), width ?? READING_WIDTH, LABEL);
}

function problems(
  { groups, problems: listed, summary }: CheckedReport,
  width: number | null,
): readonly Line[] {
  const { error, warning, note } = summary.problemCounts;
  const notLooked = notChecked(summary, width);
  if (groups.length === 0) return [fact('Problems', 'none found'), ...notLooked];
  const heading = `${countOf(error, 'error')}, ${countOf(warning, 'warning')}, ${countOf(note, 'note')}`;
  const lines: Line[] = [fact('Problems', strong(heading)), ...notLooked];
  for (const group of groups) {
    const places = listed.filter((problem) => problem.code === group.code);
    lines.push(...problemGroup(group, places, width));
  }
  return lines;
}

/** What was not checked may hold more problems, or the first one. */
function notChecked({ checks }: SessionSummary, width: number | null): readonly Line[] {
  if (checks.known) return [];
  const words = {
    text: `not everything was checked: ${reasonsWords(checks.reasons)}`,
    style: 'warning',
  } as const;
  return wrapLine(fact('', words), width ?? READING_WIDTH, LABEL);
}

function problemGroup(
  group: ProblemGroup,
  places: readonly Problem[],
  width: number | null,
): readonly Line[] {
  const { severity } = group;
  const times = group.count === 1 ? '' : ` × ${formatCount(group.count)}`;
  const head: Line = [
    plain('  '),
    { text: severity.padEnd(8), style: severity === 'note' ? 'dim' : severity },
    plain('  '),
    plain(group.title),
    plain(times),
    dim(`  ${group.code}`),
  ];
  const lines: Line[] = [head];
  if (severity === 'note') return lines;
  for (const problem of places.slice(0, SHOWN_PLACES)) {
    const place = placeOf(problem);
    lines.push([
      plain(' '.repeat(LABEL)),
      strong(place),
      plain(`${place === '' ? '' : '  '}${problem.message}`),
    ]);
  }
  if (group.count > SHOWN_PLACES)
    lines.push(line(dim(`${' '.repeat(LABEL)}and ${formatCount(group.count - SHOWN_PLACES)} more`)));
  const advice = [dim(`${' '.repeat(LABEL)}${adviceOf(group.code)}`)];
  return [...lines, ...wrapLine(advice, width ?? READING_WIDTH, LABEL)];
}

/** Where a problem is: "#12 /payload/error", "line 3, byte 1,234", "byte 1,234". */
function placeOf({ sequence, eventId, pointer, line: row, byteOffset }: Problem): string {
  const inside = pointer === undefined || pointer === '' ? '' : ` ${pointer}`;
  if (sequence !== undefined) return `${formatSequence(sequence)}${inside}`;
  if (eventId !== undefined) return `${eventId}${inside}`;
  const places = [
    ...(row === undefined ? [] : [`line ${formatCount(row)}`]),
    ...(byteOffset === undefined ? [] : [`byte ${formatCount(byteOffset)}`]),
  ];
  return `${places.join(', ')}${inside}`.trim();
}

/** Commands to go on with, ready to be copied. */
function nextSteps(
  { file, summary, failure, problems: listed }: CheckedReport,
  width: number | null,
): readonly Line[] {
  if (file === '-') return [];
  const shown = shellWord(file) ?? 'FILE';
  const steps: (readonly [string, string])[] = [];
  if (summary.events === 0) {
    if (summary.envelopes > 0) steps.push([`accept ${shown}`, 'run the envelopes through the acceptor']);
    if (steps.length === 0) return [];
  } else if (failure !== null) {
    const reference = shellWord(referenceTo(failure, summary.runs.length === 1)) ?? 'REF';
    steps.push([`chain ${shown} ${reference}`, 'what led to the failure, and what followed']);
    steps.push([`event ${shown} ${reference}`, 'the failure as recorded']);
  } else {
    const isTalk = summary.aghMessages === summary.events;
    steps.push([`events ${shown}`, isTalk ? 'every message' : 'every event']);
  }
  if (summary.aghMessages !== undefined) steps.push([`agh ${shown}`, 'each message through the acceptor']);
  if (listed.some(({ severity, eventId }) => severity === 'error' && eventId !== undefined)) {
    steps.push([`events ${shown} --filter problem:error`, 'events with problems']);
  }
  const rows = steps.map(([command, what]) => [plain(`  openwop-inspector ${command}`), dim(what)]);
  const lines = table([{ title: '' }, { title: '' }], rows, null);
  // A command must stay whole, what it does can be left out.
  const fit = width === null || lines.every((one) => lineWidth(one) <= width);
  return [line(dim('Next')), ...(fit ? lines : rows.map((row) => row.slice(0, 1)))];
}
