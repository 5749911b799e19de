/** What the user reads of a file: the verdict first, then what leads on from it. Pure. */

import { countOf, formatBytes, formatCount, formatSequence } from '@openwop-inspector/base';
import {
  apart,
  type Block,
  counts,
  cut,
  dim,
  error,
  fact,
  LABEL,
  type Line,
  labelled,
  line,
  name,
  ok,
  paragraph,
  plain,
  rest,
  type Span,
  type Style,
  sentence,
  shellWord,
  strong,
  tableOf,
  warning,
} from '@openwop-inspector/base/document';
import { isProblemCode, type Problem, problemInfo, reasonsText } from '@openwop-inspector/protocol';
import {
  CAUSE_WORDS,
  type EventRow,
  type ProblemGroup,
  type RunSummary,
  type SessionSummary,
  type SourceFormat,
  type Verdict,
} from '@openwop-inspector/run-log';
import { eventLine, referenceTo } from './event-table.ts';

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

/** Runs displayed of a file with many. */
const MAX_DISPLAYED_RUNS = 20;
/** Places displayed of one kind of problem. */
const MAX_DISPLAYED_PLACES = 3;
const INDENT = ' '.repeat(LABEL);

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
    const found = first === undefined ? [] : [line(dim(`  ${placed(first)}${first.message}`))];
    return [...found, line(dim(`  ${adviceOf(code)}`))];
  });
}

function adviceOf(code: string): string {
  return isProblemCode(code) ? problemInfo(code).advice : '';
}

/** The report up to the problems: what happened. */
export function loadedReport(report: LoadedReport): readonly Block[] {
  const { summary } = report;
  return apart([
    verdict(summary),
    facts(report),
    runs(summary),
    interactions(summary),
    exported(summary),
    failureSection(report),
    causes(summary),
  ]);
}

/** The rest of the report: problems, and what to do next. */
export function checkedReport(report: CheckedReport): readonly Block[] {
  return apart([problems(report), nextSteps(report)]);
}

function verdict({ verdict, events, explanation }: SessionSummary): readonly Block[] {
  if (events === 0 && explanation !== undefined) return [sentence(0, `${explanation}.`)];
  const { tone, title, sentence: parts } = verdict;
  const spans = parts.map(({ kind, text }): Span => ({ text, style: kind === 'code' ? 'name' : kind }));
  return [sentence(title.length + 2, { text: title, style: TONE_STYLE[tone] }, '  ', ...spans)];
}

function facts({ file, summary, assumedFormat }: LoadedReport): readonly Block[] {
  const { format, gzip, sizeBytes, hostName } = summary;
  const known = format === assumedFormat ? format : `${format}, as far as it goes ${assumedFormat}`;
  const shape = `${known}${gzip ? ', gzip' : ''}, ${formatBytes(sizeBytes)}`;
  const host = hostName === null ? [] : [' from host ', name(hostName)];
  const why = incomplete(summary);
  return [
    fact('File', file),
    fact('Format', name(shape), ...host),
    fact('Holds', holdings(summary).join(', ')),
    ...(why === null ? [] : [fact('Incomplete', why)]),
  ];
}

function holdings(summary: SessionSummary): readonly string[] {
  const { events, entries, duplicates, unreadable, envelopes, aghMessages, items, nodes } = summary;
  const messages = aghMessages ?? 0;
  const isTalk = messages === events;
  const repeats = `${countOf(duplicates, 'repeat')} dropped of ${countOf(entries, 'entry', 'entries')}`;
  return [
    ...(messages > 0 && isTalk ? [] : [countOf(events - messages, 'event')]),
    ...(duplicates > 0 ? [repeats] : []),
    ...(unreadable > 0 ? [`${countOf(unreadable, 'entry', 'entries')} unreadable`] : []),
    ...(envelopes > 0 ? [countOf(envelopes, 'envelope')] : []),
    ...(aghMessages === undefined ? [] : [countOf(aghMessages, 'AGH message')]),
    ...(items > 0 ? [countOf(items, 'item')] : []),
    ...(nodes > 0 && !isTalk ? [countOf(nodes, 'node')] : []),
  ];
}

function incomplete({ cancelled, complete, events, error: why }: SessionSummary): string | null {
  if (cancelled) return 'stopped before the end; this is what was read';
  if (complete || events === 0) return null;
  return why ?? 'the file ends early; this is what was read';
}

/** The status of a run or of an interaction. */
export function statusSpan(status: string): Span {
  return status === 'failed' ? error(status) : status === 'completed' ? ok(status) : plain(status);
}

/** Interactions of AGH messages, with the state that each came to. */
function interactions({ conversation }: SessionSummary): readonly Block[] {
  if (conversation === undefined || conversation.interactionTotal === 0) return [];
  const more = conversation.interactionTotal - MAX_DISPLAYED_RUNS;
  return [
    tableOf(conversation.interactions.slice(0, MAX_DISPLAYED_RUNS), [
      { title: 'INTERACTION', shrinksTo: 12, cell: ({ interactionId }) => name(interactionId) },
      { title: 'CHANNEL', shrinksTo: 12, cell: ({ channel }) => name(channel) },
      {
        title: 'PEERS',
        shrinksTo: 16,
        cell: ({ initiator, target }) =>
          initiator === null ? 'not opened here' : `${initiator} to ${target ?? '–'}`,
      },
      { title: 'STATE', shrinksTo: 10, cell: ({ state }) => statusSpan(state ?? '–') },
      counts('MESSAGES', ({ messages }) => messages),
    ]),
    ...rest(more, `and ${countOf(more, 'more interaction')} (--json lists the first 1,000)`),
  ];
}

function runs(summary: SessionSummary): readonly Block[] {
  const channels = new Set(summary.conversation?.channels.map(({ channel }) => channel));
  const all = summary.runs.filter(({ runId }) => !channels.has(runId));
  if (all.length === 0) return [];
  const isFailed = ({ status }: RunSummary): number => Number(status === 'failed');
  // Of many runs, the failed ones are what somebody looks for.
  const sorted = all.length <= MAX_DISPLAYED_RUNS ? all : [...all].sort((a, b) => isFailed(b) - isFailed(a));
  const hasFailure = all.some(({ firstFailure }) => firstFailure !== undefined);
  const more = all.length - MAX_DISPLAYED_RUNS;
  return [
    tableOf(sorted.slice(0, MAX_DISPLAYED_RUNS), [
      { title: 'RUN', shrinksTo: 12, cell: ({ runId }) => name(runId === '' ? '(no runId)' : runId) },
      { title: 'WORKFLOW', shrinksTo: 12, cell: ({ workflowId }) => workflowId ?? '–' },
      { title: 'STATUS', shrinksTo: 10, cell: ({ status }) => statusSpan(status) },
      counts('EVENTS', ({ events }) => events),
      { title: 'SEQUENCE', cell: sequences },
      ...(hasFailure ? [{ title: 'FAILURE', shrinksTo: 14, cell: failureText }] : []),
    ]),
    ...rest(more, `and ${countOf(more, 'more run')} (--json lists all)`),
  ];
}

function sequences({ events, firstSequence, lastSequence }: RunSummary): string {
  return events === 0 ? '' : `${formatSequence(firstSequence)} to ${formatSequence(lastSequence)}`;
}

function failureText({ firstFailure: failure }: RunSummary): string {
  if (failure === undefined) return '';
  return `${formatSequence(failure.sequence)} ${failure.isCoded ? failure.code : ''}`;
}

/** Items of an export bundle, which are listed and never executed or installed. */
function exported({ exportItems = [], items }: SessionSummary): readonly Block[] {
  if (exportItems.length === 0) return [];
  const displayed = exportItems.slice(0, MAX_DISPLAYED_RUNS);
  const more = items - displayed.length;
  return [
    tableOf(displayed, [
      { title: 'KIND', shrinksTo: 10, cell: ({ kind }) => kind },
      { title: 'REF', shrinksTo: 12, cell: ({ ref }) => name(ref) },
      { title: 'DEPENDS ON', shrinksTo: 12, cell: ({ dependsOn }) => dependsOn.join(', ') },
    ]),
    ...rest(more, `and ${countOf(more, 'more item')} (--json lists 1,000)`),
  ];
}

function failureSection({ failure, chainStart, cause, summary }: LoadedReport): readonly Block[] {
  if (failure === null) return [];
  const withRun = summary.runs.length > 1;
  const { cause: found, causes: ending } = summary.verdict;
  const of = (label: string, ...spans: readonly Span[]): Block => cut(dim(label.padEnd(17)), ...spans);
  const causeOf = (): readonly Block[] => {
    if (cause !== null && found !== null)
      return [of('Cause', ...eventLine(cause, { withRun }), warning(`  ${CAUSE_WORDS[found.rule]}`))];
    if (ending === null || ending === 'omitted') return [];
    const isCircle = ending === 'cycle';
    const why = isCircle ? 'the causes lead in a circle' : 'no earlier event of the chain is abnormal';
    return [of('Cause', plain(`none recorded: ${why}`))];
  };
  return [
    of('Failure', ...eventLine(failure, { withRun })),
    ...(chainStart === null ? [] : [of('Chain starts at', ...eventLine(chainStart, { withRun }))]),
    ...causeOf(),
  ];
}

function causes({ causal, events }: SessionSummary): readonly Block[] {
  if (events === 0) return [];
  if (causal.omitted) return [labelled('Causes', 'none recorded: no event of this file names its cause')];
  const { byRule, edges, roots, orphans, cycles, ambiguous } = causal;
  const rules = `${formatCount(byRule.eventId)} by eventId, ${formatCount(byRule.correlationId)} by correlationId`;
  const parts = [
    `${countOf(edges, 'edge')} (${rules})`,
    countOf(roots, 'root'),
    ...(orphans > 0 ? [countOf(orphans, 'orphan')] : []),
    ...(cycles > 0 ? [countOf(cycles, 'cycle')] : []),
    ...(ambiguous > 0 ? [`${formatCount(ambiguous)} ambiguous`] : []),
  ];
  return [sentence(LABEL, ...labelled('Causes', parts.join(', ')))];
}

function problems({ groups, problems: listed, summary }: CheckedReport): readonly Block[] {
  const { checks, problemCounts } = summary;
  const { error: errors, warning: warnings, note: notes } = problemCounts;
  const heading = `${countOf(errors, 'error')}, ${countOf(warnings, 'warning')}, ${countOf(notes, 'note')}`;
  // What was not checked may hold more problems, or the first one.
  const unchecked = checks.known
    ? []
    : [
        sentence(
          LABEL,
          ...labelled('', warning(`not everything was checked: ${reasonsText(checks.reasons)}`)),
        ),
      ];
  return [
    fact('Problems', groups.length === 0 ? 'none found' : strong(heading)),
    ...unchecked,
    ...groups.flatMap((group) => problemGroup(group, listed)),
  ];
}

function problemGroup(
  { severity, count, title, code }: ProblemGroup,
  listed: readonly Problem[],
): readonly Block[] {
  const times = count === 1 ? '' : ` × ${formatCount(count)}`;
  const level: Span = { text: severity.padEnd(8), style: severity === 'note' ? 'dim' : severity };
  const head = paragraph(LABEL, '  ', level, '  ', title, times, dim(`  ${code}`));
  if (severity === 'note') return [head];
  const places = listed.filter((problem) => problem.code === code).slice(0, MAX_DISPLAYED_PLACES);
  const left = count - MAX_DISPLAYED_PLACES;
  return [
    head,
    ...places.map((problem) => {
      const place = placeOf(problem);
      return paragraph(LABEL, INDENT, strong(place), `${place === '' ? '' : '  '}${problem.message}`);
    }),
    ...(left > 0 ? [paragraph(LABEL, dim(`${INDENT}and ${formatCount(left)} more`))] : []),
    sentence(LABEL, dim(`${INDENT}${adviceOf(code)}`)),
  ];
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

/** The place with a gap behind it; empty where there is none. */
function placed(problem: Problem): string {
  const place = placeOf(problem);
  return place === '' ? '' : `${place}  `;
}

/** Commands to go on with, ready to be copied: they stay whole, and what they do is left out where it does not fit. */
function nextSteps({ file, summary, failure, problems: listed }: CheckedReport): readonly Block[] {
  const { events, envelopes, aghMessages, runs: all } = summary;
  if (file === '-' || (events === 0 && envelopes === 0)) return [];
  const displayed = shellWord(file) ?? 'FILE';
  const steps: { readonly command: string; readonly what: string }[] = [];
  if (events === 0)
    steps.push({ command: `accept ${displayed}`, what: 'run the envelopes through the acceptor' });
  else if (failure !== null) {
    const reference = shellWord(referenceTo(failure, all.length === 1)) ?? 'REF';
    steps.push(
      { command: `chain ${displayed} ${reference}`, what: 'what led to the failure, and what followed' },
      { command: `event ${displayed} ${reference}`, what: 'the failure as recorded' },
    );
  } else
    steps.push({
      command: `events ${displayed}`,
      what: aghMessages === events ? 'every message' : 'every event',
    });
  if (aghMessages !== undefined)
    steps.push({ command: `agh ${displayed}`, what: 'each message through the acceptor' });
  if (listed.some(({ severity, eventId }) => severity === 'error' && eventId !== undefined))
    steps.push({ command: `events ${displayed} --filter problem:error`, what: 'events with problems' });
  const table = tableOf(steps, [
    { title: '', cell: ({ command }) => `  openwop-inspector ${command}` },
    { title: '', cell: ({ what }) => dim(what) },
  ]);
  return [line(dim('Next')), { ...table, isWhole: true }];
}
