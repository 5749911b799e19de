/** Takes the rows of a log once, run by run, and asks the rules that hold between events of one run. */
import { Fields } from '@openwop-inspector/events';
import type { ProblemCode } from '@openwop-inspector/protocol';
import type { LoadedLog } from '../../view/loaded-log.ts';
import { PayloadReader } from '../../view/read-payload.ts';
import { EnvelopeGroups } from './envelope-groups.ts';
import { NODE_RULES, type NodeRule } from './node-rules.ts';
import { NodeState } from './node-state.ts';
import type { RuleTell } from './rule-tell.ts';

/** Events parsed for the rules of one log; of what lies beyond nothing is said. */
const MAX_READ = 200_000;

/** Events read for one row: itself for both kinds of rules, and one before. */
const READ_FOR_ROW = 3;

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
  private readonly nodes = new Map<number, NodeState>();
  /** By the number of a type. */
  private readonly rules: (NodeRule | null)[] = [];
  private run = -1;
  private last = Number.NaN;
  private read = 0;
  private log: LoadedLog;

  constructor(log: LoadedLog) {
    this.log = log;
  }

  /** Takes a row; a promise when an event is to be read, which is waited for before the next row. */
  take(log: LoadedLog, row: number): Promise<void> | null {
    this.log = log;
    const isKnown = this.follow(row);
    const rule = this.ruleOf(row);
    if (!isKnown || this.read >= MAX_READ) return null;
    const node = rule === null ? null : this.nodeOf(row);
    const isOfEnvelope = this.groups.mayTake(log, row);
    if (isOfEnvelope || (rule !== null && node !== null && rule.reads(node)))
      return this.takeRead(row, isOfEnvelope, rule, node);
    if (rule !== null && node !== null) rule.take(this, row, node, NOTHING);
    return null;
  }

  private async takeRead(
    row: number,
    isOfEnvelope: boolean,
    rule: NodeRule | null,
    node: NodeState | null,
  ): Promise<void> {
    this.read++;
    const reader = new PayloadReader(this.log, READ_FOR_ROW);
    if (isOfEnvelope) await this.groups.take(this.log, row, reader, this);
    if (rule === null || node === null) return;
    rule.take(this, row, node, rule.reads(node) ? await reader.fields(row) : NOTHING);
  }

  /** False for a row without a sequence. */
  private follow(row: number): boolean {
    const { run, sequence } = this.log.index.columns;
    const at = sequence[row] as number;
    const isNew = run[row] !== this.run;
    if (isNew || at !== this.last + 1) {
      this.nodes.clear();
      this.groups.begin(isNew && at <= 1);
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
