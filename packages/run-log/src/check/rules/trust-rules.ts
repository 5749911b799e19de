/** Rules about what untrusted content leads to: answers to approvals, and effects that lose its mark (acceptor S11, 7). */
import type { Fields } from '@openwop-inspector/events';
import { type CausalGraph, RULE } from '../../graph/causal-graph.ts';
import { FLAG } from '../../index/event-columns.ts';
import type { LogIndex } from '../../index/log-index.ts';
import type { LoadedLog } from '../../view/loaded-log.ts';
import { letsRunGoOn } from '../../view/trust/reached.ts';
import type { RulePayloads } from './rule-payloads.ts';
import type { RuleTell } from './rule-tell.ts';

const KIND = { none: 0, approval: 1, resolved: 2, interrupt: 3, surface: 4, written: 5 } as const;

/** Types that a rule asks about, by what they are to it. `written`: a model wrote it, from all that it was given. */
const KIND_OF: ReadonlyMap<string, number> = new Map([
  ['approval.received', KIND.approval],
  ['interrupt.resolved', KIND.resolved],
  ['node.interrupt.resolved', KIND.resolved],
  ['interrupt.requested', KIND.interrupt],
  ['ui.a2ui-surface', KIND.surface],
  ['output.chunk', KIND.written],
  ['ai.message.chunk', KIND.written],
  ['agent.reasoned', KIND.written],
  ['agent.reasoning.delta', KIND.written],
  ['agent.decided', KIND.written],
]);

/** What decided an approval: an envelope by its first event, or a surface. */
interface Decider {
  readonly row: number;
  readonly what: string;
}

/** What is known of the untrusted content of one run. */
export class TrustRules {
  private readonly kinds: number[] = [];
  /** What decided the latest approval that was told. */
  private told = -1;
  private isWhole = false;

  /** A new run, or one that goes on behind a hole. `isWhole`: nothing can be missing before. */
  begin(isWhole: boolean): void {
    this.told = -1;
    this.isWhole = isWhole;
  }

  /** True for an event whose payload a rule may ask about. O(1). */
  reads(log: LoadedLog, row: number): boolean {
    const { index, graph } = log;
    if (graph === null) return false;
    const kind = this.kindOf(index, row);
    if (kind === KIND.approval || kind === KIND.resolved) return deciderOf(log, graph, row) !== null;
    return kind === KIND.interrupt && isLostOn(index, graph, row, 'clarification.requested');
  }

  /** Takes an event. */
  take(log: LoadedLog, row: number, payloads: RulePayloads, tell: RuleTell): void {
    const { index, graph } = log;
    if (graph === null || !this.isWhole) return;
    const kind = this.kindOf(index, row);
    if (kind === KIND.none) return;
    if (kind === KIND.approval || kind === KIND.resolved) {
      const decider = deciderOf(log, graph, row);
      if (decider !== null) this.takeDecision(kind, row, decider, payloads.of(row), tell);
    } else if (this.losesTrust(log, graph, row, payloads))
      tellLost(log, graph.parent[row] as number, row, tell);
  }

  private kindOf(index: LogIndex, row: number): number {
    const type = index.columns.type[row] as number;
    this.kinds[type] ??= KIND_OF.get(index.types.textOf(type)) ?? KIND.none;
    return this.kinds[type];
  }

  /** An answer by a person may have an untrusted question as its cause: what counts is that something else answered. */
  private takeDecision(kind: number, row: number, decider: Decider, payload: Fields, tell: RuleTell): void {
    const isTaken = letsRunGoOn(kind === KIND.approval ? 'approval.received' : 'interrupt.resolved', payload);
    // One answer is one problem, by whatever events it is recorded.
    if (!isTaken || decider.row === this.told) return;
    this.told = decider.row;
    tell.found(
      'untrusted_resumed_approval',
      `The cause is ${decider.what} ${tell.place(decider.row)}; it would have been refused with untrusted_content_blocks_approval`,
      row,
    );
  }

  private losesTrust({ index }: LoadedLog, graph: CausalGraph, row: number, payloads: RulePayloads): boolean {
    const flags = index.columns.flags[row] as number;
    switch (this.kindOf(index, row)) {
      case KIND.written:
        return (flags & FLAG.trusted) !== 0 && isLostOn(index, graph, row, null);
      case KIND.interrupt:
        if (
          payloads.of(row).value('kind') === 'clarification' &&
          isLostOn(index, graph, row, 'clarification.requested')
        )
          return true;
        return (flags & FLAG.aboutEnvelope) !== 0 && isLostOn(index, graph, row, 'ui.a2ui-surface');
      default:
        return false;
    }
  }
}

/**
 * True for an event that does not say it is untrusted, whose cause by eventId stands at the same node, says that it is,
 * and is of a type (of any where it is null).
 */
function isLostOn(index: LogIndex, graph: CausalGraph, row: number, type: string | null): boolean {
  const { flags, node } = index.columns;
  const cause = graph.parent[row] as number;
  if (graph.rule[row] !== RULE.eventId || cause < 0 || graph.marks[row] !== 0) return false;
  if (((flags[row] as number) & FLAG.untrusted) !== 0 || ((flags[cause] as number) & FLAG.untrusted) === 0)
    return false;
  return node[row] !== 0 && node[row] === node[cause] && (type === null || index.typeOf(cause) === type);
}

function tellLost({ index }: LoadedLog, cause: number, row: number, tell: RuleTell): void {
  const isRaised = ((index.columns.flags[row] as number) & FLAG.trusted) !== 0;
  const says = isRaised ? 'this one says that it is trusted' : 'this one does not say so';
  tell.found(
    'trust_lost_on_effect',
    `The event ${tell.place(cause)} that it follows from is untrusted, and ${says}; untrusted would have been right`,
    row,
    '/contentTrust',
  );
}

/** What answered, where that is an envelope or a surface that is untrusted; else null. */
function deciderOf({ index }: LoadedLog, graph: CausalGraph, row: number): Decider | null {
  const { flags } = index.columns;
  const isEnvelope = graph.rule[row] === RULE.correlationId;
  if (!isEnvelope && graph.rule[row] !== RULE.eventId) return null;
  const parent = graph.parent[row] as number;
  const cause = isEnvelope ? (graph.envelopes[parent - graph.base]?.firstEvent ?? -1) : parent;
  if (cause < 0 || (!isEnvelope && index.typeOf(cause) !== 'ui.a2ui-surface')) return null;
  const deciding = isEnvelope ? row : cause;
  if (((flags[deciding] as number) & FLAG.untrusted) === 0) return null;
  return { row: cause, what: isEnvelope ? 'an untrusted envelope, first seen' : 'the untrusted surface' };
}
