import { findSecrets } from '@openwop-inspector/base';
import type { ProblemCode } from '@openwop-inspector/protocol';
import { SourceError } from '../source/byte-source.ts';
import type { LoadedLog } from '../view/loaded-log.ts';
import { type CheckRun, checkPayloads, type RowsToCheck } from './payload-checks.ts';
import { noteCapped } from './problem-rows.ts';
import { ToleratedPayloads } from './tolerated-payloads.ts';

/** Rows of a log that grows, as far as the checks are concerned. */
export interface GrowingRows {
  /** Rows that the display order knows of. */
  readonly known: number;
  /** Rows that say something else than when they were checked. */
  readonly changed: ReadonlySet<number>;
}

/** The checks of the payloads of one log: of all at once, or of those that came since the last time. */
export class LogChecks {
  /** Rows before this one have been checked, or are no events of their own. */
  private checked = 0;
  private readonly told = { extensions: new Set<number>(), tolerated: new ToleratedPayloads() };
  private readonly capped = new Set<ProblemCode>();

  /** False when it was stopped, or when the source cannot be read, which is then a problem. */
  async run(log: LoadedLog, growing: GrowingRows | null, run: CheckRun): Promise<boolean> {
    const rows = growing === null ? log.order : this.newRows(log, growing);
    if (growing === null) log.index.problems.foundBy('payloads', () => checkExport(log));
    try {
      const done = await checkPayloads(log, rows, this.told, run);
      const { problems } = log.index;
      problems.foundAnew('tolerated', () => this.told.tolerated.tell(problems));
      if (done) noteCapped(log, this.capped);
      return done;
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
      log.index.problems.add({ code: error.code, message: error.message, ordinal: null });
      return false;
    }
  }

  private newRows(log: LoadedLog, { known, changed }: GrowingRows): RowsToCheck {
    const rows: number[] = [];
    for (const row of changed) if (row < this.checked) rows.push(row);
    log.index.problems.forgetPayloads(changed);
    for (; this.checked < known; this.checked++)
      if (log.order.indexOf(this.checked) >= 0) rows.push(this.checked);
    return { length: rows.length, ordinalAt: (index) => rows[index] ?? -1 };
  }
}

/** Credentials in the items of an export, which is no run (bundles section 3). */
function checkExport({ header, index }: LoadedLog): void {
  if (index.entries > 0 || !header.has('source') || !header.has('bundleVersion')) return;
  for (const { code, message, pointer } of findSecrets(header.get('items')))
    index.problems.add({ code, message, ordinal: null, pointer: `/items${pointer}` });
}
