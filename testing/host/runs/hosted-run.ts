import { randomUUID } from 'node:crypto';
import {
  type EventMove,
  type LoggedMove,
  type Move,
  type OpenInterrupt,
  openInterrupt,
  type Played,
  type Resolution,
  type Script,
  type ScriptedInterrupt,
  type StoredEvent,
  statusAfter,
  type Workflow,
  waitingStatus,
} from './script.ts';

/** How a kind of host writes its log; what it makes of the log in its answers is no matter of the run. */
export interface LogDialect {
  readonly firstSequence: 0 | 1;
  /** Id of a run whose name a workflow or a test gives. */
  runIdOf(name: string): string;
  /** Id of an event; absent where hosts take a random one. */
  readonly eventId: ((runId: string, sequence: number) => string) | null;
  /** Payload as this host writes it (run-events.md section 5.3). */
  payloadOf(type: string, payload: unknown): unknown;
  /** What is logged when a run begins to wait, and when it continues. */
  suspendedMoves(interrupt: OpenInterrupt, runId: string): readonly LoggedMove[];
  resolvedMoves(interrupt: OpenInterrupt, resolution: Resolution): readonly LoggedMove[];
}

/** What a run needs of the host it lives on. */
export interface RunHome {
  readonly dialect: LogDialect;
  /** Host's clock in ms, skew included. */
  now(): number;
  /** A run next to this one, made when it is not there: child runs. */
  neighbour(runId: string, workflowId: string): HostedRun;
}

export interface RunParts extends Workflow {
  readonly parentRunId?: string;
}

type Listener = (events: readonly StoredEvent[]) => void;

/** Where a run is after a move. `waits`: for the user; `rests`: paused or ended, nothing happens by itself. */
export type Stand = 'moves' | 'waits' | 'rests';

/**
 * A run on the test host: a log that only grows, its interrupts, and the script that continues with it. Time does not move
 * it: a test does (`emit`, `finish`), or a pace does.
 */
export class HostedRun {
  readonly runId: string;
  readonly workflowId: string;
  readonly parentRunId: string | null;
  readonly startedAt: string;
  readonly events: StoredEvent[] = [];
  readonly interrupts: OpenInterrupt[] = [];
  readonly annotations: Record<string, unknown>[] = [];
  readonly childRunIds = new Set<string>();
  readonly resolutions = new Map<string, Resolution>();
  status = 'pending';
  endedAt: string | null = null;
  currentNodeId: string | null = null;
  /** Ms that the story lets pass before its next event. */
  nextAfterMs = 0;
  readonly #home: RunHome;
  readonly #begin: Script;
  readonly #names = new Map<string, string>();
  readonly #listeners = new Set<Listener>();
  #script: Iterator<Move, void, Played>;
  #next: Move | null = null;
  #gathered: StoredEvent[] | null = null;
  #statusBeforePause = 'running';

  constructor(parts: RunParts, home: RunHome) {
    this.runId = parts.runId;
    this.workflowId = parts.workflowId;
    this.parentRunId = parts.parentRunId ?? null;
    this.#home = home;
    this.#begin = parts.script;
    this.#script = parts.script();
    this.startedAt = new Date(home.now()).toISOString();
    this.#look();
  }

  get isTerminal(): boolean {
    return this.endedAt !== null;
  }

  get openInterrupts(): readonly OpenInterrupt[] {
    return this.interrupts.filter(({ state }) => state === 'open');
  }

  get lastSequence(): number {
    return this.#home.dialect.firstSequence + this.events.length - 1;
  }

  /** Adds events of the script, `count` or a few more; fewer when it waits or ends. Listeners are notified once. */
  emit(count: number): Stand {
    const enough = this.events.length + count;
    const gathered: StoredEvent[] = [];
    this.#gathered = gathered;
    let stand: Stand = 'moves';
    while (stand === 'moves' && this.events.length < enough) stand = this.advance();
    this.#gathered = null;
    if (gathered.length > 0) this.#tell(gathered);
    return stand;
  }

  /** Plays until the run waits for the user or has ended. */
  finish(): Stand {
    return this.emit(Number.POSITIVE_INFINITY);
  }

  /** Makes the next move of the script. */
  advance(): Stand {
    if (this.isTerminal || this.status === 'paused') return 'rests';
    const move = this.#next;
    if (move === null) return 'rests';
    if (move.kind === 'wait' && this.openInterrupts.length > 0) return 'waits';
    if (move.kind === 'wait') this.#nameNewest(move.as);
    if (move.kind === 'event') this.#happen(move);
    if (move.kind === 'open') this.#open(move.interrupt);
    this.#look();
    return this.isTerminal ? 'rests' : 'moves';
  }

  /** Writes events in one go, as a host does that writes many in a second. */
  append(moves: readonly LoggedMove[]): readonly StoredEvent[] {
    const added = moves.map((move) => this.store(move));
    if (this.#gathered !== null) this.#gathered.push(...added);
    else if (added.length > 0) this.#tell(added);
    return added;
  }

  /** Ends waiting by an answer, and continues. */
  resolve(interrupt: OpenInterrupt, resolution: Resolution): void {
    interrupt.state = 'resolved';
    this.resolutions.set(interrupt.nodeId, resolution);
    this.append(this.#home.dialect.resolvedMoves(interrupt, resolution));
    const [still] = this.openInterrupts;
    this.status = still === undefined ? 'running' : waitingStatus(still.kind);
    this.#tell([]);
  }

  pause(reason: string | null): void {
    this.#statusBeforePause = this.status;
    this.append([{ type: 'run.paused', payload: reason === null ? {} : { reason } }]);
  }

  resume(): void {
    this.append([{ type: 'run.resumed', payload: { resumedBy: 'principal:tester' } }]);
    this.status = this.#statusBeforePause;
    this.#tell([]);
  }

  cancel(reason: string | null): void {
    for (const interrupt of this.openInterrupts) interrupt.state = 'gone';
    const payload = reason === null ? {} : { reason };
    const node = this.currentNodeId;
    const stopped =
      node === null ? [] : [{ type: 'node.cancelled', nodeId: node, payload: { nodeId: node } }];
    this.append([...stopped, { type: 'run.cancelled', payload }]);
  }

  /** Called with every batch of new events, and with none when the run may go on. Returns how to stop listening. */
  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Begins again: what was logged is forgotten, as by a host that had it in memory alone. */
  forget(): void {
    this.events.length = 0;
    this.interrupts.length = 0;
    this.#names.clear();
    this.status = 'pending';
    this.endedAt = null;
    this.#script = this.#begin();
    this.#look();
  }

  #tell(events: readonly StoredEvent[]): void {
    for (const listener of [...this.#listeners]) listener(events);
  }

  #look(): void {
    const step = this.#script.next({ resolutions: this.resolutions });
    this.#next = step.done === true ? null : step.value;
    this.nextAfterMs = this.#next?.kind === 'event' ? (this.#next.afterMs ?? 0) : 0;
  }

  #happen(move: EventMove): void {
    const inRun = move.inRun === undefined ? this.runId : this.#home.dialect.runIdOf(move.inRun);
    if (inRun === this.runId) {
      this.append([move]);
      return;
    }
    this.childRunIds.add(inRun);
    const child = this.#home.neighbour(inRun, `${this.workflowId}.child`);
    const [stored] = child.append([{ ...move, cause: this.#named(move.cause) }]);
    if (stored !== undefined && move.as !== undefined) this.#names.set(move.as, stored.eventId);
  }

  #open(requested: ScriptedInterrupt): void {
    const caused = { ...requested, cause: this.#named(requested.cause) };
    const interrupt = openInterrupt(caused, this.runId, this.#home.now());
    this.interrupts.push(interrupt);
    this.append(this.#home.dialect.suspendedMoves(interrupt, this.runId));
    this.#nameNewest(requested.as);
    this.status = waitingStatus(requested.kind);
  }

  /** Logs an event, of a run that is copied too. Nobody is notified. */
  store(move: LoggedMove): StoredEvent {
    const { dialect } = this.#home;
    const sequence = dialect.firstSequence + this.events.length;
    const event: StoredEvent = {
      eventId: dialect.eventId?.(this.runId, sequence) ?? randomUUID(),
      runId: this.runId,
      sequence,
      type: move.type,
      nodeId: move.nodeId,
      payload: move.isAsLogged ? move.payload : dialect.payloadOf(move.type, move.payload ?? null),
      timestamp: new Date(this.#home.now()).toISOString(),
      causationId: this.#named(move.cause),
      contentTrust: move.trust,
    };
    this.events.push(event);
    if (move.as !== undefined) this.#names.set(move.as, event.eventId);
    this.#notice(event);
    return event;
  }

  #nameNewest(names: readonly string[] = []): void {
    const newest = this.events.at(-1);
    if (newest !== undefined) for (const name of names) this.#names.set(name, newest.eventId);
  }

  #named(cause: string | undefined): string | undefined {
    return cause === undefined ? undefined : (this.#names.get(cause) ?? cause);
  }

  #notice({ type, nodeId, timestamp }: StoredEvent): void {
    if (type === 'node.started' && nodeId !== undefined) this.currentNodeId = nodeId;
    if (this.status === 'pending') this.status = 'running';
    if (type === 'run.paused') this.status = 'paused';
    if (type === 'run.resumed' && this.status === 'paused') this.status = 'running';
    const status = statusAfter(type);
    if (status === null) return;
    this.status = status;
    this.endedAt = timestamp;
  }
}
