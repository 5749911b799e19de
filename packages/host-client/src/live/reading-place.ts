import { counted } from '../ledger/ledger-words.ts';

/** What is being read. */
export type Reading = 'stream' | 'poll' | 'bundle';

const NAMES: Record<Reading, string> = {
  stream: 'the stream',
  poll: 'an answer of the JSON log',
  bundle: 'the debug bundle',
};

/** Where a session reads: kept as it goes, and told when the reader fails. */
export class ReadingPlace {
  private reading: Reading | null = null;
  private frames = 0;
  private bytes = 0;

  begin(reading: Reading): void {
    this.reading = reading;
    this.frames = 0;
    this.bytes = 0;
  }

  /** A frame, or an event of an answer. */
  frame(): void {
    this.frames++;
  }

  took(bytes: number): void {
    this.bytes += bytes;
  }

  /** "frame 12 of the stream, byte 10,240, behind sequence 4,811". */
  words(lastSequence: number | null): string {
    const behind =
      lastSequence === null ? 'before the first event' : `behind sequence ${counted(lastSequence)}`;
    if (this.reading === null) return behind;
    const name = NAMES[this.reading];
    const item = this.reading === 'stream' ? 'frame' : 'event';
    return `${item} ${counted(this.frames)} of ${name}, byte ${counted(this.bytes)}, ${behind}`;
  }
}
