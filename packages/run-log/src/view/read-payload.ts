import { Fields } from '@openwop-inspector/events';
import { type EventDocument, readEventDocument } from '../index/event-document.ts';
import { SourceError } from '../source/byte-source.ts';
import type { LoadedLog } from './loaded-log.ts';

/** Events over this many bytes are not parsed to be folded or put in lanes. */
const MAX_PARSED = 8 * 1024 * 1024;

/** Reads events for a view that can do without some of them: no more than `left` are parsed. */
export class PayloadReader {
  private readonly log: LoadedLog;
  private left: number;

  constructor(log: LoadedLog, budget: number) {
    this.log = log;
    this.left = budget;
  }

  /** False when nothing more will be read. */
  get hasBudget(): boolean {
    return this.left > 0;
  }

  /**
   * The event, or null when it is too large, no JSON, beyond the budget, or when its source is gone. What a view shows
   * then is less, never wrong; that the source is gone is reported by the rows themselves.
   */
  async read(ordinal: number): Promise<EventDocument | null> {
    if (this.left <= 0 || ordinal < 0) return null;
    this.left--;
    if ((this.log.index.columns.byteLength[ordinal] as number) > MAX_PARSED) return null;
    try {
      return readEventDocument(await this.log.read(ordinal));
    } catch (error) {
      if (error instanceof SourceError) return null;
      throw error;
    }
  }

  /** Members of the payload of an event; none where `read` gives null. */
  async fields(ordinal: number): Promise<Fields> {
    return new Fields((await this.read(ordinal))?.payload);
  }
}
