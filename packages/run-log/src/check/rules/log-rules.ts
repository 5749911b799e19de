/** The rules of a log, beside the checks of its payloads. */
import { type LoadedLog, standing } from '../../view/loaded-log.ts';
import type { CheckRun } from '../check-control.ts';
import { RulePass } from './rule-pass.ts';

/** Milliseconds until others get their turn. */
const TURN_MS = 25;

/** Finds what breaks the rules that hold between events. A log that has grown at its end is carried on with. */
export class LogRules {
  private pass: RulePass | null = null;
  private lineage: object | null = null;
  private taken = 0;

  /** One pass over the columns; of a few types the payload is read. False when it was stopped. */
  async over(changing: LoadedLog, run: CheckRun): Promise<boolean> {
    const log = standing(changing);
    const pass = this.passOver(log);
    let rested = performance.now();
    while (this.taken < log.order.length) {
      const reading = pass.take(log, log.order.ordinalAt(this.taken++));
      if (reading !== null) await reading;
      if ((this.taken & 255) !== 0 || performance.now() - rested <= TURN_MS) continue;
      await run.rest();
      if (run.isCancelled()) return false;
      rested = performance.now();
    }
    return true;
  }

  private passOver(log: LoadedLog): RulePass {
    const { index, order } = log;
    const lineage = order.lineage ?? order;
    if (this.pass !== null && this.lineage === lineage && this.taken <= order.length) return this.pass;
    index.problems.foundAnew('rules', () => {});
    this.lineage = lineage;
    this.taken = 0;
    this.pass = new RulePass(log);
    return this.pass;
  }
}
