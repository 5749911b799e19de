/** Words and marks for one event, the same in every report. */

import { formatSequence } from '@openwop-inspector/base';
import type { CauseRule, EventRow, EventTone } from '@openwop-inspector/run-log';
import { dim, type Line, name, plain, type Span, type Style, strong } from '../terminal/line.ts';

const MARKS: Readonly<Record<EventTone, Span>> = {
  normal: plain(' '),
  failed: { text: '✗', style: 'error' },
  warning: { text: '!', style: 'warning' },
  waiting: { text: '…', style: 'warning' },
  ok: { text: '✓', style: 'ok' },
};

/** One column that says how an event stands in its run; its type says the same in words. */
export function toneMark(tone: EventTone): Span {
  return MARKS[tone];
}

const TYPE_STYLE: Readonly<Record<EventTone, Style>> = {
  normal: 'name',
  failed: 'error',
  warning: 'warning',
  waiting: 'warning',
  ok: 'ok',
};

/** The type in the colour of its tone. */
export function typeSpan(row: EventRow): Span {
  return { text: row.type === '' ? '(no type)' : row.type, style: TYPE_STYLE[row.tone] };
}

/** Which event it is: "#210  node.failed  draft". `withRun` names its run too. */
export function eventHead(row: EventRow, { withRun }: { readonly withRun: boolean }): Line {
  const spans: Span[] = [strong(formatSequence(row.sequence)), plain('  '), typeSpan(row)];
  if (row.nodeId !== null) spans.push(plain('  '), plain(row.nodeId));
  if (withRun && row.runId !== '') spans.push(dim('  in run '), name(row.runId));
  if (row.contentTrust === 'untrusted') spans.push({ text: '  untrusted', style: 'untrusted' });
  return spans;
}

/** An event on one line: its head, then what it says. */
export function eventLine(row: EventRow, options: { readonly withRun: boolean }): Line {
  const head = eventHead(row, options);
  return row.summary === '' ? head : [...head, dim(`  ${row.summary}`)];
}

/** How to name an event on the command line so that it is found again. */
export function referenceTo(
  row: { readonly sequence: number | null; readonly eventId: string; readonly runId: string },
  isOneRun: boolean,
): string {
  if (row.sequence === null) return row.eventId;
  return isOneRun ? String(row.sequence) : `${row.runId}:${row.sequence}`;
}

/** The rule by which an event is abnormal, in words that stand behind it. */
export const RULES: Readonly<Record<CauseRule, string>> = {
  failure: 'a failure',
  refusal: 'a refusal',
  limit: 'a limit that was reached',
  truncation: 'an answer that was cut off',
  untrusted: 'untrusted content that was used',
  timeout: 'a time that ran out',
  conflict: 'an answer that contradicts another',
};
