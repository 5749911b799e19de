/** Where the palette leads to in the session in sight. */
import type { LogicalEnvelope } from '@openwop-inspector/run-log';
import { quotedValue } from '../model/filter-completion.ts';
import { jump, jumpTo } from '../state/travel.ts';
import {
  selectEnvelope,
  selectProblem,
  setEnvelopeText,
  setFilter,
  showView,
} from '../state/view-actions.ts';
import { viewOf } from '../state/view-store.ts';
import { askWorker } from '../worker/session-client.ts';

/** An event, in the view that is in sight where that shows events, else in the list. */
export function goToEvent(sessionId: string, ordinal: number): void {
  const { view, bench } = viewOf(sessionId);
  if (bench !== null || view === 'problems' || view === 'audit') showView(sessionId, 'events');
  jumpTo(sessionId, ordinal);
}

/** The events of a node. */
export function goToNode(sessionId: string, nodeId: string): void {
  setFilter(sessionId, `node:${quotedValue(nodeId)}`);
  showView(sessionId, 'events');
}

/** The first problem of a code. */
export async function goToCode(sessionId: string, code: string): Promise<void> {
  const [first] = await askWorker('problems', { sessionId, code, offset: 0, limit: 1 });
  if (first === undefined) return;
  showView(sessionId, 'problems');
  jump(() => selectProblem(sessionId, first));
}

/** An envelope; `index` is its place among those that have `text`. */
export function goToEnvelope(sessionId: string, row: LogicalEnvelope, index: number, text: string): void {
  showView(sessionId, 'envelopes');
  setEnvelopeText(sessionId, text);
  jump(() => selectEnvelope(sessionId, { row, index, text, attempt: null }));
}
