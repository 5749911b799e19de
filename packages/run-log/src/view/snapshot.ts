import { isRecord } from '@openwop-inspector/base';
import { runStatus } from '@openwop-inspector/protocol';

/** A run snapshot under the names of the specification (bundles-and-transport.md section 4). */
export interface NormalSnapshot {
  readonly runId: string | null;
  readonly workflowId: string | null;
  /** As written; an unknown status is kept verbatim. */
  readonly status: string | null;
  readonly startedAt: string | null;
  /** `completedAt`, which hosts also write as `endedAt`. */
  readonly completedAt: string | null;
  readonly currentNodeId: string | null;
  /** The open interrupt, whose value hosts write as `payload` or `data`. */
  readonly interrupt: {
    readonly kind: string | null;
    readonly nodeId: string | null;
    readonly data: unknown;
  } | null;
}

function text(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

/** Reads the top-level members of a snapshot; nothing is required. */
export function normalSnapshot(header: ReadonlyMap<string, unknown>): NormalSnapshot {
  const interrupt = header.get('interrupt');
  const status = text(header.get('status'));
  return {
    runId: text(header.get('runId')),
    workflowId: text(header.get('workflowId')),
    status: status === null ? null : (runStatus(status) ?? status),
    startedAt: text(header.get('startedAt')),
    completedAt: text(header.get('completedAt')) ?? text(header.get('endedAt')),
    currentNodeId: text(header.get('currentNodeId')),
    interrupt: isRecord(interrupt)
      ? {
          kind: text(interrupt.kind),
          nodeId: text(interrupt.nodeId),
          data: Object.hasOwn(interrupt, 'data') ? interrupt.data : interrupt.payload,
        }
      : null,
  };
}
