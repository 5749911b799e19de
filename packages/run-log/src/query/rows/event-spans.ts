/** How an event is named in a document. */
import { formatSequence } from '@openwop-inspector/base';
import {
  dim,
  error,
  gap,
  type Line,
  name,
  ok,
  plain,
  type Span,
  type Style,
  strong,
  warning,
} from '@openwop-inspector/base/document';
import type { EventTone } from '@openwop-inspector/events';
import type { EventRow } from './event-rows.ts';

const MARKS: Readonly<Record<EventTone, Span>> = {
  normal: plain(' '),
  failed: error('✗'),
  warning: warning('!'),
  waiting: warning('…'),
  ok: ok('✓'),
};

const TYPE_STYLE: Readonly<Record<EventTone, Style>> = {
  normal: 'name',
  failed: 'error',
  warning: 'warning',
  waiting: 'warning',
  ok: 'ok',
};

/** One column that says how an event is in its run; its type says the same in words. */
export function toneMark(tone: EventTone): Span {
  return MARKS[tone];
}

/** The type in the colour of its tone. */
export function typeSpan(row: EventRow): Span {
  return { text: row.type === '' ? '(no type)' : row.type, style: TYPE_STYLE[row.tone], isCode: true };
}

/** Which event it is: "#210  node.failed  draft". `withRun` names its run too. */
export function eventHead(row: EventRow, { withRun }: { readonly withRun: boolean }): Line {
  const spans: Span[] = [strong(formatSequence(row.sequence)), gap(), typeSpan(row)];
  if (row.nodeId !== null) spans.push(gap(' at node '), { ...plain(row.nodeId), isCode: true });
  if (withRun && row.runId !== '') spans.push(dim('  in run '), name(row.runId));
  if (row.contentTrust === 'untrusted') spans.push(gap(', '), { text: 'untrusted', style: 'untrusted' });
  return spans;
}

/** An event on one line: its head, a note about it, its summary. */
export function eventWithSummary(
  row: EventRow,
  options: { readonly withRun: boolean; readonly note?: Span },
): Line {
  const noted = options.note === undefined ? [] : [gap(', '), options.note];
  const summary = row.summary === '' ? [] : [gap(': '), dim(row.summary)];
  return [...eventHead(row, options), ...noted, ...summary];
}
