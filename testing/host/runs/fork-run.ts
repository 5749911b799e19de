import { member } from '@openwop-inspector/base';
import type { Answer, Dialect } from '../dialects/dialect.ts';
import { invalid, NO_SUCH_PATH, refused } from '../http/route.ts';
import type { HostedRun } from './hosted-run.ts';
import {
  type EventMove,
  ends,
  happens,
  type Move,
  repeated,
  type Script,
  type StoredEvent,
} from './script.ts';

/** A fork that may be made: what is copied, and what follows. */
export interface Fork {
  readonly mode: 'replay' | 'branch';
  readonly fromSeq: number;
  readonly copied: readonly StoredEvent[];
  readonly script: Script;
}

/** Reads a fork request (section 9); the answer that refuses it when it cannot be. */
export function readFork(
  dialect: Dialect,
  run: HostedRun,
  body: unknown,
  keepsFrom: number | null,
): Fork | Answer {
  if (dialect.actions.fork === 'none') return NO_SUCH_PATH;
  const mode = member(body, 'mode');
  const fromSeq = member(body, 'fromSeq') ?? (mode === 'replay' ? 0 : null);
  if (mode !== 'replay' && mode !== 'branch') return invalid('mode must be replay or branch');
  if (typeof fromSeq !== 'number' || !Number.isInteger(fromSeq) || fromSeq < 0)
    return refused(400, 'fork_invalid_seq', 'fromSeq must be an integer of at least 0');
  if (mode === 'replay' && member(body, 'runOptionsOverlay') != null)
    return invalid('runOptionsOverlay goes with branch alone');
  if (dialect.actions.fork === 'replay-from-0') {
    if (mode === 'branch')
      return refused(400, 'fork_unsupported_mode', 'This host replays and does not branch');
    if (fromSeq > 0)
      return refused(501, 'fork_from_seq_unsupported', 'This host replays from the beginning alone');
  }
  if (keepsFrom !== null && fromSeq < keepsFrom)
    return refused(410, 'run_history_gone', 'Events before that are no longer stored');
  if (fromSeq > run.lastSequence)
    return refused(422, 'fork_invalid_seq', 'fromSeq is past the end of the log');
  const copied = run.events.filter(({ sequence }) => sequence < fromSeq);
  const rest = run.events.filter(({ sequence }) => sequence >= fromSeq);
  // In a replay what was recorded is repeated: nothing outside happens.
  const reported: Script = () => rest.map((event): Move => copyOf(dialect, event)).values();
  return { mode, fromSeq, copied, script: mode === 'replay' ? reported : again(run, fromSeq) };
}

/** A copy for a fork; app gives the original itself as the cause (run-events.md section 4.1, meaning E). */
export function copyOf({ name }: Dialect, event: StoredEvent): EventMove {
  const cause = name === 'app' ? event.eventId : event.causationId;
  return repeated(event, { cause, isAsLogged: true, afterMs: 40 });
}

/** What a branch does: the node at work is executed again, this time with success. */
function again(run: HostedRun, fromSeq: number): Script {
  const at = run.events
    .filter(({ sequence }) => sequence <= fromSeq)
    .findLast(({ nodeId }) => nodeId !== undefined);
  const nodeId = at?.nodeId ?? 'start';
  return function* () {
    yield happens('run.resuming', { fromStatus: run.status }, { afterMs: 40 });
    const started = { nodeId, typeId: 'core.agent', attempt: 1 };
    yield happens('node.started', started, { nodeId, as: 'again', afterMs: 200 });
    const thought = { agentId: 'acme.writer', reasoning: 'This time the checklist is left out.' };
    yield happens('agent.reasoned', thought, { nodeId, cause: 'again', as: 'thought', afterMs: 400 });
    yield* ends(nodeId, { branch: true }, 900, 'thought');
  };
}
