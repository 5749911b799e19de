/**
 * Parents of events whose cause nobody recorded, from the place of each event in its run: the start of their node, the
 * call of their tool, the start of their run. A parent of this kind is no causation (run-events 4.4) and never enters
 * the causal graph.
 */
import { storedIn } from '@openwop-inspector/base';
import { ACT, describeEvent, type EventAct } from '@openwop-inspector/events';
import { foldedType } from '@openwop-inspector/protocol';
import { FLAG } from '../index/event-columns.ts';
import type { EventOrder } from '../index/event-order.ts';
import type { LogIndex } from '../index/log-index.ts';

/* What an event type says about the place of its events in a run, for parents that nobody recorded. Pure. */

/** The member of a payload by which events belong together (run-events 4.4). */
type PairKey = 'callId' | 'interruptId' | 'invocationId' | 'sessionId' | 'conversationId' | 'childRunId';

/** The rule of an inferred edge, seen from the event below. */
export const INFERRED_WORDS = {
  toolCall: 'same callId',
  interrupt: 'same interruptId',
  invocation: 'same invocationId',
  toolSession: 'same sessionId',
  conversation: 'same conversationId',
  attempt: 'start of its attempt',
  retry: 'after this retry',
  modelCall: 'last model call',
  node: 'inside this node',
  run: 'inside this run',
  parentRun: 'started this run',
} as const;

/**
 * The rule by which a parent was inferred that no `causationId` names. Each says what the parent is: `toolCall`,
 * `interrupt`, `invocation`, `toolSession` and `conversation` what began under the same id; `attempt` the start of the
 * execution that the event ends or moves; `retry` the `node.retried` before a start; `modelCall` the last call of a
 * model in the node; `node` the start of the node around it; `run` the start of the run; `parentRun` the node of another
 * run that started this one.
 */
export type InferredRule = keyof typeof INFERRED_WORDS;

/** A type whose events share an id with those of another. */
interface Pairing {
  readonly key: PairKey;
  /**
   * `open` begins something; `close` follows from the last beginning; `answer` does too, and `resume` follows from the
   * answer, else from the beginning; `child` names the run that it started.
   */
  readonly end: 'open' | 'close' | 'answer' | 'resume' | 'child';
  readonly rule: InferredRule;
}

/** The part of an event in the execution of its node. */
type NodeRole = 'start' | 'retry' | 'end' | 'skip' | 'moves' | 'inside';

/** What is said of one type. */
type InferredKind = ReturnType<typeof inferredKind>;

const opens = (key: PairKey, rule: InferredRule): Pairing => ({ key, end: 'open', rule });
const closes = (key: PairKey, rule: InferredRule): Pairing => ({ key, end: 'close', rule });
const CHILD: Pairing = { key: 'childRunId', end: 'child', rule: 'parentRun' };

/** Types with an id that another event shares, by the name they fold to. */
const PAIRINGS: ReadonlyMap<string, Pairing> = new Map([
  ['agent.toolCalled', opens('callId', 'toolCall')],
  ['agent.toolReturned', closes('callId', 'toolCall')],
  ['node.suspended', opens('interruptId', 'interrupt')],
  ['interrupt.requested', opens('interruptId', 'interrupt')],
  ['interrupt.resolved', { key: 'interruptId', end: 'answer', rule: 'interrupt' }],
  ['vote', closes('interruptId', 'interrupt')],
  ['node.resumed', { key: 'interruptId', end: 'resume', rule: 'interrupt' }],
  ['agent.invocation.started', opens('invocationId', 'invocation')],
  ['agent.invocation.completed', closes('invocationId', 'invocation')],
  ['tool.session.opened', opens('sessionId', 'toolSession')],
  ['tool.session.closed', closes('sessionId', 'toolSession')],
  ['conversation.opened', opens('conversationId', 'conversation')],
  ['conversation.exchanged', closes('conversationId', 'conversation')],
  ['conversation.closed', closes('conversationId', 'conversation')],
  ['node.dispatched', CHILD],
  ['core.workflowChain.event', CHILD],
]);

const ROLES: Readonly<Partial<Record<EventAct, NodeRole>>> = {
  nodeStarted: 'start',
  nodeRetried: 'retry',
  nodeCompleted: 'end',
  nodeFailed: 'end',
  nodeCancelled: 'end',
  nodeSkipped: 'skip',
  nodeSuspended: 'moves',
  nodeSuspendFailed: 'moves',
  nodeResumed: 'moves',
};

/** What is said of a type; of one that nobody knows, that its events are inside their node. */
export function inferredKind(type: string) {
  const folded = foldedType(type);
  const { act = 'none' } = describeEvent(folded);
  return {
    isRunStart: ACT[act] === ACT.runStarted,
    role: ROLES[act] ?? 'inside',
    pairing: PAIRINGS.get(folded) ?? null,
    /** About an envelope whatever its payload says. */
    isEnvelope: folded.startsWith('envelope.') || folded === 'ui.a2ui-surface',
    /** A piece of what a model writes, which its usage follows. */
    isChunk: folded === 'output.chunk',
    call: folded === 'prompt.composed' ? 'prompt' : act === 'usage' ? 'usage' : null,
  };
}

/** Inferred parents by ordinal, in the shape of a forest; 5 bytes an event. */
export interface InferredForest {
  /** Parent of each event, -1 for none. Inside a run it comes before its child. */
  readonly parent: Int32Array;
  /** Place of the rule in `INFERRED_RULES`, 0 where there is no parent. */
  readonly rule: Uint8Array;
  readonly base: number;
  /** None: nothing is inferred of envelopes. */
  readonly envelopes: readonly [];
}

/** The rules; the place of each is its number in a forest, from 1 on. */
export const INFERRED_RULES = Object.keys(INFERRED_WORDS) as readonly InferredRule[];

/** The rule of an event's inferred parent, null where it has none. */
export function inferredRuleOf({ rule }: InferredForest, row: number): InferredRule | null {
  return INFERRED_RULES[(rule[row] ?? 0) - 1] ?? null;
}

/** Ids by which events belong together, by ordinal: the member of the payload that the pairing of their type names. */
export type PairIds = ReadonlyMap<number, string>;

const isRecorded = ({ columns }: LogIndex, row: number): boolean =>
  columns.causeA[row] !== 0 || columns.causeB[row] !== 0;

/** The first `most` events whose payload holds an id that another event shares, and their number in all. O(events). */
export function rowsToPair(index: LogIndex, order: EventOrder, most: number) {
  const kindOf = index.byType(inferredKind);
  const rows: number[] = [];
  let total = 0;
  for (let i = 0; i < order.length; i++) {
    const row = order.ordinalAt(i);
    if (kindOf(row).pairing === null) continue;
    if (total++ < most) rows.push(row);
  }
  return { rows, total };
}

/**
 * The inferred parent of every event that names no cause itself. O(events). `ids` are those of `rowsToPair`; an event
 * whose id is not there has the weaker parent, its node or its run. `base` as that of the causal graph.
 */
export function inferParents(
  index: LogIndex,
  order: EventOrder,
  { ids, base }: { readonly ids: PairIds; readonly base: number },
): InferredForest {
  const pass = new InferencePass(index, ids, base);
  for (let i = 0; i < order.length; i++) pass.take(order.ordinalAt(i));
  pass.joinRuns();
  return { parent: pass.parent, rule: pass.rule, base, envelopes: [] };
}

/** The execution of a node that the pass is in. Rows, -1 for none. */
interface Execution {
  started: number;
  /** False once it has ended: what follows without a new start is in no execution that is known. */
  isOpen: boolean;
  prompt: number;
  usage: number;
  /** A retry that was announced since the last start. */
  retried: number;
}

class InferencePass {
  readonly parent: Int32Array;
  readonly rule: Uint8Array;
  private readonly index: LogIndex;
  private readonly ids: PairIds;
  private readonly kindOf: (row: number) => InferredKind;
  /** Row of the first `run.started` by run number. */
  private readonly runStarts = new Map<number, number>();
  private readonly executions = new Map<number, Execution>();
  /** Latest event that others point at, by run, pairing and id. */
  private readonly opened = new Map<string, number>();
  /** Latest answer to what was opened last. */
  private readonly answered = new Map<string, number>();
  /** Who started a run, by its number: the row above its start, and the run of that; null when two runs say so. */
  private readonly claims = new Map<number, { readonly parent: number; readonly by: number } | null>();

  constructor(index: LogIndex, ids: PairIds, base: number) {
    this.index = index;
    this.ids = ids;
    this.kindOf = index.byType(inferredKind);
    this.parent = new Int32Array(base).fill(-1);
    this.rule = new Uint8Array(base);
  }

  take(row: number): void {
    const kind = this.kindOf(row);
    const execution = this.executionOf(row);
    if (!isRecorded(this.index, row)) this.infer(row, kind, execution);
    if (execution !== null) move(execution, kind, row);
    this.notePairing(row, kind);
    if (kind.isRunStart) {
      const run = this.index.columns.run[row] as number;
      if (!this.runStarts.has(run)) this.runStarts.set(run, row);
    }
  }

  /** The state of the row's node before the row; null for a row without a node. */
  private executionOf(row: number): Execution | null {
    const { columns } = this.index;
    if (columns.node[row] === 0) return null;
    return storedIn(this.executions, columns.nodeKey(row), () => ({
      started: -1,
      isOpen: false,
      prompt: -1,
      usage: -1,
      retried: -1,
    }));
  }

  /** The nearest parent that is certain: of the same id, then of the same execution, then of the run. */
  private infer(row: number, kind: InferredKind, execution: Execution | null): void {
    const pair = this.pairOf(row, kind);
    if (pair >= 0 && kind.pairing !== null) this.settle(row, kind.pairing.rule, pair);
    else if (execution === null || !this.inferInNode(row, kind, execution))
      this.settle(row, 'run', this.runStarts.get(this.index.columns.run[row] as number) ?? -1);
  }

  /** False when the node reports nothing. */
  private inferInNode(row: number, kind: InferredKind, execution: Execution): boolean {
    const { started, isOpen, retried } = execution;
    if (kind.role === 'start') return this.settle(row, 'retry', retried);
    if (kind.role === 'skip') return false;
    if (kind.role === 'retry') return retried < 0 && this.settle(row, 'attempt', started);
    if (kind.role !== 'inside') return isOpen && this.settle(row, 'attempt', started);
    return (
      this.settle(row, 'modelCall', this.modelCallOf(row, kind, execution)) ||
      (isOpen && this.settle(row, 'node', started))
    );
  }

  /**
   * The model call that an event came from: the last prompt of the execution. A host that records no prompts reports the
   * call by its usage, which comes behind the pieces of the answer and before its envelopes.
   */
  private modelCallOf(row: number, { isEnvelope, isChunk, call }: InferredKind, own: Execution): number {
    if (isChunk || call === 'usage') return own.prompt;
    const flags = this.index.columns.flags[row] as number;
    const isAbout = (flags & (FLAG.envelopeEffect | FLAG.aboutEnvelope)) !== 0;
    if (!isEnvelope && !isAbout) return -1;
    return own.prompt >= 0 ? own.prompt : own.usage;
  }

  /** False where there is no such parent. */
  private settle(row: number, rule: InferredRule, parent: number): boolean {
    if (parent < 0) return false;
    this.parent[row] = parent;
    this.rule[row] = INFERRED_RULES.indexOf(rule) + 1;
    return true;
  }

  private pairKey(row: number, { pairing }: InferredKind): string | null {
    const id = this.ids.get(row);
    if (id === undefined || pairing === null) return null;
    return `${this.index.columns.run[row]} ${pairing.key} ${id}`;
  }

  private pairOf(row: number, kind: InferredKind): number {
    const end = kind.pairing?.end;
    const key = end === 'open' || end === 'child' ? null : this.pairKey(row, kind);
    if (key === null) return -1;
    const answered = end === 'resume' ? this.answered.get(key) : undefined;
    return answered ?? this.opened.get(key) ?? -1;
  }

  private notePairing(row: number, kind: InferredKind): void {
    const end = kind.pairing?.end;
    if (end === 'child') this.claim(row);
    const key = end === 'open' || end === 'answer' ? this.pairKey(row, kind) : null;
    if (key === null) return;
    if (end === 'answer') this.answered.set(key, row);
    else {
      this.opened.set(key, row);
      this.answered.delete(key);
    }
  }

  /**
   * A run that is named as a child. Hosts write this event before or behind the run of the child; what is surely before
   * it is the start of the node that started it, else of the run.
   */
  private claim(row: number): void {
    const run = this.index.columns.run[row] as number;
    const id = this.ids.get(row);
    const child = id === undefined ? -1 : this.index.runs.find(id);
    if (child <= 0 || child === run) return;
    const known = this.claims.get(child);
    if (known === undefined) {
      const execution = this.executionOf(row);
      const parent =
        execution !== null && execution.started >= 0 ? execution.started : this.runStarts.get(run);
      this.claims.set(child, parent === undefined ? null : { parent, by: run });
    } else if (known !== null && known.by !== run) this.claims.set(child, null);
  }

  /** Puts each run that one other run started below it. Runs that start each other in a circle stay apart. */
  joinRuns(): void {
    const circular = this.circles();
    for (const [run, claim] of this.claims) {
      const start = this.runStarts.get(run);
      if (claim === null || start === undefined || circular.has(run) || isRecorded(this.index, start))
        continue;
      this.settle(start, 'parentRun', claim.parent);
    }
  }

  /** Runs of a circle of claims. Each run is walked over once. */
  private circles(): ReadonlySet<number> {
    const circular = new Set<number>();
    const walkOf = new Map<number, number>();
    for (const start of this.claims.keys()) {
      let run: number | undefined = start;
      while (run !== undefined && !walkOf.has(run)) {
        walkOf.set(run, start);
        run = this.claims.get(run)?.by;
      }
      if (run === undefined || walkOf.get(run) !== start || circular.has(run)) continue;
      let at: number | undefined = run;
      for (; at !== undefined && !circular.has(at); at = this.claims.get(at)?.by) circular.add(at);
    }
    return circular;
  }
}

/** What an event changes for those behind it in its node. */
function move(execution: Execution, { role, call }: InferredKind, row: number): void {
  if (role === 'start') {
    execution.started = row;
    execution.isOpen = true;
    execution.retried = -1;
    forgetCalls(execution);
  } else if (role === 'end' || role === 'skip') {
    execution.isOpen = false;
    forgetCalls(execution);
  } else if (role === 'retry') {
    execution.retried = row;
    execution.isOpen = false;
    forgetCalls(execution);
  } else if (call === 'prompt') execution.prompt = row;
  else if (call === 'usage') execution.usage = row;
}

function forgetCalls(execution: Execution): void {
  execution.prompt = -1;
  execution.usage = -1;
}
