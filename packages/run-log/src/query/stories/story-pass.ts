/**
 * The pass over the columns that gathers the events of each logical envelope: those that share a correlationId, and,
 * where hosts name none, those of one execution of a node from the first that reports an envelope to the one that
 * decides it. No payload is read.
 */
import { storedIn } from '@openwop-inspector/base';
import { describeEvent, type EmissionPart, type EventAct } from '@openwop-inspector/events';
import { type CausalGraph, MARK, RULE } from '../../graph/causal-graph.ts';
import { FLAG, keyInRun } from '../../index/event-columns.ts';
import type { LoadedLog } from '../loaded-log.ts';
import type { RunRows } from '../rows/rows.ts';

/** What one node of one run is about, while its turn lasts. */
class Turn {
  /** Story that the next event of the node may belong to, -1 for none. */
  story = -1;
  /** True once its last event says what became of the envelope; then nothing more of it is to come from its node. */
  settled = true;
  /** Chunks of model text since the turn began, and the display index of the last. */
  chunks = 0;
  lastChunk = -1;
  /** True when the turn has events of an envelope. */
  reported = false;
}

/** Texts that are remembered to be looked through: the first of the log. */
const MAX_UNREPORTED = 1_000;

/** Of a story that no correlationId is known of, and of one whose correlationId only one event names. */
const NO_ID = -1;
const OWN_ID = -2;

/** Takes rows in display order. */
export class StoryPass {
  readonly parts: RowParts;
  /** Members in display order: an ordinal and the story it belongs to. */
  readonly rows: number[] = [];
  readonly stories: number[] = [];
  /** Envelope of the graph by story; `NO_ID` or `OWN_ID` for one that is not among them. */
  readonly envelopes: number[] = [];
  /** Story that a story was found to be part of, itself otherwise. */
  private readonly joined: number[] = [];
  /** Turns with model text in which no event reports an envelope. */
  readonly unreported: Turn[] = [];
  unreportedTotal = 0;
  private readonly log: LoadedLog;
  private readonly graph: CausalGraph;
  private readonly turns = new Map<number, Turn>();
  /** Story of each envelope of the graph in each run. */
  private readonly storyOfEnvelope = new Map<number, number>();
  private byHash: Map<string, number> | null = null;

  constructor(log: LoadedLog, graph: CausalGraph) {
    this.log = log;
    this.graph = graph;
    this.parts = rowParts(log);
  }

  take(row: number, index: number): void {
    const role = this.parts.roleOf(row);
    const { rule, marks } = this.graph;
    const isPlain = (rule[row] === RULE.eventId || rule[row] === RULE.none) && marks[row] === 0;
    // Most rows of a log are this, and cost no more.
    if (isPlain && role === 'other') return;
    if (!isPlain && this.isEffect(row)) this.takeEffect(row);
    else if (role !== 'other' && role !== 'chunk') this.takeUncaused(row, role);
    if (role === 'chunk') {
      const turn = this.turnOf(row);
      turn.chunks++;
      turn.lastChunk = index;
    } else if (role === 'edge') this.endTurn(row);
  }

  private isEffect(row: number): boolean {
    const { rule, marks } = this.graph;
    if (rule[row] === RULE.correlationId || ((marks[row] as number) & MARK.ambiguous) !== 0) return true;
    return rule[row] === RULE.dangling && envelopeCause(this.log, this.graph, row) !== null;
  }

  /** An event whose cause is a correlationId. What its node reported before without naming one belongs to it. */
  private takeEffect(row: number): void {
    const story = this.storyOf(row);
    const turn = this.turnOf(row);
    const isAfter = this.parts.partOf(row) === 'after';
    const open = !isAfter && turn.story >= 0 && !turn.settled ? this.resolve(turn.story) : -1;
    if (this.envelopes[open] === NO_ID) this.joined[open] = this.resolve(story);
    this.add(row, story, isAfter ? null : turn);
  }

  /** An event that reports an envelope without its correlationId. */
  private takeUncaused(row: number, role: ReturnType<RowParts['roleOf']>): void {
    const isAbout = this.parts.isAbout(row);
    if (role === 'edge' || (role === 'maybe' && !isAbout)) return;
    const turn = this.turnOf(row);
    const isOpen = turn.story >= 0 && !turn.settled && this.log.index.columns.node[row] !== 0;
    if (role === 'failure' && !isAbout && !isOpen) return;
    if (role !== 'suspended') this.add(row, isOpen ? turn.story : this.newStory(NO_ID), turn);
    else if (isAbout) this.takeSuspended(row, turn);
  }

  /** A node that waits with a surface: reported again when `interrupt.requested` reported it already. */
  private takeSuspended(row: number, turn: Turn): void {
    const last = this.rows.at(-1);
    const isAgain =
      last !== undefined &&
      this.stories.at(-1) === turn.story &&
      this.parts.partOf(last) === 'accepted' &&
      this.log.index.columns.node[row] !== 0;
    const isSame = turn.story >= 0 && (isAgain || !turn.settled);
    this.add(row, isSame ? turn.story : this.newStory(NO_ID), turn);
    turn.settled = true;
  }

  private endTurn(row: number): void {
    const { columns } = this.log.index;
    const key = columns.nodeKey(row);
    const turn = columns.node[row] === 0 ? undefined : this.turns.get(key);
    if (turn === undefined) return;
    this.noteUnreported(turn);
    this.turns.delete(key);
  }

  /** Everything was taken: what is open ends here. */
  end(): void {
    for (const turn of this.turns.values()) this.noteUnreported(turn);
    this.turns.clear();
  }

  private noteUnreported(turn: Turn): void {
    if (turn.reported || turn.chunks === 0) return;
    this.unreportedTotal++;
    if (this.unreported.length < MAX_UNREPORTED) this.unreported.push(turn);
  }

  private turnOf(row: number): Turn {
    return storedIn(this.turns, this.log.index.columns.nodeKey(row), () => new Turn());
  }

  /** An event of a story, which its turn is about from now on; null where the turn continues as it was. */
  private add(row: number, story: number, turn: Turn | null): void {
    this.rows.push(row);
    this.stories.push(story);
    if (turn === null) return;
    const part = this.parts.partOf(row);
    const settled = part === 'accepted' || (part === 'refused' && !this.parts.isRetry(row));
    Object.assign(turn, { story, settled, reported: true });
  }

  private newStory(envelope: number): number {
    this.envelopes.push(envelope);
    return this.joined.push(this.joined.length) - 1;
  }

  /** The story that a story is part of. Short: only stories without a correlationId are joined, each once. */
  resolve(story: number): number {
    let at = story;
    while (this.joined[at] !== at) at = this.joined[at] as number;
    return at;
  }

  /** The story of an effect: one for each correlationId and run (acceptor 8). */
  private storyOf(row: number): number {
    const envelope = this.envelopeOf(row);
    if (envelope < 0) return this.newStory(OWN_ID);
    const key = keyInRun(this.log.index.columns.run[row] as number, envelope);
    return storedIn(this.storyOfEnvelope, key, () => this.newStory(envelope));
  }

  /** Number of the envelope among those of the graph; -1 for one that only this event names. */
  private envelopeOf(row: number): number {
    const { graph } = this;
    const parent = graph.parent[row] as number;
    if (graph.rule[row] === RULE.correlationId && parent >= graph.base) return parent - graph.base;
    this.byHash ??= new Map(graph.envelopes.map(({ run, a, b }, number) => [`${run}:${a}:${b}`, number]));
    const { run, causeA, causeB } = this.log.index.columns;
    const cause = `${causeA[row]}:${causeB[row]}`;
    return this.byHash.get(`${run[row]}:${cause}`) ?? this.byHash.get(`-1:${cause}`) ?? -1;
  }
}

/* What each row says about an envelope, by its columns. */

/** What a type is to the search for envelopes. */
type TypeRole =
  /** About an envelope by its type. */
  | 'envelope'
  | 'surface'
  /** About one when its payload says so (`FLAG.aboutEnvelope`). */
  | 'maybe'
  | 'suspended'
  | 'failure'
  /** A piece of what a model writes. */
  | 'chunk'
  /** An execution of a node begins, ends or continues after a wait: a turn does not reach over it. */
  | 'edge'
  | 'other';

/** Acts by which a turn ends. */
const EDGES: ReadonlySet<EventAct | undefined> = new Set([
  'nodeStarted',
  'nodeResumed',
  'nodeRetried',
  'nodeCompleted',
  'nodeCancelled',
  'nodeSkipped',
]);

/** Reads parts off the columns: one look-up a row. */
export type RowParts = ReturnType<typeof rowParts>;

export function rowParts({ index }: LoadedLog) {
  const factsOf = index.byType(typeFacts);
  const isAbout = (row: number): boolean => index.columns.has(row, FLAG.aboutEnvelope);
  return {
    roleOf: (row: number): TypeRole => factsOf(row).role,
    /** True for `envelope.retry.attempted`: another attempt was made behind it. */
    isRetry: (row: number): boolean => factsOf(row).isRetry,
    isAbout,
    partOf: (row: number): EmissionPart => {
      const { isLog, part } = factsOf(row);
      if (!isLog) return part;
      return index.columns.has(row, FLAG.envelopeWarning) ? 'refused' : isAbout(row) ? 'accepted' : 'after';
    },
  };
}

function typeFacts(type: string) {
  const { act, envelope } = describeEvent(type);
  const own: TypeRole = envelope?.role ?? (EDGES.has(act) ? 'edge' : 'other');
  const role: TypeRole = type.startsWith('envelope.') ? 'envelope' : own;
  return {
    role,
    part: emissionPart(type),
    isLog: type === 'log.appended',
    isRetry: type === 'envelope.retry.attempted',
  };
}

/** Rows of one attempt, in display order. */
export interface AttemptRows {
  readonly rows: readonly number[];
  /** True for an attempt that only a retry announces: `rows` holds the retry, which ends the attempt before it too. */
  readonly announced: boolean;
}

/** Splits what belongs to one envelope, in display order, into its attempts: see `beginsAnother`. */
export function splitAttempts<T>(items: Iterable<T>, partOf: (item: T) => EmissionPart): T[][] {
  const attempts: T[][] = [];
  let last: EmissionPart | null = null;
  for (const item of items) {
    const part = partOf(item);
    const current = attempts.at(-1);
    if (current === undefined || beginsAnother(part, last)) attempts.push([item]);
    else current.push(item);
    if (part !== 'after' || last === null) last = part;
  }
  return attempts;
}

/** Attempts of one story. A retry as the last event announces one more, of which nothing is recorded. */
export function attemptsIn(rows: Int32Array, parts: RowParts): AttemptRows[] {
  const out = splitAttempts(rows, (row) => parts.partOf(row)).map((list) => ({
    rows: list,
    announced: false,
  }));
  const last = rows.findLast((row, at) => at === 0 || parts.partOf(row) !== 'after') ?? -1;
  return last >= 0 && parts.isRetry(last) ? [...out, { rows: [last], announced: true }] : out;
}

export type { EmissionPart };

/** The part of an event of any type but `log.appended`, whose payload says what it is. */
export const emissionPart = (type: string): EmissionPart => describeEvent(type).envelope?.part ?? 'after';

/**
 * Whether an event begins another emission than the events of the same envelope before it, of which `last` is the part
 * of the last that said anything. A retry, a failure of the node and a warning end an emission; a refusal behind an
 * acceptance begins another, since a replay of what was accepted records nothing (acceptor 8), and so does an
 * acceptance behind a refusal.
 */
function beginsAnother(part: EmissionPart, last: EmissionPart | null): boolean {
  if (part === 'after') return false;
  if (last === 'refused') return true;
  return last === 'accepted' ? part !== 'accepted' : last === 'refusing' && part === 'accepted';
}

/** Types whose `causationId` is that of an envelope even when it names nothing else that is loaded. */
const OF_ENVELOPES = /^(?:envelope\.|cap\.breached$|clarification\.requested$|ui\.a2ui-surface$)/;

/** Types of a node that are about envelopes, which hosts also write without an envelope's id as their cause. */
const ABOUT_ENVELOPES = /^(?:envelope\..+|cap\.breached|node\.failed)$/;

/** True for an event that is close enough to an answer of the model to be queried about it. */
export const isAboutModelOutput = (type: string): boolean =>
  type === 'output.chunk' || type === 'provider.usage' || ABOUT_ENVELOPES.test(type);

/** The cause of an event when it is an envelope, as the hash of its correlationId; null otherwise. */
export function envelopeCause(log: LoadedLog, graph: CausalGraph, ordinal: number) {
  const { columns } = log.index;
  const rule = graph.rule[ordinal];
  const isEnvelope =
    rule === RULE.correlationId ||
    (rule === RULE.dangling && OF_ENVELOPES.test(log.index.typeOf(ordinal))) ||
    ((graph.marks[ordinal] as number) & MARK.ambiguous) !== 0;
  return isEnvelope ? { a: columns.causeA[ordinal] as number, b: columns.causeB[ordinal] as number } : null;
}

/** Events that are inspected on either side of one. */
const MOST_AROUND = 32;

/**
 * The envelope events of one execution of a node that name no envelope as their cause, around an event of it. Empty when
 * the event itself names one or is about something else. O(rows of the execution).
 */
export function uncausedRowsAround(log: LoadedLog, rows: RunRows, graph: CausalGraph, ordinal: number) {
  const { columns, types } = log.index;
  const isWanted = (row: number): boolean =>
    envelopeCause(log, graph, row) === null && ABOUT_ENVELOPES.test(log.index.typeOf(row));
  // Each surface is an envelope of its own (run-events 3.4).
  const isSurface = log.index.typeOf(ordinal) === 'ui.a2ui-surface';
  if (isSurface && envelopeCause(log, graph, ordinal) === null) return [ordinal];
  if (!isWanted(ordinal)) return [];
  const node = columns.node[ordinal] as number;
  if (node === 0) return [ordinal];
  const started = types.find('node.started');
  const at = log.order.indexOf(ordinal);
  /** What is wanted on one side of it, the nearest first, as far as the execution reaches. */
  const toward = (step: 1 | -1, most: number): number[] => {
    const out: number[] = [];
    for (let i = at + step; i >= rows.from && i < rows.to && out.length < most; i += step) {
      const row = log.order.ordinalAt(i);
      if (columns.node[row] !== node) continue;
      if (columns.type[row] === started) break;
      if (isWanted(row)) out.push(row);
    }
    return out;
  };
  return [...toward(-1, MOST_AROUND).reverse(), ordinal, ...toward(1, MOST_AROUND - 1)];
}
