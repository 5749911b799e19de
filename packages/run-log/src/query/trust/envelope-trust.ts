/** The trust of the events that one envelope led to, which share its correlationId as their cause (acceptor 3.3, 7). */
import { type CausalGraph, RULE } from '../../graph/causal-graph.ts';
import { FLAG } from '../../index/event-columns.ts';
import type { LogIndex } from '../../index/log-index.ts';
import { SURFACE_TYPE } from '../../index/stored-events.ts';
import type { LoadedLog } from '../loaded-log.ts';
import type { ApprovalFacts } from './approval-gates.ts';
import { BRINGS_UNTRUSTED, holdsModelContent, taintMap } from './trust.ts';

/** Returns whether a row has a type whose last part names a surface: hosts have types of their own for it. */
export const surfaceTypes = (index: LogIndex): ((row: number) => boolean) =>
  index.byType((type) => SURFACE_TYPE.test(type));

/** Marks of events that an envelope led to. */
const OF_ENVELOPE = FLAG.aboutEnvelope | FLAG.envelopeEffect;
/** Of an event that an envelope led to by its type: its envelope was turned away, or a tool answered by this name. */
const BLURS = 1;
const PROJECTED = 2;

/**
 * Types that name an envelope as their cause and hold nothing of it: how its node and run went on, its attempts, its
 * refusal, and answers of others.
 */
const NOT_PROJECTED =
  /^(?:(?:node|run|envelope|cap|model|prompt|provider|lease|replay|egress)\.|(?:interrupt|node\.interrupt|clarification)\.(?:resolved|vote)|approval\.(?:received|granted|rejected|overridden)$)/;

class Group {
  /** The first projection that is untrusted; -1 for none. */
  untrusted = -1;
  /** The first that says it is trusted; -1 for none. */
  trusted = -1;
  /** Projections that do not say they are untrusted. */
  readonly plain: number[] = [];
  /** Projections that came while a refusal or the result of a tool had this correlationId are not compared. */
  isBlurred = false;
  isEnvelope: boolean;

  constructor(isEnvelope: boolean) {
    this.isEnvelope = isEnvelope;
  }
}

/** What is known of the envelopes of one run, whose rows it takes in display order. */
export class EnvelopeTrust {
  private readonly groups = new Map<number, Group>();
  private readonly index: LogIndex;
  private readonly graph: CausalGraph;
  /** By the number of a type. */
  private readonly kinds: Uint8Array;

  constructor(index: LogIndex, graph: CausalGraph) {
    this.index = index;
    this.graph = graph;
    this.kinds = index.tableOfTypes((type) => {
      const blurs = type === 'node.failed' || type === 'cap.breached' || BRINGS_UNTRUSTED.test(type);
      return (blurs ? BLURS : 0) | (NOT_PROJECTED.test(type) ? 0 : PROJECTED);
    });
  }

  /** Events before a hole in a run are not compared with those after it. */
  begin(): void {
    this.groups.clear();
  }

  /**
   * Takes a row that an envelope led to; calls `lost` with a projection and the untrusted one once its envelope proves
   * untrusted. O(1), amortised.
   */
  take(row: number, lost: (row: number, cause: number) => void): void {
    const { columns } = this.index;
    const flags = columns.flags[row] as number;
    const kind = this.kinds[columns.type[row] as number] as number;
    if (kind === 0 && (flags & (OF_ENVELOPE | FLAG.envelopeWarning)) === 0) return;
    const { graph } = this;
    const envelope = graph.parent[row] as number;
    // An event that shares its cause with no other has lost nothing, and answers nothing.
    if (graph.envelopes[envelope - graph.base]?.events === 1) return;
    const group = this.groupOf(envelope);
    if ((flags & OF_ENVELOPE) !== 0) group.isEnvelope = true;
    if ((kind & BLURS) !== 0 || (flags & FLAG.envelopeWarning) !== 0) group.isBlurred = true;
    if (group.isBlurred || (kind & PROJECTED) === 0) return;
    if ((flags & FLAG.untrusted) === 0) group.plain.push(row);
    else if (group.untrusted < 0) group.untrusted = row;
    if ((flags & FLAG.trusted) !== 0 && group.trusted < 0) group.trusted = row;
    if (group.untrusted < 0 || !group.isEnvelope) return;
    for (const plain of group.plain.splice(0)) lost(plain, group.untrusted);
  }

  /** A projection that says the envelope is untrusted, of one that was not turned away since; -1 for none. */
  untrustedOf(envelope: number): number {
    const group = this.groups.get(envelope);
    return group === undefined || group.isBlurred || !group.isEnvelope ? -1 : group.untrusted;
  }

  /** A projection that says the envelope is trusted, while none says that it is not; -1 for none. */
  trustedOf(envelope: number): number {
    const group = this.groups.get(envelope);
    return group === undefined || group.isBlurred || group.untrusted >= 0 ? -1 : group.trusted;
  }

  private groupOf(envelope: number): Group {
    let group = this.groups.get(envelope);
    if (group === undefined) {
      const record = this.graph.envelopes[envelope - this.graph.base]?.record ?? -1;
      group = new Group(record >= 0);
      this.groups.set(envelope, group);
    }
    return group;
  }
}

/** What an event of a type is to what follows from untrusted content. */
const KIND = { other: 0, brings: 1, starts: 2, asks: 3 } as const;

/** Rows of one run without a hole, in display order. */
export class LostOnEffect {
  private readonly log: LoadedLog;
  private readonly graph: CausalGraph;
  private readonly facts: ReadonlyMap<number, ApprovalFacts>;
  private readonly isOfSurface: (row: number) => boolean;
  /** By the number of a type. */
  private readonly kinds: Uint8Array;
  /** The latest untrusted result of a tool in the present execution of each node. */
  private readonly consumed = new Map<number, number>();

  /** `facts` are those of the interrupts and of envelopes that may be surfaces. */
  constructor(log: LoadedLog, graph: CausalGraph, facts: ReadonlyMap<number, ApprovalFacts>) {
    this.log = log;
    this.graph = graph;
    this.facts = facts;
    this.isOfSurface = surfaceTypes(log.index);
    this.kinds = log.index.tableOfTypes((type) => {
      if (BRINGS_UNTRUSTED.test(type)) return KIND.brings;
      return type === 'node.started' ? KIND.starts : type === 'interrupt.requested' ? KIND.asks : KIND.other;
    });
  }

  begin(): void {
    this.consumed.clear();
  }

  /** The untrusted event that a row follows from without saying so; -1 for none. O(1). */
  take(row: number): number {
    const { flags, node, type } = this.log.index.columns;
    const own = flags[row] as number;
    const kind = this.kinds[type[row] as number];
    if (kind === KIND.other && (own & FLAG.trusted) === 0) return -1;
    const at = node[row] as number;
    if (at === 0) return -1;
    if (kind === KIND.starts) this.consumed.delete(at);
    if (kind === KIND.brings) {
      if ((own & FLAG.trusted) === 0) this.consumed.set(at, row);
      return -1;
    }
    const isTrusted = (own & FLAG.trusted) !== 0;
    if ((own & FLAG.untrusted) !== 0 || (!isTrusted && kind !== KIND.asks)) return -1;
    const cause = this.causeAtNode(row);
    if (isTrusted) return this.raised(row, cause);
    if (cause < 0) return -1;
    return ((flags[cause] as number) & FLAG.untrusted) !== 0 && this.asksFor(row, cause) ? cause : -1;
  }

  /** True for the interrupt of a question, an approval or a surface. */
  private asksFor(row: number, cause: number): boolean {
    const facts = this.facts.get(row);
    const from = this.log.index.typeOf(cause);
    if (this.isOfSurface(cause)) return facts?.isSurface === true;
    return typeof facts?.kind === 'string' && from === `${facts.kind}.requested`;
  }

  /** What a model wrote says that it is trusted. Nothing raises trust. */
  private raised(row: number, cause: number): number {
    const { index } = this.log;
    const { node, flags } = index.columns;
    if ((cause < 0 && !this.isSurface(row)) || !holdsModelContent(index, this.graph, row)) return -1;
    if (cause >= 0) {
      if (((flags[cause] as number) & FLAG.trusted) !== 0) return -1;
      const map = taintMap(this.log);
      if (map.isReached(cause) && map.isCertain(cause)) return cause;
    }
    // A surface of a node that consumed untrusted content is untrusted, whatever it was made of (A2UI rule 5).
    return this.isSurface(row) ? (this.consumed.get(node[row] as number) ?? -1) : -1;
  }

  private isSurface(row: number): boolean {
    return this.isOfSurface(row) || this.facts.get(row)?.isSurface === true;
  }

  /** The cause by eventId at the same node, of the same run and before it; -1 for none. */
  private causeAtNode(row: number): number {
    const { graph } = this;
    const { node, run } = this.log.index.columns;
    const cause = graph.parent[row] as number;
    const isSound = graph.rule[row] === RULE.eventId && cause >= 0 && graph.marks[row] === 0;
    return isSound && node[cause] === node[row] && run[cause] === run[row] ? cause : -1;
  }
}
