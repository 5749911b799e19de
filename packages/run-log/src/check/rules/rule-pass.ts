/** Takes rows of a log once, run by run, and asks the rules that hold between events of one run. */

import { Fields } from '@openwop-inspector/events';
import { RULE } from '../../graph/causal-graph.ts';
import { FLAG } from '../../index/event-columns.ts';
import { declaresExhaustion } from '../../query/envelope-evidence/host-declarations.ts';
import { isOfV2 } from '../../query/event-names.ts';
import type { LoadedLog } from '../../query/loaded-log.ts';
import { type RuleRows, SINCE } from '../../query/trust/rule-rows.ts';
import type { RuleFinding, RuleTell } from '../check-control.ts';
import { EnvelopeGroups, OF_ENVELOPE } from './envelope-groups.ts';
import { checkCuts, checkInsufficient, NO_RULE, NODE_RULES, type NodeRule } from './node-rules.ts';
import { NodeState } from './node-state.ts';
import type { RulePayloads } from './rule-payloads.ts';
import findings from './rule-words.json' with { type: 'json' };

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
const FAILED = NODE_RULES.get('node.failed');

/**
 * Rows in display order. What is known of a run is forgotten where sequences are missing: in a hole anything may have
 * happened. Holds some hundred bytes for each envelope of the run that passes, and each node with attempts of its own.
 */
export class RulePass implements RuleTell {
  private readonly groups = new EnvelopeGroups();
  /** Nodes of which there is something to remember, and the rows at which executions have started. */
  private readonly nodes = new Map<number, NodeState>();
  private readonly started = new Map<number, number>();
  /** Nodes whose executions overlap. */
  private readonly blurred = new Set<number>();
  /** By the number of a type. */
  private readonly rules: NodeRule[] = [];
  /** A node of the run that passes lacks a capability: of any event it is checked whether an envelope led to it. */
  private isLacking = false;
  readonly declaresExhaustion: boolean;
  private log: LoadedLog;

  constructor(log: LoadedLog) {
    this.log = log;
    this.declaresExhaustion = log.results.every(({ header }) => declaresExhaustion(header));
  }

  /**
   * Of rows in their order those whose payload a rule may ask about, `limit` at most, and how many of the rows come before
   * the first that exceeds it. O(rows).
   */
  wanted(log: LoadedLog, rows: readonly number[], limit: number) {
    this.log = log;
    const wanted: number[] = [];
    const { columns, types } = log.index;
    const { flags } = columns;
    const rule = log.graph?.rule;
    // What an interrupt asks counts only where a model may have lacked a capability.
    const asking = types.find('model.capability.insufficient') < 0 ? -1 : types.find('interrupt.requested');
    for (let i = 0; i < rows.length; i++) {
      if (wanted.length >= limit) return { wanted, until: i };
      const row = rows[i] as number;
      const id = columns.type[row] as number;
      const ofNode = this.rules[id] ?? this.ruleOf(row, id);
      if (rule?.[row] === RULE.correlationId && ((flags[row] as number) & OF_ENVELOPE) !== 0)
        this.groups.want(log, row, wanted);
      if (ofNode.reads || id === asking) wanted.push(row);
    }
    return { wanted, until: rows.length };
  }

  /** Takes rows from one place among them to another; `payloads` holds those that were wanted of them. */
  take(log: LoadedLog, { rows, since }: RuleRows, from: number, to: number, payloads: RulePayloads): void {
    this.log = log;
    const { type, node, sequence, flags } = log.index.columns;
    const rule = log.graph?.rule;
    for (let i = from; i < to; i++) {
      const row = rows[i] as number;
      if (((since[i] as number) & SINCE.hole) !== 0) this.begin(((since[i] as number) & SINCE.whole) !== 0);
      if (Number.isNaN(sequence[row])) continue;
      const ofNode = this.rules[type[row] as number] ?? NO_RULE;
      if (rule?.[row] === RULE.correlationId)
        if (ofNode === FAILED || ((flags[row] as number) & OF_ENVELOPE) !== 0)
          this.groups.take(log, row, payloads, this);
      if (this.isLacking) this.takeLacking(log, row, payloads);
      if (ofNode !== NO_RULE && node[row] !== 0) this.takeNode(ofNode, node[row] as number, row, payloads);
    }
  }

  private begin(isWhole: boolean): void {
    this.nodes.clear();
    this.started.clear();
    this.blurred.clear();
    this.isLacking = false;
    this.groups.begin(isWhole);
  }

  private takeNode(rule: NodeRule, node: number, row: number, payloads: RulePayloads): void {
    let state = this.nodes.get(node);
    if (state === undefined && rule.opens) {
      state = new NodeState(this.started.get(node) ?? -1, this.blurred.has(node));
      this.nodes.set(node, state);
    }
    if (state !== undefined) {
      rule.take(this, row, state, rule.reads ? payloads.of(row) : NOTHING);
      if (state.insufficient >= 0) this.isLacking = true;
    }
    if (rule.step !== null) this.step(rule.step, node, row, state);
  }

  private step(step: NonNullable<NodeRule['step']>, node: number, row: number, state?: NodeState): void {
    if (step === 'starts') {
      if (this.started.has(node)) this.blurred.add(node);
      this.started.set(node, row);
    } else this.started.delete(node);
    if (state === undefined) return;
    this.nodes.delete(node);
    if (step === 'pauses' || step === 'ends') checkCuts(this, state);
    const { insufficient, hasEnvelope, rejected } = state;
    // What a model lacks it lacks after a pause as well.
    if (step === 'pauses' && insufficient >= 0)
      this.nodes.set(node, Object.assign(new NodeState(-1, state.isBlurred), { insufficient, hasEnvelope }));
    if (step === 'ends' && rejected >= 0)
      this.nodes.set(node, Object.assign(new NodeState(-1, state.isBlurred), { rejected }));
  }

  private takeLacking(log: LoadedLog, row: number, payloads: RulePayloads): void {
    const state = this.nodes.get(log.index.columns.node[row] as number);
    if (state !== undefined && state.insufficient >= 0 && this.isProjection(log, row, payloads))
      checkInsufficient(this, row, state);
  }

  /** The rule of a type that comes for the first time. */
  private ruleOf(row: number, id: number): NodeRule {
    const type = this.log.index.types.textOf(id);
    const rule = NODE_RULES.get(type) ?? NO_RULE;
    this.rules[id] = rule;
    if (KINDS.test(type)) this.found('envelope_kind_as_event_type', row, type);
    return rule;
  }

  /** True for an event that an envelope of its node led to (acceptor 3.3). */
  private isProjection({ index, graph }: LoadedLog, row: number, payloads: RulePayloads): boolean {
    const type = index.typeOf(row);
    const isAbout = index.columns.has(row, FLAG.aboutEnvelope);
    const isCaused = graph !== null && graph.rule[row] === RULE.correlationId;
    const which = PROJECTED.get(type);
    if (which === undefined) return KINDS.test(type);
    if (which === 'asking') return isAbout || isCaused || payloads.of(row).value('kind') === 'clarification';
    return which === 'all' || (which === 'about' ? isAbout : isCaused);
  }

  found(code: RuleFinding, row: number, ...parts: readonly (string | number)[]): void {
    const { problems } = this.log.index;
    const { words, pointer }: { readonly words: string; readonly pointer?: string } = findings[code];
    const message = words.replace(/\{(\d)\}/g, (_, at) => `${parts[at]}`);
    problems.foundBy('rules', () => {
      this.log.index.problemOf(code, problems.lists(code) ? message : '', row, pointer);
    });
  }

  isOfV2(row: number): boolean {
    return isOfV2(this.log, row);
  }

  place(row: number): string {
    return this.log.index.placeOf(row);
  }
}
