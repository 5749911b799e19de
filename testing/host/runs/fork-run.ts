import { member } from '@openwop-inspector/base';
import type { Dialect } from '../dialects/dialect.ts';
import { type Answer, NO_SUCH_PATH, refused } from '../http/route.ts';
import type { HostedRun } from './hosted-run.ts';
import { type EventMove, happens, type Move, type Script, type StoredEvent } from './script.ts';

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
  if (mode !== 'replay' && mode !== 'branch')
    return refused(400, 'validation_error', 'mode must be replay or branch');
  if (typeof fromSeq !== 'number' || !Number.isInteger(fromSeq) || fromSeq < 0)
    return refused(400, 'fork_invalid_seq', 'fromSeq must be an integer of at least 0');
  if (mode === 'replay' && member(body, 'runOptionsOverlay') != null)
    return refused(400, 'validation_error', 'runOptionsOverlay goes with branch alone');
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
  return { mode, fromSeq, copied, script: mode === 'replay' ? reported(dialect, rest) : again(run, fromSeq) };
}

/** What was recorded, repeated: nothing outside happens. */
function reported(dialect: Dialect, events: readonly StoredEvent[]): Script {
  return () => events.map((event): Move => copyOf(dialect, event)).values();
}

/**
 * A copy bears the name of its original, so that causes lead to copies; app gives the original itself as the cause
 * (run-events.md section 4.1, meaning E).
 */
export function copyOf({ name }: Dialect, event: StoredEvent): EventMove {
  const cause = name === 'app' ? event.eventId : event.causationId;
  return {
    kind: 'event',
    type: event.type,
    payload: event.payload,
    as: event.eventId,
    isAsLogged: true,
    afterMs: 40,
    nodeId: event.nodeId,
    cause,
    trust: event.contentTrust,
  };
}

/** What a branch does: the node at work is executed again, this time with success. */
function again(run: HostedRun, fromSeq: number): Script {
  const at = run.events
    .filter(({ sequence }) => sequence <= fromSeq)
    .findLast(({ nodeId }) => nodeId !== undefined);
  const nodeId = at?.nodeId ?? 'start';
  return () => {
    const moves: readonly Move[] = [
      happens('run.resuming', { fromStatus: run.status }, { afterMs: 40 }),
      happens(
        'node.started',
        { nodeId, typeId: 'core.agent', attempt: 1 },
        { nodeId, as: 'again', afterMs: 200 },
      ),
      happens(
        'agent.reasoned',
        { agentId: 'acme.writer', reasoning: 'This time the checklist is left out.' },
        { nodeId, cause: 'again', as: 'thought', afterMs: 400 },
      ),
      happens(
        'node.completed',
        { nodeId, outputs: { branch: true }, durationMs: 600 },
        { nodeId, cause: 'thought', as: 'done', afterMs: 300 },
      ),
      happens(
        'run.completed',
        { outputs: { branch: true }, durationMs: 900 },
        { cause: 'done', afterMs: 40 },
      ),
    ];
    return moves.values();
  };
}
