/** The rules of a log, beside the checks of its payloads. */
import { type LoadedLog, standing } from '../../view/loaded-log.ts';
import type { CheckRun } from '../check-control.ts';
import { RulePass } from './rule-pass.ts';
import { readRulePayloads } from './rule-payloads.ts';
import { wholeLogRules } from './whole-log-rules.ts';

/** Milliseconds until others get their turn. */
const TURN_MS = 25;
/** Payloads read for the rules of one log; of the events behind the last of them nothing is said. */
const MAX_READ = 200_000;

/** Finds what breaks the rules that hold between events. A log that has grown at its end is carried on with. */
export class LogRules {
  private pass: RulePass | null = null;
  private lineage: object | null = null;
  private taken = 0;

  /** Payloads read so far. */
  private read = 0;

  /** Two passes over the columns: what is to be read is read at once in between. False when it was stopped. */
  async over(changing: LoadedLog, run: CheckRun): Promise<boolean> {
    const log = standing(changing);
    const pass = this.passOver(log);
    const { wanted, until } = this.toRead(log, pass);
    const payloads = await readRulePayloads(log, wanted, run);
    if (payloads === null) return false;
    this.read += wanted.length;
    let rested = performance.now();
    while (this.taken < until) {
      pass.take(log, log.order.ordinalAt(this.taken++), payloads);
      if ((this.taken & 4095) !== 0 || performance.now() - rested <= TURN_MS) continue;
      await run.rest();
      if (run.isCancelled()) return false;
      rested = performance.now();
    }
    this.taken = log.order.length;
    return wholeLogRules(log, run);
  }

  /** Rows whose payloads are wanted, and the place in the order behind which none can be read any more. */
  private toRead(
    log: LoadedLog,
    pass: RulePass,
  ): { readonly wanted: readonly number[]; readonly until: number } {
    const wanted: number[] = [];
    const add = (row: number): void => void wanted.push(row);
    for (let at = this.taken; at < log.order.length; at++) {
      if (this.read + wanted.length >= MAX_READ) return { wanted, until: at };
      pass.want(log, log.order.ordinalAt(at), add);
    }
    return { wanted, until: log.order.length };
  }

  private passOver(log: LoadedLog): RulePass {
    const { index, order } = log;
    const lineage = order.lineage ?? order;
    if (this.pass !== null && this.lineage === lineage && this.taken <= order.length) return this.pass;
    index.problems.foundAnew('rules', () => {});
    this.lineage = lineage;
    this.taken = 0;
    this.read = 0;
    this.pass = new RulePass(log);
    return this.pass;
  }
}
