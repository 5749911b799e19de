import { parseAsWritten } from '@openwop-inspector/base';
import { Fields } from '@openwop-inspector/events';
import { type EventDocument, readEventDocument } from '../index/event-document.ts';
import { SourceError } from '../source/byte-source.ts';
import type { LoadedLog } from './loaded-log.ts';
import { payloadMembers } from './named-members.ts';
import { mapSideBySide } from './side-by-side.ts';

/** Events over this many bytes are not parsed to be folded or put in lanes. */
const MAX_PARSED = 8 * 1024 * 1024;

/** Reads events for a view that can do without some of them: no more than `left` are parsed. */
export class PayloadReader {
  private readonly log: LoadedLog;
  private left: number;
  private readonly ahead: ReadAhead | null;

  /** With `ahead`, events that it has read are not read again. */
  constructor(log: LoadedLog, budget: number, ahead: ReadAhead | null = null) {
    this.log = log;
    this.left = budget;
    this.ahead = ahead;
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
    if (!this.mayRead(ordinal)) return null;
    const known = this.ahead?.find(ordinal);
    return known === undefined ? readOne(this.log, ordinal) : known;
  }

  /** False beyond the budget, which it takes one of. */
  private mayRead(ordinal: number): boolean {
    if (this.left <= 0 || ordinal < 0) return false;
    this.left--;
    return (this.log.index.columns.byteLength[ordinal] as number) <= MAX_PARSED;
  }

  /** The bytes of the event; null where `read` gives null, unless for what is no JSON. */
  async bytes(ordinal: number): Promise<Uint8Array | null> {
    return this.mayRead(ordinal) ? bytesOf(this.log, ordinal) : null;
  }

  /** Named members of the payload of an event, without parsing the rest; none where `read` gives null. */
  async named(ordinal: number, names: ReadonlySet<string>): Promise<Fields> {
    const bytes = await this.bytes(ordinal);
    return new Fields(bytes === null ? undefined : payloadMembers(bytes, names));
  }

  /** Members of the payload of an event; none where `read` gives null. */
  async fields(ordinal: number): Promise<Fields> {
    return new Fields((await this.read(ordinal))?.payload);
  }
}

async function readOne(log: LoadedLog, ordinal: number): Promise<EventDocument | null> {
  const bytes = await bytesOf(log, ordinal);
  return bytes === null ? null : readEventDocument(bytes, parseAsWritten);
}

/** Null when the source is gone. */
async function bytesOf(log: LoadedLog, ordinal: number): Promise<Uint8Array | null> {
  try {
    return await log.read(ordinal);
  } catch (error) {
    if (error instanceof SourceError) return null;
    throw error;
  }
}

/** Events of more bytes are read when it is their turn: 2,000 of these, which is what lanes read, are 128 MiB. */
const MAX_AHEAD = 64 * 1024;

/**
 * Reads at once what a view requests one by one. The view is made first of what is known, which shows what is missing,
 * and made again when that was read: where every read is a request, they no longer wait for each other.
 */
export class ReadAhead {
  private readonly log: LoadedLog;
  private readonly known = new Map<number, EventDocument | null>();
  private readonly missing = new Set<number>();
  private isPlanning = false;
  /** True when a planned read was answered with null for an event that was not read. */
  private hasGaps = false;

  constructor(log: LoadedLog) {
    this.log = log;
  }

  /** What is known of an event; undefined where it is to be read now. */
  find(ordinal: number): EventDocument | null | undefined {
    const known = this.known.get(ordinal);
    if (known !== undefined || !this.isPlanning) return known;
    this.hasGaps = true;
    if ((this.log.index.columns.byteLength[ordinal] as number) <= MAX_AHEAD) this.missing.add(ordinal);
    return null;
  }

  /**
   * Makes a view by `make`, which is called until all that it reads is known, `rounds` times at most, and then once more
   * with reads in their turn. It must not change what it is made of.
   */
  async settled<T>(rounds: number, make: () => Promise<T>): Promise<T> {
    for (let round = 0; round < rounds; round++) {
      this.isPlanning = true;
      this.hasGaps = false;
      const made = await make();
      this.isPlanning = false;
      if (!this.hasGaps) return made;
      if (this.missing.size === 0) break;
      await this.readMissing();
    }
    return make();
  }

  /**
   * From the last to the first: reads that follow each other are taken from one stream of the source, which carries all
   * that lies between them.
   */
  private async readMissing(): Promise<void> {
    const rows = [...this.missing].sort((a, b) => b - a);
    this.missing.clear();
    const read = (row: number): Promise<EventDocument | null> => readOne(this.log, row);
    const documents = await mapSideBySide(rows, read);
    rows.forEach((row, i) => {
      this.known.set(row, documents[i] ?? null);
    });
  }
}

/** `durationMs` of an event in ms; null where there is none, and for an event that cannot be read. Costs one read. */
export async function measuredDuration(log: LoadedLog, ordinal: number): Promise<number | null> {
  const ms = (await new PayloadReader(log, 1).fields(ordinal)).number('durationMs');
  return ms !== null && ms >= 0 ? ms : null;
}
