/** The rules of a log, next to the checks of its payloads. */

import { Turns } from '../../next-turn.ts';
import { type LoadedLog, standing } from '../../query/loaded-log.ts';
import { RowSelection, ruleRows } from '../../query/trust/rule-rows.ts';
import { trustQuestion } from '../../query/trust/trust-findings.ts';
import type { CheckRun } from '../check-control.ts';
import type { MediaNotes } from './media-rules.ts';
import { RulePass } from './rule-pass.ts';
import { readRulePayloads } from './rule-payloads.ts';
import { wholeLogRules } from './whole-log-rules.ts';

/** Payloads read for the rules of one log; of the events behind the last of them nothing is said. */
const MAX_READ = 200_000;

/** Finds what breaks the rules that hold between events. A log that has grown at its end is carried on with. */
export class LogRules {
  private pass: RulePass | null = null;
  private selection = new RowSelection();
  private lineage: object | null = null;
  private taken = 0;

  /** Payloads read so far. */
  private read = 0;

  /** Two passes over the rows: what is to be read is read at once in between. False when it was stopped. */
  async over(changing: LoadedLog, run: CheckRun, media: MediaNotes): Promise<boolean> {
    const log = standing(changing);
    const pass = this.passOver(log);
    const chosen = log.order.lineage === undefined ? ruleRows(log) : this.selection.next(log);
    const { wanted, until } = pass.wanted(log, chosen.rows, MAX_READ - this.read);
    const trust = trustQuestion(log);
    const payloads = await readRulePayloads(log, wanted, run, trust);
    if (payloads === null) return this.stop();
    trust?.answer();
    this.read += wanted.length;
    const turns = new Turns(run.isCancelled, run.rest);
    for (let i = 0; i < until; i += 1024) {
      pass.take(log, chosen, i, Math.min(until, i + 1024), payloads);
      if (turns.areDue && !(await turns.rest())) return this.stop();
    }
    this.taken = log.order.length;
    return wholeLogRules(log, run, media);
  }

  /** What was begun is begun again the next time. */
  private stop(): false {
    this.lineage = null;
    return false;
  }

  private passOver(log: LoadedLog): RulePass {
    const { index, order } = log;
    const lineage = order.lineage ?? order;
    if (this.pass !== null && this.lineage === lineage && this.taken <= order.length) return this.pass;
    index.problems.replaceFound('rules', () => {});
    this.lineage = lineage;
    this.taken = 0;
    this.read = 0;
    this.selection = new RowSelection();
    this.pass = new RulePass(log);
    return this.pass;
  }
}
