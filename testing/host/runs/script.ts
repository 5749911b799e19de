import { randomBytes } from 'node:crypto';
import type { RunEventDoc } from '../../samples.ts';

/** What a workflow does next. The run it belongs to numbers, names and dates its events. */
export type Move =
  | EventMove
  | { readonly kind: 'open'; readonly interrupt: ScriptedInterrupt }
  /** Nothing further until every open interrupt of the run is resolved. `as` then names the newest event. */
  | { readonly kind: 'wait'; readonly as?: readonly string[] };

export interface EventMove {
  readonly kind: 'event';
  readonly type: string;
  readonly nodeId?: string | undefined;
  readonly payload?: unknown;
  /** An eventId of the script (`as`), or a correlationId, which is used as it is. */
  readonly cause?: string | undefined;
  readonly trust?: 'trusted' | 'untrusted' | undefined;
  /** Name for this event, by which later events of the script can give it as their cause. */
  readonly as?: string;
  /** Belongs to this run and not to the one that plays: a child. */
  readonly inRun?: string | undefined;
  /** The payload is a host's already: of a run that is copied. */
  readonly isAsLogged?: true;
  /** Time that passes before it in the story, ms. */
  readonly afterMs?: number;
}

/** An event that is about to be logged. */
export type LoggedMove = Omit<EventMove, 'kind'>;

/** A question to the user. */
export interface ScriptedInterrupt {
  readonly kind: string;
  readonly nodeId: string;
  /** Random unless given. */
  readonly interruptId?: string | undefined;
  /** Names for the last event that reports the wait. */
  readonly as?: readonly string[];
  readonly data: Readonly<Record<string, unknown>>;
  readonly resumeSchema?: Readonly<Record<string, unknown>>;
  readonly cause?: string | undefined;
  readonly trust?: 'trusted' | 'untrusted' | undefined;
  /** Votes needed, 1 unless given. */
  readonly requiredApprovals?: number;
  /** A conversation: what happens when the user has said something; `turn` counts from 1. */
  readonly onExchange?: (content: unknown, turn: number) => readonly LoggedMove[];
}

/** How an interrupt was resolved. */
export interface Resolution {
  readonly nodeId: string;
  readonly kind: string;
  readonly resumeValue: unknown;
  readonly outcome: 'accepted' | 'rejected';
}

/** What a script learns at each move: how the interrupts so far were resolved, by node. */
export interface Played {
  readonly resolutions: ReadonlyMap<string, Resolution>;
}

/** A workflow as it unfolds: a generator that yields what happens next. */
export type Script = () => Iterator<Move, void, Played>;

/** A workflow ready to run, with the run id that it takes unless another is given. */
export interface Workflow {
  readonly runId: string;
  readonly workflowId: string;
  readonly script: Script;
}

/** A script as a generator function writes it. */
export type Telling = Generator<Move, void, Played>;

/** An event of a node or, without `nodeId`, of the run. */
export const happens = (
  type: string,
  payload: unknown,
  parts: Omit<Partial<EventMove>, 'type'> = {},
): Move => ({ ...parts, kind: 'event', type, payload });

/** The first two events: the run and its node start. The second has the node's id as its name. */
export function* begins(
  workflowId: string,
  [nodeId, typeId]: readonly [nodeId: string, typeId: string],
  afterMs = 0,
  inputs: Readonly<Record<string, unknown>> = {},
): Telling {
  yield happens('run.started', { workflowId, inputs }, { as: 'started' });
  const node = { nodeId, typeId, attempt: 1 };
  yield happens('node.started', node, { nodeId, cause: 'started', as: nodeId, afterMs });
}

/** The last two events: the node and the run complete. `cause` names what the node ended with, itself unless given. */
export function* ends(
  nodeId: string,
  outputs: Readonly<Record<string, unknown>>,
  durationMs: number,
  cause = nodeId,
): Telling {
  yield happens('node.completed', { nodeId, outputs }, { nodeId, cause, as: 'done', afterMs: 200 });
  yield happens('run.completed', { outputs, durationMs }, { cause: 'done', afterMs: 100 });
}

/** An event as the host stores it; each channel of a dialect sends some of it. */
export type StoredEvent = RunEventDoc;

/** A stored event as it happens once more. It bears the name of its original, so that causes lead to copies. */
export function repeated(event: StoredEvent, parts: Partial<EventMove>): EventMove {
  const { type, payload, nodeId, eventId: as, causationId: cause, contentTrust: trust } = event;
  return { kind: 'event', type, payload, nodeId, as, cause, trust, ...parts };
}

/** The types that end a run (run-events.md section 1.1, rule 5) and the status that each leaves. */
export function statusAfter(type: string): 'completed' | 'failed' | 'cancelled' | null {
  if (type === 'run.completed') return 'completed';
  if (type === 'run.failed') return 'failed';
  return type === 'run.cancelled' ? 'cancelled' : null;
}

const HALF_AN_HOUR_MS = 1_800_000;

/** An interrupt of a run: what is requested, the credential that answers it, and its state. */
export interface OpenInterrupt extends ScriptedInterrupt {
  readonly interruptId: string;
  readonly key: string;
  /** Opaque; whoever holds it may answer. */
  readonly token: string;
  readonly createdAt: string;
  readonly expiresAt: string;
  accepts: number;
  turns: number;
  state: 'open' | 'resolved' | 'expired' | 'gone';
}

/** Opens what a script asks; `nowMs` by the host's clock. */
export const openInterrupt = (requested: ScriptedInterrupt, runId: string, nowMs: number): OpenInterrupt => ({
  ...requested,
  interruptId: requested.interruptId ?? randomBytes(16).toString('hex'),
  key: `${runId}:${requested.nodeId}:1`,
  token: randomBytes(32).toString('base64url'),
  createdAt: new Date(nowMs).toISOString(),
  expiresAt: new Date(nowMs + HALF_AN_HOUR_MS).toISOString(),
  accepts: 0,
  turns: 0,
  state: 'open',
});

/** Status of a run that waits for this kind (bundles-and-transport.md section 4). */
export const waitingStatus = (kind: string): string =>
  kind === 'approval' ? 'waiting-approval' : 'waiting-input';
