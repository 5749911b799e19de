import { copyText } from '@openwop-inspector/ui';
import { eventReport } from '../model/report.ts';
import { DESCENDANT_LIMIT } from '../queries/session-queries.ts';
import { askWorker } from '../worker/session-client.ts';
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
  const copied = await copyText(eventReport(name, chain));
  showHint(copied.kind === 'copied' ? 'Copied as Markdown with causes.' : `Not copied: ${copied.message}`);
}
