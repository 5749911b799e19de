import { isRecord } from '@openwop-inspector/base';
import { runStatus } from '@openwop-inspector/protocol';

function text(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

/** A run snapshot under the names of the specification (bundles-and-transport.md section 4); nothing is required. */
export function normalSnapshot(header: ReadonlyMap<string, unknown>) {
  const interrupt = header.get('interrupt');
  const status = text(header.get('status'));
  return {
    runId: text(header.get('runId')),
    workflowId: text(header.get('workflowId')),
    /** As written; an unknown status is kept verbatim. */
    status: status === null ? null : (runStatus(status) ?? status),
    startedAt: text(header.get('startedAt')),
    /** `completedAt`, which hosts also write as `endedAt`. */
    completedAt: text(header.get('completedAt')) ?? text(header.get('endedAt')),
    currentNodeId: text(header.get('currentNodeId')),
    /** The open interrupt, whose value hosts write as `payload` or `data`. */
    interrupt: isRecord(interrupt)
      ? {
          kind: text(interrupt.kind),
          nodeId: text(interrupt.nodeId),
          data: Object.hasOwn(interrupt, 'data') ? interrupt.data : interrupt.payload,
        }
      : null,
  };
}
