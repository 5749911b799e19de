import { isRecord, member, ownString } from '@openwop-inspector/base';
import { sampleEvents } from '../../../samples.ts';
import {
  type Move,
  repeated,
  type ScriptedInterrupt,
  type StoredEvent,
  type Telling,
  type Workflow,
} from '../script.ts';

interface HowToTell {
  /** The person of the story answers by themselves, as recorded. Else the run waits for one, at each gate. */
  readonly answersItself: boolean;
  /** What follows in place of the rest when the last gate was accepted although the story has it rejected. */
  readonly whenAccepted?: readonly Move[];
}

/** Makes a workflow of the sample with this id. Its events are those of the sample, child runs too, dated again. */
export function storyWorkflow(sampleId: string, how: HowToTell): Workflow {
  const events = sampleEvents(sampleId);
  const runId = events[0]?.runId ?? '';
  const workflowId = ownString(events[0]?.payload, 'workflowId') ?? '';
  return { runId, workflowId, script: () => tell(events, runId, how) };
}

function* tell(events: readonly StoredEvent[], runId: string, how: HowToTell): Telling {
  let before = Date.parse(events[0]?.timestamp ?? '');
  for (const stretch of stretchesOf(events, how.answersItself)) {
    if (stretch.part === 'opens') {
      yield { kind: 'open', interrupt: interruptOf(stretch.events) };
    } else if (stretch.part === 'resolves') {
      const { resolutions } = yield { kind: 'wait', as: stretch.events.map(({ eventId }) => eventId) };
      const resolution = resolutions.get(stretch.events[0]?.nodeId ?? '');
      if (how.whenAccepted !== undefined && resolution?.outcome === 'accepted') {
        yield* how.whenAccepted;
        return;
      }
    } else {
      for (const event of stretch.events) {
        const at = Date.parse(event.timestamp);
        const inRun = event.runId === runId ? undefined : event.runId;
        yield repeated(event, { inRun, afterMs: at - before });
        before = at;
      }
    }
    before = Date.parse(stretch.events.at(-1)?.timestamp ?? '');
  }
}

interface Stretch {
  readonly part: 'opens' | 'resolves' | 'scripted';
  readonly events: StoredEvent[];
}

/** Cuts the log where gates open and where they are answered. */
function stretchesOf(events: readonly StoredEvent[], isReportedWhole: boolean): readonly Stretch[] {
  const stretches: Stretch[] = [];
  for (const event of events) {
    const part = isReportedWhole ? 'scripted' : partOf(event);
    const last = stretches.at(-1);
    if (last?.part === part) last.events.push(event);
    else stretches.push({ part, events: [event] });
  }
  return stretches;
}

const OPENS: readonly string[] = [
  'clarification.requested',
  'approval.requested',
  'interrupt.requested',
  'node.suspended',
];
const RESOLVES: readonly string[] = [
  'approval.received',
  'interrupt.resolved',
  'clarification.resolved',
  'node.resumed',
  'run.resumed',
];

/** Events around a gate are not scripted but happen: when it opens, and when the user has answered it. */
function partOf({ type }: StoredEvent): 'opens' | 'resolves' | 'scripted' {
  if (OPENS.includes(type)) return 'opens';
  return RESOLVES.includes(type) ? 'resolves' : 'scripted';
}

function interruptOf(events: readonly StoredEvent[]): ScriptedInterrupt {
  const requested = events.find(({ type }) => type === 'interrupt.requested');
  const data = member(requested?.payload, 'data');
  return {
    kind: ownString(requested?.payload, 'kind') ?? 'custom',
    nodeId: requested?.nodeId ?? '',
    data: isRecord(data) ? data : {},
    as: events.map(({ eventId }) => eventId),
    interruptId: ownString(requested?.payload, 'interruptId') ?? undefined,
    cause: events[0]?.causationId,
    trust: requested?.contentTrust,
  };
}
