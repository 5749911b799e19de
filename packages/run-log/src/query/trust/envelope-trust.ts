/** The trust of the events that one envelope led to, which share its correlationId as their cause (acceptor 3.3, 7). */
import { storedIn } from '@openwop-inspector/base';
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

/** What an event that an envelope led to is by its type. */
const kindOf = (type: string) => ({
  /** Its envelope was turned away, or a tool answered by this name. */
  blurs: type === 'node.failed' || type === 'cap.breached' || BRINGS_UNTRUSTED.test(type),
  isProjected: !NOT_PROJECTED.test(type),
});

/**
 * Types that name an envelope as their cause and hold nothing of it: how its node and run went on, its attempts, its
 * refusal, and answers of others.
 */
const NOT_PROJECTED =
  /^(?:(?:node|run|envelope|cap|model|prompt|provider|lease|replay|egress)\.|(?:interrupt|node\.interrupt|clarification)\.(?:resolved|vote)|approval\.(?:received|granted|rejected|overridden)$)/;

interface Group {
  /** The first projection that is untrusted; -1 for none. */
  untrusted: number;
  /** The first that says it is trusted; -1 for none. */
  trusted: number;
  /** Projections that do not say they are untrusted. */
  readonly plain: number[];
  /** Projections that came while a refusal or the result of a tool had this correlationId are not compared. */
  isBlurred: boolean;
  isEnvelope: boolean;
}

/** What is known of the envelopes of one run, whose rows it takes in display order. */
export class EnvelopeTrust {
  private readonly groups = new Map<number, Group>();
  private readonly index: LogIndex;
  private readonly graph: CausalGraph;
  private readonly kindOf: (row: number) => ReturnType<typeof kindOf>;

  constructor(index: LogIndex, graph: CausalGraph) {
    this.index = index;
    this.graph = graph;
    this.kindOf = index.byType(kindOf);
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
    const { blurs, isProjected } = this.kindOf(row);
    const { base, envelopes, parent } = this.graph;
    const number = parent[row] as number;
    const envelope = envelopes[number - base];
    // An event that shares its cause with no other has lost nothing, and answers nothing.
    if (envelope?.events === 1) return;
    const isEnvelope = (envelope?.record ?? -1) >= 0;
    const group = storedIn(this.groups, number, () => {
      return { untrusted: -1, trusted: -1, plain: [], isBlurred: false, isEnvelope };
    });
    group.isEnvelope ||= columns.has(row, OF_ENVELOPE);
    group.isBlurred ||= blurs || columns.has(row, FLAG.envelopeWarning);
    if (group.isBlurred || !isProjected) return;
    if (!columns.has(row, FLAG.untrusted)) group.plain.push(row);
    else if (group.untrusted < 0) group.untrusted = row;
    if (columns.has(row, FLAG.trusted) && group.trusted < 0) group.trusted = row;
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
}

/** What an event of a type is to what follows from untrusted content. */
function effectKind(type: string): 'brings' | 'starts' | 'asks' | 'other' {
  if (BRINGS_UNTRUSTED.test(type)) return 'brings';
  return type === 'node.started' ? 'starts' : type === 'interrupt.requested' ? 'asks' : 'other';
}

/** Rows of one run without a hole, in display order. */
export class LostOnEffect {
  private readonly log: LoadedLog;
  private readonly graph: CausalGraph;
  private readonly facts: ReadonlyMap<number, ApprovalFacts>;
  private readonly isOfSurface: (row: number) => boolean;
  private readonly kindOf: (row: number) => ReturnType<typeof effectKind>;
  /** The latest untrusted result of a tool in the present execution of each node. */
  private readonly consumed = new Map<number, number>();

  /** `facts` are those of the interrupts and of envelopes that may be surfaces. */
  constructor(log: LoadedLog, graph: CausalGraph, facts: ReadonlyMap<number, ApprovalFacts>) {
    this.log = log;
    this.graph = graph;
    this.facts = facts;
    this.isOfSurface = surfaceTypes(log.index);
    this.kindOf = log.index.byType(effectKind);
  }

  begin(): void {
    this.consumed.clear();
  }

  /** The untrusted event that a row follows from without saying so; -1 for none. O(1). */
  take(row: number): number {
    const { columns } = this.log.index;
    const kind = this.kindOf(row);
    const isTrusted = columns.has(row, FLAG.trusted);
    const at = columns.node[row] as number;
    if (at === 0) return -1;
    if (kind === 'starts') this.consumed.delete(at);
    if (kind === 'brings') {
      if (!isTrusted) this.consumed.set(at, row);
      return -1;
    }
    if (columns.has(row, FLAG.untrusted) || (!isTrusted && kind !== 'asks')) return -1;
    const cause = this.causeAtNode(row);
    if (isTrusted) return this.raised(row, cause);
    return cause >= 0 && columns.has(cause, FLAG.untrusted) && this.asksFor(row, cause) ? cause : -1;
  }

  /** True for the interrupt of a question, an approval or a surface. */
  private asksFor(row: number, cause: number): boolean {
    const facts = this.facts.get(row);
    if (this.isOfSurface(cause)) return facts?.isSurface === true;
    return typeof facts?.kind === 'string' && this.log.index.typeOf(cause) === `${facts.kind}.requested`;
  }

  /** What a model wrote says that it is trusted. Nothing raises trust. */
  private raised(row: number, cause: number): number {
    const { columns } = this.log.index;
    const isSurface = this.isOfSurface(row) || this.facts.get(row)?.isSurface === true;
    if ((cause < 0 && !isSurface) || !holdsModelContent(this.log.index, this.graph, row)) return -1;
    if (cause >= 0) {
      if (columns.has(cause, FLAG.trusted)) return -1;
      const map = taintMap(this.log);
      if (map.isReached(cause) && map.isCertain(cause)) return cause;
    }
    // A surface of a node that consumed untrusted content is untrusted, whatever it was made of (A2UI rule 5).
    return isSurface ? (this.consumed.get(columns.node[row] as number) ?? -1) : -1;
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
