import { findSecrets, literal, type MaskedText, words } from '@openwop-inspector/base';
import { type Known, known, type ProblemCode, unknown } from '@openwop-inspector/protocol';
import type { CheckedPayloads } from '../answers.ts';
import type { GrowingRows } from '../index/settle-growth.ts';
import type { LoadedLog } from '../query/loaded-log.ts';
import { allRows } from '../query/rows/rows.ts';
import { SourceError } from '../source/byte-source.ts';
import type { LookThread } from '../source/look-batch.ts';
import { type CheckRun, MAX_CHECKED } from './check-control.ts';
import type { CheckNotes, PayloadRun } from './payload-checks.ts';
import { noteCapped } from './problem-rows.ts';
import { SecretSweep } from './secret-sweep.ts';

const WHAT = literal('the check of the payloads');

/** The checks of the payloads of one log: of all at once, or of those that came since the last time. */
export class LogChecks {
  /** Rows before this one have been checked, or are no events of their own. */
  private checked = 0;
  /** Types outside the catalogue, each of which is noted once. */
  private readonly extensions = new Set<number>();
  private readonly sweep = new SecretSweep();
  private noted: CheckNotes | null = null;
  private readonly capped = new Set<ProblemCode>();
  private readonly leftOut = new Set<number>();
  /** How many payloads were checked; unknown until all were that can be. */
  outcome: Known<CheckedPayloads, MaskedText> = unknown({
    code: 'not-run',
    what: WHAT,
    why: literal('it was not requested'),
  });
  /** Ms that the rules between events took, the last time. */
  rulesMs = 0;

  /** While a log is read: looks for secrets in what was read by now, in the thread that `start` starts. */
  ahead(log: LoadedLog, start: () => LookThread | null): void {
    this.sweep.ahead(log, start);
  }

  /** Ends what runs next to the checks. */
  close(): void {
    this.sweep.close();
  }

  /** False when it was stopped, or when the source cannot be read, which is then a problem. */
  async run(log: LoadedLog, growing: GrowingRows | null, run: CheckRun): Promise<boolean> {
    this.outcome = unknown({ code: 'running', what: WHAT });
    const { problems } = log.index;
    // Runs may take turns in a file: in its order each byte is read once, and the problems are sorted afterwards.
    const rows = growing === null ? allRows(log).sort() : this.newRows(log, growing);
    if (growing === null) {
      problems.replaceFound('payloads', () => checkExport(log));
      this.extensions.clear();
      this.capped.clear();
    }
    try {
      // The validators are much code: a window shows rows before it loads them.
      const { CheckNotes, checkPayloads, noteExtensions } = await import('./payload-checks.ts');
      this.noted ??= new CheckNotes(this.sweep);
      const { tolerated, rules, media } = this.noted;
      problems.foundBy('payloads', () =>
        noteExtensions(log, growing === null ? allRows(log) : rows, this.extensions),
      );
      const ran = await checkPayloads(log, rows, this.noted, run);
      if (growing === null) problems.sort('payloads', (row) => log.order.indexOf(row));
      problems.replaceFound('tolerated', () => tolerated.report(problems));
      const startedMs = performance.now();
      const isDone = ran.isDone && (await rules.over(log, run, media));
      this.rulesMs = performance.now() - startedMs;
      if (isDone) noteCapped(log, this.capped);
      this.outcome = this.outcomeOf(log, ran, rows.length);
      return isDone;
    } catch (error) {
      const why = literal('the source could not be read to its end');
      this.outcome = unknown({ code: 'failed', what: WHAT, why });
      if (!(error instanceof SourceError)) throw error;
      log.index.problemOf(error.code, error.message, null);
      return false;
    }
  }

  private outcomeOf(log: LoadedLog, { isDone, checked, leftOut }: PayloadRun, all: number) {
    for (const row of leftOut) this.leftOut.add(row);
    if (!isDone) {
      return unknown({
        code: 'not-run',
        what: WHAT,
        why: words`it was stopped after ${checked} of ${all} events`,
      });
    }
    const { size } = this.leftOut;
    if (size === 0) return known({ payloads: log.order.length });
    const what = size === 1 ? literal('the check of 1 payload') : words`the check of ${size} payloads`;
    return unknown({ code: 'stopped', what, limit: MAX_CHECKED, unit: 'bytes' });
  }

  private newRows(log: LoadedLog, { known, changed }: GrowingRows): readonly number[] {
    const rows: number[] = [];
    for (const row of changed) if (row < this.checked) rows.push(row);
    log.index.problems.forgetPayloads(changed);
    for (; this.checked < known; this.checked++)
      if (log.order.indexOf(this.checked) >= 0) rows.push(this.checked);
    return rows;
  }
}

/** Credentials in the items of an export, which is no run (bundles section 3). */
function checkExport({ header, index }: LoadedLog): void {
  if (index.entries > 0 || !header.has('source') || !header.has('bundleVersion')) return;
  for (const { code, message, pointer } of findSecrets(header.get('items')))
    index.problemOf(code, message, null, `/items${pointer}`);
}
