import { createHash } from 'node:crypto';
import type { EventDoc, RecordedStory } from '@openwop-inspector/testing/stories';

/** A span as a debug bundle lists it (bundles-and-transport.md section 2.1). */
export interface Span {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | null;
  readonly kind: 'internal';
  readonly startedAt: string;
  readonly endedAt: string;
  readonly status: { readonly code: 'ok' | 'error'; readonly message?: string };
  readonly attributes: Readonly<Record<string, string | number>>;
}

/** One span for the run and one for every node that was started and ended. */
export function spansOf(told: RecordedStory): readonly Span[] {
  const { run, startedAt, endedAt } = told;
  const traceId = digest(run.runId, 32);
  const root = digest(`${run.runId}/run`, 16);
  const failed = run.status === 'failed';
  const runSpan: Span = {
    name: 'openwop.run',
    traceId,
    spanId: root,
    parentSpanId: null,
    kind: 'internal',
    startedAt,
    endedAt,
    status: failed ? { code: 'error', message: run.error?.code ?? 'failed' } : { code: 'ok' },
    attributes: { 'openwop.run_id': run.runId, 'openwop.workflow_id': run.workflowId },
  };
  return [runSpan, ...nodeSpans(told.events, traceId, root)];
}

function nodeSpans(events: readonly EventDoc[], traceId: string, parentSpanId: string): readonly Span[] {
  const starts = new Map<string, EventDoc>();
  const spans: Span[] = [];
  for (const event of events) {
    const { nodeId, type } = event;
    if (nodeId === undefined) continue;
    if (type === 'node.started') starts.set(nodeId, event);
    const start = starts.get(nodeId);
    if (start === undefined || (type !== 'node.completed' && type !== 'node.failed')) continue;
    const typeId = typeIdOf(start);
    spans.push({
      name: `openwop.node.${typeId}`,
      traceId,
      spanId: digest(`${event.runId}/${nodeId}/${start.sequence}`, 16),
      parentSpanId,
      kind: 'internal',
      startedAt: start.timestamp,
      endedAt: event.timestamp,
      status: { code: type === 'node.failed' ? 'error' : 'ok' },
      attributes: {
        'openwop.node_id': nodeId,
        'openwop.node_type': typeId,
        'openwop.event_seq': start.sequence,
      },
    });
  }
  return spans;
}

function typeIdOf(start: EventDoc): string {
  const { payload } = start;
  const known = typeof payload === 'object' && payload !== null && 'typeId' in payload;
  return known && typeof payload.typeId === 'string' ? payload.typeId : 'unknown';
}

function digest(text: string, digits: number): string {
  return createHash('sha256').update(text).digest('hex').slice(0, digits);
}
