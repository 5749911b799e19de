/** Takes the rows of a log once, run by run, and asks the rules that hold between events of one run. */
import { Fields } from '@openwop-inspector/events';
import type { ProblemCode } from '@openwop-inspector/protocol';
import type { LoadedLog } from '../../view/loaded-log.ts';
import { EnvelopeGroups } from './envelope-groups.ts';
import { NODE_RULES, type NodeRule } from './node-rules.ts';
import { NodeState } from './node-state.ts';
import type { RulePayloads } from './rule-payloads.ts';
import type { RuleTell } from './rule-tell.ts';
import { TrustRules } from './trust-rules.ts';

/** Kinds of envelopes that hosts name events by (acceptor 3.3). `error` is left out: it may be a frame of a stream. */
const KINDS =
  /^(?:clarification\.request|schema\.(?:request|response)|ui\.a2ui-surface|media\.(?:image|audio|video|file))$/;

const NOTHING = new Fields(undefined);

/**
 * Rows in display order. What is known of a run is forgotten where sequences are missing: in a hole anything may have
 * happened. Holds some hundred bytes for each node and envelope of the run that passes.
 */
export class RulePass implements RuleTell {
  private readonly groups = new EnvelopeGroups();
  private readonly trust = new TrustRules();
  private readonly nodes = new Map<number, NodeState>();
  /** By the number of a type. */
  private readonly rules: (NodeRule | null)[] = [];
  private run = -1;
  private last = Number.NaN;
  private log: LoadedLog;

  constructor(log: LoadedLog) {
    this.log = log;
  }

  /** Calls `add` with the rows whose payload a rule may ask about, of all rows in their order. O(1). */
  want(log: LoadedLog, row: number, add: (row: number) => void): void {
    this.log = log;
    this.groups.want(log, row, add);
    if (this.ruleOf(row)?.reads === true || this.trust.reads(log, row)) add(row);
  }

  /** Takes a row; `payloads` holds those of the rows that were wanted. */
  take(log: LoadedLog, row: number, payloads: RulePayloads): void {
    this.log = log;
    const isKnown = this.follow(row);
    const rule = this.ruleOf(row);
    if (!isKnown) return;
    this.groups.take(log, row, payloads, this);
    this.trust.take(log, row, payloads, this);
    const node = rule === null ? null : this.nodeOf(row);
    if (rule !== null && node !== null) rule.take(this, row, node, rule.reads ? payloads.of(row) : NOTHING);
  }

  /** False for a row without a sequence. */
  private follow(row: number): boolean {
    const { run, sequence } = this.log.index.columns;
    const at = sequence[row] as number;
    const isNew = run[row] !== this.run;
    if (isNew || at !== this.last + 1) {
      this.nodes.clear();
      const isWhole = isNew && at <= 1;
      this.groups.begin(isWhole);
      this.trust.begin(isWhole);
    }
    this.run = run[row] as number;
    this.last = at;
    return !Number.isNaN(at);
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

  private nodeOf(row: number): NodeState | null {
    const id = this.log.index.columns.node[row] as number;
    if (id === 0) return null;
    let node = this.nodes.get(id);
    if (node === undefined) {
      node = new NodeState();
      this.nodes.set(id, node);
    }
    return node;
  }

  found(code: ProblemCode, message: string, row: number, pointer?: string): void {
    const { problems } = this.log.index;
    problems.foundBy('rules', () => {
      this.log.index.problemOf(code, problems.lists(code) ? message : '', row, pointer);
    });
  }

  place(row: number): string {
    return `at sequence ${this.log.index.columns.sequence[row]}`;
  }
}
