/** What a workflow does next. The run it belongs to numbers, names and dates its events. */
export type Move =
  | EventMove
  | { readonly kind: 'open'; readonly interrupt: ScriptedInterrupt }
  /** Nothing further until every open interrupt of the run is resolved. `as` then names the newest event. */
  | { readonly kind: 'wait'; readonly as?: readonly string[] };

export interface EventMove {
  readonly kind: 'event';
  readonly type: string;
  readonly nodeId?: string;
  readonly payload?: unknown;
  /** An eventId of the script (`as`), or a correlationId, which is kept as it is. */
  readonly cause?: string;
  readonly trust?: 'trusted' | 'untrusted';
  /** Name for this event, by which later events of the script can give it as their cause. */
  readonly as?: string;
  /** Belongs to this run and not to the one that plays: a child. */
  readonly inRun?: string;
  /** The payload is a host's already: of a run that is copied. */
  readonly isAsLogged?: true;
  /** Time that passes before it in the story, ms. */
  readonly afterMs?: number;
}

/** An event that is about to be logged. */
export type LoggedMove = Omit<EventMove, 'kind'>;

/** Something a person is asked. */
export interface ScriptedInterrupt {
  readonly kind: string;
  readonly nodeId: string;
  /** Random unless given. */
  readonly interruptId?: string;
  /** Names for the last event that tells of the wait. */
  readonly as?: readonly string[];
  readonly data: Readonly<Record<string, unknown>>;
  readonly resumeSchema?: Readonly<Record<string, unknown>>;
  readonly cause?: string;
  readonly trust?: 'trusted' | 'untrusted';
  /** Votes needed, 1 unless given. */
  readonly requiredApprovals?: number;
  /** A conversation: what happens when a person has said something; `turn` counts from 1. */
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

/** A script as a generator function writes it. */
export type Telling = Generator<Move, void, Played>;

/** An event of a node or, without `nodeId`, of the run. */
export function happens(type: string, payload: unknown, parts: Omit<Partial<EventMove>, 'type'> = {}): Move {
  return { ...parts, kind: 'event', type, payload };
}
