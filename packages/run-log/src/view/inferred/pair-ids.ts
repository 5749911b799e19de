/** The ids by which events belong together, read from their payloads within a bound. */
import { isRecord } from '@openwop-inspector/base';
import { inferredKind } from '../../graph/inferred-kinds.ts';
import type { LoadedLog } from '../loaded-log.ts';
import { PayloadReader } from '../read-payload.ts';
import { mapSideBySide } from '../side-by-side.ts';

/** Bytes of one event that is read, and of all together. */
const MAX_EVENT = 256 * 1024;
const MAX_BYTES = 32 * 1024 * 1024;
/** Longer ids pair nothing. */
const MAX_ID = 1_024;

/** What was read of an event; it is read again when it is written elsewhere. */
interface Read {
  readonly offset: number;
  readonly id: string | null;
}

/** Reads each event once, however often a log that grows is looked at. */
export class PairIdReader {
  private readonly known = new Map<number, Read>();
  private bytes = 0;

  /** Ids of those rows that could be read, and how many could not. */
  async read(
    log: LoadedLog,
    rows: readonly number[],
  ): Promise<{ readonly ids: ReadonlyMap<number, string>; readonly notRead: number }> {
    const missing = rows.filter((row) => this.isMissing(log, row));
    const reader = new PayloadReader(log, missing.length);
    await mapSideBySide(missing, async (row) => {
      const offset = log.index.columns.offset[row] as number;
      const { key } = inferredKind(log.index.typeOf(row)).pairing ?? {};
      const payload = (await reader.read(row))?.payload;
      const id = key !== undefined && isRecord(payload) ? payload[key] : null;
      this.known.set(row, { offset, id: typeof id === 'string' && id.length <= MAX_ID ? id : null });
    });
    const ids = new Map<number, string>();
    let notRead = 0;
    for (const row of rows) {
      const read = this.known.get(row);
      if (read === undefined) notRead++;
      else if (read.id !== null) ids.set(row, read.id);
    }
    return { ids, notRead };
  }

  private isMissing({ index: { columns } }: LoadedLog, row: number): boolean {
    if (this.known.get(row)?.offset === columns.offset[row]) return false;
    const length = columns.byteLength[row] as number;
    if (length > MAX_EVENT || this.bytes + length > MAX_BYTES) return false;
    this.bytes += length;
    return true;
  }
}
