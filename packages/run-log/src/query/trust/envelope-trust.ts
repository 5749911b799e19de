/** The trust of the events that one envelope led to, which share its correlationId as their cause (acceptor 3.3, 7). */
import type { CausalGraph } from '../../graph/causal-graph.ts';
import { FLAG } from '../../index/event-columns.ts';
import type { LogIndex } from '../../index/log-index.ts';
import { bringsUntrusted } from './taint.ts';

/** Marks of events that an envelope led to. */
const OF_ENVELOPE = FLAG.aboutEnvelope | FLAG.envelopeEffect;

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

/** A projection that lost the mark of its envelope. */
export interface LostSibling {
  readonly row: number;
  /** The untrusted one. */
  readonly cause: number;
}

/** What is known of the envelopes of one run, whose rows it takes in display order. */
export class EnvelopeTrust {
  private readonly groups = new Map<number, Group>();
  private readonly index: LogIndex;
  private readonly graph: CausalGraph;

  constructor(index: LogIndex, graph: CausalGraph) {
    this.index = index;
    this.graph = graph;
  }

  /** Events before a hole in a run are not compared with those after it. */
  begin(): void {
    this.groups.clear();
  }

  /** Takes a row that an envelope led to; calls `lost` once the envelope of a projection proves untrusted. O(1), amortised. */
  take(row: number, lost: (found: LostSibling) => void): void {
    const { index, graph } = this;
    const flags = index.columns.flags[row] as number;
    const group = this.groupOf(graph.parent[row] as number);
    if ((flags & OF_ENVELOPE) !== 0) group.isEnvelope = true;
    const type = index.columns.type[row] as number;
    const name = index.types.textOf(type);
    const isEnd = name === 'node.failed' || name === 'cap.breached' || (flags & FLAG.envelopeWarning) !== 0;
    if (isEnd || bringsUntrusted(index, row)) group.isBlurred = true;
    if (group.isBlurred || index.types.fits(type, NOT_PROJECTED)) return;
    if ((flags & FLAG.untrusted) === 0) group.plain.push(row);
    else if (group.untrusted < 0) group.untrusted = row;
    if ((flags & FLAG.trusted) !== 0 && group.trusted < 0) group.trusted = row;
    if (group.untrusted < 0 || !group.isEnvelope) return;
    for (const plain of group.plain.splice(0)) lost({ row: plain, cause: group.untrusted });
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
      group = { untrusted: -1, trusted: -1, plain: [], isBlurred: false, isEnvelope: record >= 0 };
      this.groups.set(envelope, group);
    }
    return group;
  }
}
