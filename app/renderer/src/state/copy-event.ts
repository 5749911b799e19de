import { type MaskedText, masker } from '@openwop-inspector/base';
import { copyText } from '@openwop-inspector/ui';
import { eventCommand, eventsCommand } from '../model/event-menu.ts';
import { eventReport } from '../model/report.ts';
import { DESCENDANT_LIMIT } from '../queries/session-queries.ts';
import { askWorker } from '../worker/client.ts';
import { showHint } from './hint-store.ts';
import { sessionOf } from './sessions-store.ts';
import { viewOf } from './view-store.ts';

/** Copies the selected event with its causes as Markdown, and says what became of it. */
export async function copyEventAsMarkdown(sessionId: string): Promise<void> {
  const { selected } = viewOf(sessionId);
  const name = sessionOf(sessionId)?.summary?.name;
  if (selected === null || name === undefined) return showHint('Select an event first.');
  const chain = await askWorker('chain', {
    sessionId,
    target: { kind: 'event', ordinal: selected },
    descendantLimit: DESCENDANT_LIMIT,
  });
  if (chain === null) return showHint('The causes are not known yet: the log is still read.');
  await copy(eventReport(name, chain), 'as Markdown with causes');
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

async function copy(text: MaskedText, what: string): Promise<void> {
  const copied = await copyText(text);
  showHint(copied.kind === 'copied' ? `Copied ${what}.` : `Not copied: ${copied.message}`);
}
