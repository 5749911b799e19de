/** Actions on an event from its row, and what is copied of it and of its run. */

import { type MaskedText, masker } from '@openwop-inspector/base';
import { markdownText, shellWord } from '@openwop-inspector/base/document';
import { type EventRow, eventDocument, reportDocument } from '@openwop-inspector/run-log';
import { copyText, type MenuEntry } from '@openwop-inspector/ui';
import { quotedValue } from '../model/filter-completion.ts';
import { DESCENDANT_LIMIT } from '../queries/job-query.ts';
import { askWorker } from '../worker/client.ts';
import { showHint } from './hint-store.ts';
import { sessionOf } from './sessions-store.ts';
import { viewOf } from './view-store.ts';

export type EventAction =
  | 'cause'
  | 'effect'
  | 'acceptor'
  | 'pair'
  | 'note'
  | 'copy-json'
  | 'copy-markdown'
  | 'copy-id'
  | 'copy-command'
  | `filter ${string}`;

/**
 * The actions of an event; `hasRuns`: the log has several, so that one of them can be listed alone; `picked` names the
 * event that was picked for comparison.
 */
export function eventActions(
  row: EventRow,
  hasRuns: boolean,
  picked: string | null,
): readonly MenuEntry<EventAction>[] {
  return [
    { id: 'cause', title: 'Go to the cause', icon: 'arrowUp' },
    { id: 'effect', title: 'Go to the effect', icon: 'arrowDown' },
    { id: 'acceptor', title: 'Open in the acceptor', icon: 'repair' },
    {
      id: 'pair',
      title: picked === null ? 'Pick to compare with another' : `Compare with ${picked}`,
      icon: 'differs',
    },
    { id: 'note', title: 'Note on the event', icon: 'bookmark' },
    ...termsOf(row, hasRuns).map(([term, title]) => ({
      id: `filter ${term}` as const,
      title,
      icon: 'filter' as const,
    })),
    { id: 'copy-json', title: 'Copy as JSON', icon: 'copy' },
    { id: 'copy-markdown', title: 'Copy as Markdown with its causes', icon: 'copy' },
    { id: 'copy-id', title: 'Copy the eventId', icon: 'copy', note: row.eventIdDerived ? 'derived' : null },
    { id: 'copy-command', title: 'Copy the command that prints it', icon: 'copy' },
  ];
}

function termsOf({ type, nodeId, runId, eventId }: EventRow, hasRuns: boolean): readonly [string, string][] {
  return [
    [`type:${quotedValue(type)}`, `List ${type} alone`],
    [`-type:${quotedValue(type)}`, `List all but ${type}`],
    ...(nodeId === null
      ? []
      : [[`node:${quotedValue(nodeId)}`, `List node ${nodeId} alone`] as [string, string]]),
    ...(hasRuns && runId !== ''
      ? [[`run:${quotedValue(runId)}`, `List run ${runId} alone`] as [string, string]]
      : []),
    [`under:${quotedValue(eventId)}`, 'List what followed from it'],
  ];
}

/** A filter with an additional term; an `or` in it stays grouped. */
export function withTerm(filter: string, term: string): string {
  const text = filter.trim();
  if (text === '') return term;
  return / or /i.test(text) ? `(${text}) ${term}` : `${text} ${term}`;
}

/** A POSIX shell word; a placeholder for a text that is not displayed as it is. */
const word = (text: string): string => shellWord(text) ?? "'…'";

/** The command that prints an event of a file, relative to the working directory. */
export function eventCommand(file: string, eventId: string): string {
  return `openwop-inspector event ${word(file)} ${word(eventId)}`;
}

/** The command that lists the matches of a filter. */
export function eventsCommand(file: string, filter: string): string {
  const command = `openwop-inspector events ${word(file)}`;
  return filter.trim() === '' ? command : `${command} --filter ${word(filter.trim())}`;
}

/** Copies the selected event with its causes as Markdown, and says what became of it. */
export async function copyEventAsMarkdown(sessionId: string): Promise<void> {
  const { selected } = viewOf(sessionId);
  const name = sessionOf(sessionId)?.summary?.name;
  if (selected === null || name === undefined) return showHint('Select an event first.');
  const chain = await chainOf(sessionId, selected);
  if (chain === null) return showHint('The causes are not known yet: the log is still read.');
  await copy(masker.text(markdownText(eventDocument(name, chain))), 'as Markdown with causes');
}

/** Copies the verdict as Markdown, with the causal path to the failure that it is about. */
export async function copyReport(sessionId: string): Promise<void> {
  const session = sessionOf(sessionId);
  const summary = session?.news ?? session?.ofRun ?? session?.summary ?? null;
  if (summary === null) return;
  const failures = summary.runs.flatMap(({ firstFailure }) => firstFailure ?? []);
  const failure = failures.find(({ ordinal }) => ordinal === summary.verdict.landOn) ?? failures[0];
  const chain = failure === undefined ? null : await chainOf(sessionId, failure.ordinal);
  await copy(masker.text(markdownText(reportDocument(summary, chain))), 'the report');
}

function chainOf(sessionId: string, ordinal: number) {
  const target = { kind: 'event' as const, ordinal };
  return askWorker('chain', { sessionId, target, descendantLimit: DESCENDANT_LIMIT });
}

/** Copies the address of the window; a secret in its filter is masked, and the filter then finds nothing. */
export async function copyLink(): Promise<void> {
  await copy(masker.text(location.href), 'the link');
}

/** Copies an event as recorded, masked. */
export async function copyEventAsJson(sessionId: string, ordinal: number): Promise<void> {
  const text = await askWorker('jsonText', { sessionId, ordinal, pointer: '' });
  if (text === null) return showHint('The event cannot be read.');
  await copy(text.text, 'as JSON');
}

/** Copies the command that prints an event of the visible file. */
export async function copyEventCommand(sessionId: string, eventId: MaskedText): Promise<void> {
  const name = sessionOf(sessionId)?.name ?? '';
  await copy(masker.text(eventCommand(name, eventId)), 'the command');
}

/** Copies the command that lists what the visible filter selects. */
export async function copyFilterCommand(sessionId: string): Promise<void> {
  const name = sessionOf(sessionId)?.name ?? '';
  await copy(masker.text(eventsCommand(name, viewOf(sessionId).filterText)), 'the command');
}

export async function copyEventId(eventId: MaskedText): Promise<void> {
  await copy(eventId, 'the eventId');
}

/** Copies a text, and shows the result as a hint. */
async function copy(text: MaskedText, what: string): Promise<void> {
  const copied = await copyText(text);
  showHint(copied.kind === 'copied' ? `Copied ${what}.` : `Not copied: ${copied.message}`);
}
