import type { LaneSpan } from '@openwop-inspector/run-log';
import type { IconName } from '@openwop-inspector/ui';
import type { LaneHead } from '../../model/lane-rows.ts';
import type { DrawnSpan } from '../../model/lane-track.ts';

/** Form of a bar: forms differ in their edge or pattern as well as their colour. */
export type SpanForm =
  | 'ran'
  | 'waited'
  | 'streamed'
  | 'modelCall'
  | 'untrusted'
  | 'truncated'
  | 'schemaRetry'
  | 'failed';

/** The form of a bar: failures first, then trust, then kind. */
export function spanForm({ span, state, untrusted }: DrawnSpan): SpanForm {
  if (state === 'failed') return 'failed';
  if (state === 'truncated' || state === 'schemaRetry') return state;
  if (untrusted) return 'untrusted';
  if (span.kind === 'waited' || state === 'suspended') return 'waited';
  if (span.kind === 'streamed' || span.kind === 'modelCall') return span.kind;
  return 'ran';
}

const KIND_ICONS: Record<LaneSpan['kind'], IconName | null> = {
  ran: null,
  waited: 'nodeSuspended',
  streamed: 'reasoning',
  modelCall: 'usage',
  toolCall: 'tool',
  attempt: null,
  childRun: 'dispatch',
};

const STATE_ICONS: Record<LaneSpan['state'], IconName | null> = {
  completed: 'nodeCompleted',
  failed: 'nodeFailed',
  suspended: 'nodeSuspended',
  running: 'running',
  cancelled: 'nodeCancelled',
  skipped: 'nodeSkipped',
  truncated: 'truncated',
  schemaRetry: 'warning',
};

/** The glyph in a bar. */
export function spanIcon(lane: LaneHead, { span, state }: DrawnSpan): IconName | null {
  if (state === 'failed' && lane.kind === 'run') return 'runFailed';
  if (state === 'completed' && lane.kind === 'run') return 'runCompleted';
  if (lane.kind === 'interrupt') return 'ask';
  if (state === 'completed') return KIND_ICONS[span.kind] ?? STATE_ICONS.completed;
  return STATE_ICONS[state];
}
