/** Effects that lose the mark of the untrusted content that they follow from (acceptor 7, envelope 7.4, security A). */
import { type CausalGraph, RULE } from '../../graph/causal-graph.ts';
import { FLAG } from '../../index/event-columns.ts';
import type { LoadedLog } from '../loaded-log.ts';
import type { ApprovalFacts } from './approval-gates.ts';
import { bringsUntrusted, holdsModelContent, taintMap } from './taint.ts';

/** What an event of a type is to what follows from untrusted content. */
type Kind = 'brings' | 'starts' | 'asks' | 'other';

const KINDS: ReadonlyMap<string, Kind> = new Map([
  ['node.started', 'starts'],
  ['interrupt.requested', 'asks'],
]);

/** Rows of one run without a hole, in display order. */
export class LostOnEffect {
  private readonly log: LoadedLog;
  private readonly graph: CausalGraph;
  private readonly facts: ReadonlyMap<number, ApprovalFacts>;
  /** By the number of a type. */
  private readonly kinds: Kind[] = [];
  /** The latest untrusted result of a tool in the present execution of each node. */
  private readonly consumed = new Map<number, number>();

  /** `facts` are those of the interrupts and of envelopes that may be surfaces. */
  constructor(log: LoadedLog, graph: CausalGraph, facts: ReadonlyMap<number, ApprovalFacts>) {
    this.log = log;
    this.graph = graph;
    this.facts = facts;
  }

  begin(): void {
    this.consumed.clear();
  }

  /** The untrusted event that a row follows from without saying so; -1 for none. O(1). */
  take(row: number): number {
    const { index } = this.log;
    const { flags, node, type } = index.columns;
    const at = node[row] as number;
    const own = flags[row] as number;
    const id = type[row] as number;
    this.kinds[id] ??= bringsUntrusted(index, row) ? 'brings' : (KINDS.get(index.typeOf(row)) ?? 'other');
    const kind = this.kinds[id];
    if (at === 0 || (kind === 'other' && (own & FLAG.trusted) === 0)) return -1;
    if (kind === 'starts') this.consumed.delete(at);
    if (kind === 'brings') {
      if ((own & FLAG.trusted) === 0) this.consumed.set(at, row);
      return -1;
    }
    if ((own & FLAG.untrusted) !== 0) return -1;
    const cause = this.causeAtNode(row);
    if ((own & FLAG.trusted) !== 0) return this.raised(row, cause);
    if (cause < 0 || kind !== 'asks') return -1;
    return ((flags[cause] as number) & FLAG.untrusted) !== 0 && this.asksFor(row, cause) ? cause : -1;
  }

  /** True for the interrupt of a question, an approval or a surface. */
  private asksFor(row: number, cause: number): boolean {
    const facts = this.facts.get(row);
    const from = this.log.index.typeOf(cause);
    if (from.startsWith('ui.a2ui-surface')) return facts?.isSurface === true;
    return typeof facts?.kind === 'string' && from === `${facts.kind}.requested`;
  }

  /** What a model wrote says that it is trusted. Nothing raises trust. */
  private raised(row: number, cause: number): number {
    const { index } = this.log;
    const { node, flags } = index.columns;
    if (!holdsModelContent(index, this.graph, row)) return -1;
    if (cause >= 0) {
      if (((flags[cause] as number) & FLAG.trusted) !== 0) return -1;
      const map = taintMap(this.log);
      if (map.isReached(cause) && map.isCertain(cause)) return cause;
    }
    // A surface of a node that consumed untrusted content is untrusted, whatever it was made of (A2UI rule 5).
    return this.isSurface(row) ? (this.consumed.get(node[row] as number) ?? -1) : -1;
  }

  private isSurface(row: number): boolean {
    return (
      this.log.index.typeOf(row).startsWith('ui.a2ui-surface') || this.facts.get(row)?.isSurface === true
    );
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
