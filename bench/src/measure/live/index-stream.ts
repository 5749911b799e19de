import { type ByteSource, openRunLog } from '@openwop-inspector/run-log';
import { createParser } from 'eventsource-parser';
import { chunksOf } from '../lines.ts';
import { peakMemoryHere, type Work } from '../measured.ts';

/**
 * Frames parsed and their events indexed, with refreshes while the log grows, and nothing else of a live session: no
 * ledger, no masking, no capture on disk.
 */
export async function indexStream(file: string): Promise<Work> {
  const lines = new GrowingLines();
  const log = openRunLog(lines.source, { grows: true });
  const decoder = new TextDecoder();
  const parser = createParser({ onEvent: ({ data }) => lines.add(data) });
  const startedMs = performance.now();
  for (const chunk of chunksOf(file)) {
    parser.feed(decoder.decode(chunk, { stream: true }));
    void log.grow(lines.take(), false);
    // Each chunk in a turn of its own, as a socket hands it over.
    await new Promise(setImmediate);
  }
  await log.grow(lines.take(), true);
  const ms = performance.now() - startedMs;
  const peakBytes = peakMemoryHere();
  const events = log.order.length;
  await log.close();
  return { ms, peakBytes, events, refreshes: log.refreshes };
}

/** Lines in memory, read as a source that grows. */
class GrowingLines {
  readonly source: ByteSource;
  private readonly encoder = new TextEncoder();
  private bytes = new Uint8Array(1 << 26);
  private size = 0;
  private text = '';

  constructor() {
    const read = async (offset: number, length: number): Promise<Uint8Array> =>
      this.bytes.subarray(offset, Math.min(this.size, offset + length));
    const size = (): number => this.size;
    this.source = {
      name: 'stream',
      origin: 'memory',
      get sizeBytes() {
        return size();
      },
      read,
    };
  }

  add(line: string): void {
    this.text += `${line}\n`;
  }

  /** Writes the lines that were added; answers the size by then. */
  take(): number {
    // A UTF-16 unit takes three bytes at most.
    if (this.size + this.text.length * 3 > this.bytes.length) {
      const wider = new Uint8Array(Math.max(this.bytes.length * 2, this.size + this.text.length * 3));
      wider.set(this.bytes);
      this.bytes = wider;
    }
    this.size += this.encoder.encodeInto(this.text, this.bytes.subarray(this.size)).written;
    this.text = '';
    return this.size;
  }
}

/** The floor: eventsource-parser alone. Frames are counted and dropped; their data stays text. */
export function parseStream(file: string): Work {
  let events = 0;
  const parser = createParser({
    onEvent: () => {
      events += 1;
    },
  });
  const decoder = new TextDecoder();
  for (const chunk of chunksOf(file)) parser.feed(decoder.decode(chunk, { stream: true }));
  return { events };
}
