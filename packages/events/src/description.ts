/** What is said of one event type. */
import type { Fields } from './fields.ts';
import type { EventReader } from './sheet/event-sheet.ts';
import type { SheetView } from './sheet/sheet.ts';

/** Tone of an event in its run. */
export type EventTone = 'normal' | 'failed' | 'warning' | 'waiting' | 'ok';

/** By which rule an event is abnormal. */
export type AbnormalRule = 'failure' | 'refusal' | 'limit' | 'truncation' | 'timeout' | 'conflict';

/** Glyphs of the window by their names. */
export type EventGlyph =
  | 'agent'
  | 'approval'
  | 'artifact'
  | 'ask'
  | 'authorization'
  | 'budget'
  | 'conversation'
  | 'deployment'
  | 'dispatch'
  | 'download'
  | 'envelope'
  | 'evaluation'
  | 'event'
  | 'failed'
  | 'lease'
  | 'limit'
  | 'log'
  | 'memory'
  | 'model'
  | 'nodeCancelled'
  | 'nodeCompleted'
  | 'nodeFailed'
  | 'nodeSkipped'
  | 'nodeStarted'
  | 'nodeSuspended'
  | 'orchestrator'
  | 'pin'
  | 'prompt'
  | 'reasoning'
  | 'repair'
  | 'replay'
  | 'retry'
  | 'runCancelled'
  | 'runCompleted'
  | 'runFailed'
  | 'runPaused'
  | 'runStarted'
  | 'state'
  | 'stream'
  | 'surface'
  | 'tool'
  | 'trigger'
  | 'truncated'
  | 'usage'
  | 'voice';

/** Effect of an event on the state of its run and node, and so on its lane, as column numbers (run-events 6). */
export const ACT = {
  none: 0,
  runStarted: 1,
  runMoves: 2,
  runPaused: 3,
  runCompleted: 4,
  runFailed: 5,
  runCancelled: 6,
  runDeadLettered: 7,
  nodeStarted: 8,
  nodeCompleted: 9,
  nodeFailed: 10,
  nodeSuspended: 11,
  nodeSuspendFailed: 12,
  nodeResumed: 13,
  nodeRetried: 14,
  nodeSkipped: 15,
  nodeCancelled: 16,
  interruptRequested: 17,
  interruptResolved: 18,
  /** Events of older hosts in addition to, or instead of, the interrupt itself. */
  requestedLegacy: 19,
  answeredLegacy: 20,
  retryAttempted: 21,
  retryExhausted: 22,
  truncated: 23,
  /** A limit of the run was reached. */
  limited: 24,
  /** What the run did is undone. */
  compensation: 25,
  /** May report that an answer was rejected. The last that the state of a run or node is folded from. */
  authorized: 26,
  /** These are marks in the lane of a node and change no state. */
  usage: 27,
  toolCalled: 28,
  toolReturned: 29,
  dispatched: 30,
  chain: 31,
} as const;

/** One of the acts, by its name. */
export type EventAct = keyof typeof ACT;

/** Role of an event in the emission of an envelope (acceptor 5 and 8). */
export type EmissionPart =
  /** The envelope was taken. */
  | 'accepted'
  /** It was not, and more may be said of that. */
  | 'refusing'
  /** It was not, and nothing but a report of the run follows. */
  | 'refused'
  /** Something before the verdict. */
  | 'before'
  /** Something that came of it. */
  | 'after';

/** How a type is tied to an envelope. */
export interface EnvelopeTie {
  /** `maybe`: about one when its payload says so. `chunk`: a piece of a model's text. Default: not tied by its type. */
  readonly role?: 'surface' | 'maybe' | 'suspended' | 'failure' | 'chunk';
  /** Default `after`. */
  readonly part?: EmissionPart;
}

/** What is said in a line: what is not empty is joined by commas. Nothing at all: the first fields are displayed. */
export type Summary = (payload: Fields) => string | false | readonly (string | false)[];

/** One event type. Defaults are those of an unknown type. */
export interface EventDescription {
  /** Default: by the beginning of the name. */
  readonly glyph?: EventGlyph;
  /** Default `normal`. A function judges a payload that is an object. */
  readonly tone?: EventTone | ((payload: Fields) => EventTone);
  /** A word at the end of its row in the list of events. */
  readonly badge?: {
    readonly tone: 'warning' | 'note' | 'error';
    readonly word: string;
    readonly icon?: EventGlyph;
  };
  readonly summary?: Summary;
  /** The view its sheet belongs to, and how its payload is read; default: the first level of the payload. */
  readonly sheet?: readonly [view: SheetView, read: EventReader];
  readonly act?: EventAct;
  /** The stream of its node that it folds into; `aside` belongs to none and interrupts none. */
  readonly stream?: 'reasoning' | 'reasoningEnd' | 'output' | 'aside';
  readonly envelope?: EnvelopeTie;
  /** By which rule it is abnormal; a function looks at the payload. Default: it is not. */
  readonly abnormal?: AbnormalRule | ((payload: unknown) => AbnormalRule | null);
  /** Made good when its node completes afterwards: what went wrong inside an execution. */
  readonly recovers?: true;
  /** External effect, which a fork would repeat; `payload`: its payload names it (bundles 9). */
  readonly effect?: 'tool-call' | 'model-call' | 'child-run' | 'memory' | 'payload';
}
