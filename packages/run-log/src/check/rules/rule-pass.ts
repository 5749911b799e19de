/** Takes rows of a log once, run by run, and asks the rules that hold between events of one run. */

import { storedIn } from '@openwop-inspector/base';
import { Fields } from '@openwop-inspector/events';
import type { ProblemCode } from '@openwop-inspector/protocol';
import { RULE } from '../../graph/causal-graph.ts';
import { FLAG } from '../../index/event-columns.ts';
import { declaresExhaustion } from '../../query/envelope-evidence/host-declarations.ts';
import type { LoadedLog } from '../../query/loaded-log.ts';
import { SINCE } from '../../query/trust/rule-rows.ts';
import type { RuleTell } from '../check-control.ts';
import { EnvelopeGroups } from './envelope-groups.ts';
import { checkInsufficient, NODE_RULES, type NodeRule } from './node-rules.ts';
import { NodeState } from './node-state.ts';
import type { RulePayloads } from './rule-payloads.ts';

/**
 * Kinds of envelopes that hosts name events by (acceptor 3.3), alone, with a suffix, or of a vendor, whose prefix no type
 * of events has (run-events 1). `error` is left out: it may be a frame of a stream.
 */
const KINDS =
  /^(?:(?:clarification\.request|schema\.(?:request|response)|ui\.a2ui-surface|media\.(?:image|audio|video|file)|(?:prd|theme|tasks)\.create)(?:[-.:@_].+)?|vendor\..+)$/;

/** Which events of a type an envelope led to: all, those that say so, those with such a cause, those of a kind too. */
const PROJECTED: ReadonlyMap<string, 'all' | 'about' | 'caused' | 'asking'> = new Map([
  ['clarification.requested', 'all'],
  ['log.appended', 'about'],
  ['artifact.created', 'caused'],
  ['approval.requested', 'caused'],
  ['interrupt.requested', 'asking'],
]);

const NOTHING = new Fields(undefined);

/**
 * Rows in display order. What is known of a run is forgotten where sequences are missing: in a hole anything may have
 * happened. Holds some hundred bytes for each node and envelope of the run that passes.
 */
export class RulePass implements RuleTell {
  private readonly groups = new EnvelopeGroups();
  private readonly nodes = new Map<number, NodeState>();
  /** By the number of a type. */
  private readonly rules: (NodeRule | null)[] = [];
  /** A node of the run that passes lacks a capability: of any event it is checked whether an envelope led to it. */
  private isLacking = false;
  readonly declaresExhaustion: boolean;
  private log: LoadedLog;

  constructor(log: LoadedLog) {
    this.log = log;
    this.declaresExhaustion = log.results.every(({ header }) => declaresExhaustion(header));
  }

  /** Calls `add` with the rows whose payload a rule may ask about, of all rows in their order. O(1). */
  want(log: LoadedLog, row: number, add: (row: number) => void): void {
    this.log = log;
    if (log.graph?.rule[row] === RULE.correlationId) this.groups.want(log, row, add);
    if (this.ruleOf(row)?.reads === true || this.readsQuestion(log, row)) add(row);
  }

  /** Takes a row, with what lies before it (`SINCE`); `payloads` holds those of the rows that were wanted. */
  take(log: LoadedLog, row: number, since: number, payloads: RulePayloads): void {
    this.log = log;
    if ((since & SINCE.hole) !== 0) {
      this.nodes.clear();
      this.isLacking = false;
      this.groups.begin((since & SINCE.whole) !== 0);
    }
    const rule = this.ruleOf(row);
    if (Number.isNaN(log.index.columns.sequence[row])) return;
    if (log.graph?.rule[row] === RULE.correlationId) this.groups.take(log, row, payloads, this);
    if (this.isLacking) this.takeLacking(log, row, payloads);
    const node = rule === null ? null : this.nodeOf(row);
    if (rule === null || node === null) return;
    rule.take(this, row, node, rule.reads ? payloads.of(row) : NOTHING);
    if (node.insufficient >= 0) this.isLacking = true;
  }

  private takeLacking(log: LoadedLog, row: number, payloads: RulePayloads): void {
    const state = this.nodes.get(log.index.columns.node[row] as number);
    if (state !== undefined && state.insufficient >= 0 && this.isProjection(log, row, payloads))
      checkInsufficient(this, row, state);
  }

  /** What an interrupt asks counts only where a model may have lacked a capability. */
  private readsQuestion({ index }: LoadedLog, row: number): boolean {
    return (
      index.typeOf(row) === 'interrupt.requested' && index.types.find('model.capability.insufficient') >= 0
    );
  }

  private ruleOf(row: number): NodeRule | null {
    const id = this.log.index.columns.type[row] as number;
    const known = this.rules[id];
    if (known !== undefined) return known;
    const type = this.log.index.types.textOf(id);
    const rule = NODE_RULES.get(type) ?? null;
    this.rules[id] = rule;
    if (KINDS.test(type))
      this.found(
        'envelope_kind_as_event_type',
        `${type} is a kind of envelopes; the projection would have been of a type of the catalogue`,
        row,
        '/type',
      );
    return rule;
  }

  /** True for an event that an envelope of its node led to (acceptor 3.3). */
  private isProjection({ index, graph }: LoadedLog, row: number, payloads: RulePayloads): boolean {
    const type = index.typeOf(row);
    const isAbout = index.columns.has(row, FLAG.aboutEnvelope);
    const isCaused = graph !== null && graph.rule[row] === RULE.correlationId;
    switch (PROJECTED.get(type)) {
      case 'all':
        return true;
      case 'about':
        return isAbout;
      case 'caused':
        return isCaused;
      case 'asking':
        return isAbout || isCaused || payloads.of(row).value('kind') === 'clarification';
      default:
        return KINDS.test(type);
    }
  }

  private nodeOf(row: number): NodeState | null {
    const id = this.log.index.columns.node[row] as number;
    if (id === 0) return null;
    return storedIn(this.nodes, id, () => new NodeState());
  }

  found(code: ProblemCode, message: string, row: number, pointer?: string): void {
    const { problems } = this.log.index;
    problems.foundBy('rules', () => {
      this.log.index.problemOf(code, problems.lists(code) ? message : '', row, pointer);
    });
  }

  place(row: number): string {
    return this.log.index.placeOf(row);
  }
}
