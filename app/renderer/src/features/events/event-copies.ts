/** What is copied of an event and of its run. */

import { type MaskedText, masker } from '@openwop-inspector/base';
import { markdownText, shellWord } from '@openwop-inspector/base/document';
import { eventDocument, reportDocument } from '@openwop-inspector/run-log';
import { copyText } from '@openwop-inspector/ui';
import { showHint } from '../../shared/hint-store.ts';
import { DESCENDANT_LIMIT } from '../../shared/job-query.ts';
import { askWorker } from '../../worker/client.ts';
import { sessionOf } from '../sessions/sessions-store.ts';
import { viewOf } from '../sessions/view-store.ts';

/**
 * The command that prints an event of a file, relative to the working directory; a word to be replaced for a text that
 * has hidden characters.
 */
export function eventCommand(file: string, eventId: string): string {
  return `openwop-inspector event ${shellWord(file) ?? 'FILE'} ${shellWord(eventId) ?? 'REF'}`;
}

/** The command that lists the matches of a filter. */
export function eventsCommand(file: string, filter: string): string {
  const command = `openwop-inspector events ${shellWord(file) ?? 'FILE'}`;
  return filter.trim() === '' ? command : `${command} --filter ${shellWord(filter.trim()) ?? 'FILTER'}`;
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

/** Copies a text, and shows the result as a hint. */
export async function copy(text: MaskedText, what: string): Promise<void> {
  const copied = await copyText(text);
  showHint(copied.kind === 'copied' ? `Copied ${what}.` : `Not copied: ${copied.message}`);
}
