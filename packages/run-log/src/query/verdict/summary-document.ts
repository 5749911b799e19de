/** A log in words, the same on every surface: the verdict first, then what leads on from it. */
import {
  countOf,
  formatBytes,
  formatCount,
  formatDuration,
  formatMoment,
  formatSequence,
} from '@openwop-inspector/base';
import {
  apart,
  type Block,
  blank,
  counts,
  cutFact,
  dim,
  error,
  fact,
  heading,
  inText,
  LABEL,
  type Line,
  line,
  name,
  ok,
  paragraph,
  plain,
  rest,
  type Span,
  type Style,
  sentence,
  strong,
  tableOf,
  warning,
} from '@openwop-inspector/base/document';
import { isProblemCode, type Problem, problemInfo, reasonsText } from '@openwop-inspector/protocol';
import type { ProblemGroup, SourceFormat } from '../../answers.ts';
import type { CausalChain } from '../chain/chain.ts';
import { causesDocument } from '../chain/chain-document.ts';
import { CAUSE_WORDS } from '../chain/chain-origin.ts';
import type { SessionSummary } from '../counts/session-summary.ts';
import { type EventRow, eventWithSummary } from '../rows/event-rows.ts';
import type { Verdict } from './failure-text.ts';
import type { RunSummary } from './fold.ts';

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

/** What was found in a file that holds nothing known, and what to do, by kind of problem; `said` was said already. */
export const refusalAdvice = (
  groups: readonly ProblemGroup[],
  problems: readonly Problem[],
  said: string,
): readonly Line[] =>
  groups.flatMap(({ code }) => {
    const first = problems.find((problem) => problem.code === code && problem.message !== said);
    const found = first === undefined ? [] : [line(dim(`  ${placed(first)}${first.message}`))];
    return [...found, line(dim(`  ${adviceOf(code)}`))];
  });

const adviceOf = (code: string): string => (isProblemCode(code) ? problemInfo(code).advice : '');

/** What happened, as far as it is known before the checks. */
export function loadedDocument(report: LoadedReport): readonly Block[] {
  const { summary } = report;
  return apart([...summarySections(report), failureSection(report), causes(summary)]);
}

/** Verdict, counts and the causes of the failure, for a report that others read. */
export function reportDocument(summary: SessionSummary, chain: CausalChain | null): readonly Block[] {
  const named = { file: summary.name, summary, assumedFormat: summary.format };
  return [
    ...apart([...summarySections(named), causes(summary), problemFacts(summary)]),
    ...(chain === null ? [] : [blank, heading(2, 'Why it happened'), ...causesDocument(chain)]),
  ];
}

type Named = Pick<LoadedReport, 'file' | 'summary' | 'assumedFormat'>;

function summarySections(named: Named): readonly (readonly Block[])[] {
  const { summary } = named;
  return [verdict(summary), facts(named), runs(summary), interactions(summary), exported(summary)];
}

function verdict({ verdict, events, explanation, name: file }: SessionSummary): readonly Block[] {
  if (events === 0 && explanation !== undefined) return [sentence(0, `${explanation}.`)];
  const { tone, title, sentence: parts } = verdict;
  const about = parts.map(({ kind, text }): Span => ({ text, style: kind === 'code' ? 'name' : kind }));
  return [{ ...heading(1, { text: title, style: TONE_STYLE[tone] }, inText(`: ${file}`)), about }];
}

function facts({ file, summary, assumedFormat }: Named): readonly Block[] {
  const { format, gzip, sizeBytes, hostName, startMs, endMs } = summary;
  const known = format === assumedFormat ? format : `${format}, as far as it goes ${assumedFormat}`;
  const shape = `${known}${gzip ? ', gzip' : ''}, ${formatBytes(sizeBytes)}`;
  const host = hostName === null ? [] : [' from host ', name(hostName)];
  const why = incomplete(summary);
  return [
    fact('File', file),
    fact('Format', shape, ...host),
    fact('Holds', holdings(summary).join(', ')),
    ...(startMs === null ? [] : [fact('Began', formatMoment(startMs) ?? '')]),
    ...(startMs === null || endMs === null || endMs < startMs
      ? []
      : [fact('Took', formatDuration(endMs - startMs))]),
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
  return complete || events === 0 ? null : (why ?? 'the file ends early; this is what was read');
}

/** The status of a run or of an interaction. */
export const statusSpan = (status: string): Span =>
  status === 'failed' ? error(status) : status === 'completed' ? ok(status) : plain(status);

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
    ...rest(more, `and ${countOf(more, 'more interaction')}`, ' (--json lists the first 1,000)'),
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
    ...rest(more, `and ${countOf(more, 'more run')}`, ' (--json lists all)'),
  ];
}

const sequences = ({ events, firstSequence, lastSequence }: RunSummary): string =>
  events === 0 ? '' : `${formatSequence(firstSequence)} to ${formatSequence(lastSequence)}`;

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
    ...rest(more, `and ${countOf(more, 'more item')}`, ' (--json lists 1,000)'),
  ];
}

function failureSection({ failure, chainStart, cause, summary }: LoadedReport): readonly Block[] {
  if (failure === null) return [];
  const withRun = summary.runs.length > 1;
  const { cause: found, causes: ending } = summary.verdict;
  const of = (label: string, row: EventRow, note?: Span): Block =>
    cutFact(label, ...eventWithSummary(row, { withRun, ...(note && { note }) }));
  const causeOf = (): readonly Block[] => {
    if (cause !== null && found !== null) return [of('Cause', cause, warning(CAUSE_WORDS[found.rule]))];
    if (ending === null || ending === 'omitted') return [];
    const isCircle = ending === 'cycle';
    const why = isCircle ? 'the causes lead in a circle' : 'no earlier event of the chain is abnormal';
    return [cutFact('Cause', `none recorded: ${why}`)];
  };
  return [
    of('Failure', failure),
    ...(chainStart === null ? [] : [of('Chain starts at', chainStart)]),
    ...causeOf(),
  ];
}

function causes({ causal, events }: SessionSummary): readonly Block[] {
  if (events === 0) return [];
  if (causal.omitted) return [fact('Causes', 'none recorded: no event of this log names its cause')];
  const { byRule, edges, roots, orphans, cycles, ambiguous } = causal;
  const rules = `${formatCount(byRule.eventId)} by eventId, ${formatCount(byRule.correlationId)} by correlationId`;
  const parts = [
    `${countOf(edges, 'edge')} (${rules})`,
    countOf(roots, 'root'),
    ...(orphans > 0 ? [countOf(orphans, 'orphan')] : []),
    ...(cycles > 0 ? [countOf(cycles, 'cycle')] : []),
    ...(ambiguous > 0 ? [`${formatCount(ambiguous)} ambiguous`] : []),
  ];
  return [fact('Causes', parts.join(', '))];
}

/** The problems of a log by their codes, with the first places of each. */
export function problemsDocument({ groups, problems: listed, summary }: CheckedReport): readonly Block[] {
  const [count, ...unchecked] = problemFacts(summary);
  const none = fact('Problems', 'none found');
  return [
    ...(groups.length === 0 || count === undefined ? [none] : [count]),
    ...unchecked,
    ...groups.flatMap((group) => problemGroup(group, listed)),
  ];
}

/** How many problems there are, and whether there may be more: what was not checked may hold others. */
function problemFacts({ checks, problemCounts }: SessionSummary): readonly Block[] {
  const { error: errors, warning: warnings, note: notes } = problemCounts;
  const counted = `${countOf(errors, 'error')}, ${countOf(warnings, 'warning')}, ${countOf(notes, 'note')}`;
  return [
    fact('Problems', strong(counted)),
    ...(checks.known
      ? []
      : [fact('', warning(`not everything was checked: ${reasonsText(checks.reasons)}`))]),
  ];
}

function problemGroup({ severity, count, title, code }: ProblemGroup, listed: readonly Problem[]) {
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
function placeOf(problem: Problem): string {
  const { sequence, eventId, pointer } = problem;
  const inside = pointer === undefined || pointer === '' ? '' : ` ${pointer}`;
  if (sequence !== undefined) return `${formatSequence(sequence)}${inside}`;
  return eventId !== undefined ? `${eventId}${inside}` : `${sourcePlace(problem)}${inside}`.trim();
}

/** Where a problem is in its source: "line 3, byte 1,234"; empty where it is about all of it. */
export function sourcePlace({ line: row, byteOffset }: Problem): string {
  const places = [
    ...(row === undefined ? [] : [`line ${formatCount(row)}`]),
    ...(byteOffset === undefined ? [] : [`byte ${formatCount(byteOffset)}`]),
  ];
  return places.join(', ');
}

/** The place with a gap behind it; empty where there is none. */
function placed(problem: Problem): string {
  const place = placeOf(problem);
  return place === '' ? '' : `${place}  `;
}
