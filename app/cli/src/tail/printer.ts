import { setImmediate as nextTurn } from 'node:timers/promises';
import { type MaskedText, masker } from '@openwop-inspector/base';
import { isTerminalType } from '@openwop-inspector/protocol';
import type { RunLog } from '@openwop-inspector/run-log';
import type { Terminal } from '../terminal/terminal.ts';
import { EventTable } from '../verbs/event-table.ts';
import type { Until } from './asked.ts';
import type { NewRows } from './new-rows.ts';

/** Rows between two turns for others. */
const SLICE = 500;

/** What a printer prints, and how. */
export interface PrinterParts {
  readonly log: RunLog;
  readonly rows: NewRows;
  readonly until: Until;
  /** One event document a line in place of a table. */
  readonly json: boolean;
  readonly terminal: Terminal;
}

/** Prints what is new in a log that grows, up to the event that ends the tail. */
export class Printer {
  /** The event of `--until` has come. */
  hasMatched = false;
  /** Type of the terminal event; null before it came. */
  terminalType: string | null = null;
  private readonly parts: PrinterParts;
  private table: EventTable | null = null;

  constructor(parts: PrinterParts) {
    this.parts = parts;
  }

  /**
   * Prints what has come since the last time; nothing once the tail is at its end, or when nobody reads. Leaves others
   * their turn, and stops when `signal` aborts.
   */
  async printNew(signal: AbortSignal): Promise<void> {
    const { rows, terminal } = this.parts;
    if (this.hasMatched || terminal.isClosed || signal.aborted) return;
    const { selected, all } = await rows.take(signal);
    const last = this.lastWanted(all);
    const printed = last === null ? selected : selected.filter((ordinal) => ordinal <= last);
    for (let from = 0; from < printed.length && !signal.aborted && !terminal.isClosed; from += SLICE) {
      await this.print(printed.slice(from, from + SLICE));
      await nextTurn();
    }
  }

  /** Ordinal of the first event that `--until` names; null when it has not come. */
  private lastWanted(ordinals: readonly number[]): number | null {
    const { until } = this.parts;
    for (const ordinal of ordinals) {
      const type = this.typeOf(ordinal);
      if (isTerminalType(type)) this.terminalType = type;
      if (until.kind === 'terminal' || !until.matches(type)) continue;
      this.hasMatched = true;
      return ordinal;
    }
    return null;
  }

  private typeOf(ordinal: number): string {
    const { columns, types } = this.parts.log.index;
    return types.textOf(columns.type[ordinal] ?? 0);
  }

  private async print(ordinals: readonly number[]): Promise<void> {
    const { log, json, terminal } = this.parts;
    if (ordinals.length === 0) return;
    if (json) {
      for (const ordinal of ordinals) await terminal.printJson(await this.jsonLine(ordinal));
      return;
    }
    const rows = await log.rows(ordinals);
    this.table ??= await this.newTable();
    await terminal.print(this.table.lines(rows));
  }

  /** Times count from the first event, whether it is shown or not. */
  private async newTable(): Promise<EventTable> {
    const { log, terminal } = this.parts;
    const [first] = await log.rows([log.order.ordinalAt(0)]);
    return new EventTable({ withRun: false, startMs: first?.timeMs ?? null, isLive: true }, terminal.width);
  }

  /** Line breaks stand only between the tokens of a document. */
  private async jsonLine(ordinal: number): Promise<MaskedText> {
    const text = new TextDecoder().decode(await this.parts.log.read(ordinal));
    return masker.json(`${text.replaceAll(/[\r\n]/g, ' ')}\n`).text;
  }
}
