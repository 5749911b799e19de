import { FastReader } from '../index/fast-reader.ts';
import { CaptureLines } from '../read/capture-lines.ts';
import { emptyResult, type ReadContext, type ReadResult } from '../read/read-context.ts';
import { LineReader } from '../read/read-lines.ts';
import type { ReadProgress, ScannerChoice } from '../read/read-source.ts';
import { EntryScanner } from '../scan/entry-scanner.ts';
import { giveScanner, takeScanner } from '../scan/fast-scanner.ts';
import type { ByteSource } from '../source/byte-source.ts';
import { ByteWindow } from '../source/byte-window.ts';

/** Reads a capture that is still written, from where it stopped before. A line that is cut waits for its rest. */
export class GrowingReader {
  readonly result: ReadResult = emptyResult('capture');
  private readonly window: ByteWindow;
  private readonly capture: CaptureLines;
  private readonly lines: LineReader;
  private readonly scanner = takeScanner();

  constructor(
    source: ByteSource,
    parts: Pick<ReadContext, 'index' | 'keepAside' | 'pause'>,
    choice: ScannerChoice | undefined,
  ) {
    const entry = new EntryScanner(this.scanner.program);
    this.window = new ByteWindow(source, entry.json, null, this.scanner.windows);
    const fast = new FastReader(this.scanner, parts.index, 0, choice === 'plain');
    const context: ReadContext = { ...parts, window: this.window, entry, fast, sourceNumber: 0 };
    this.capture = new CaptureLines(context);
    this.lines = new LineReader(context, this.window.start, 1, this.capture);
  }

  get progress(): ReadProgress {
    const { readTo: bytesRead, source } = this.window;
    return { format: 'capture', gzip: false, bytesRead, bytesTotal: source.sizeBytes };
  }

  /** Reads what there is; false when it was stopped. Rejects with a `SourceError` when the source cannot be read. */
  async readOn(): Promise<boolean> {
    this.window.reopen();
    const isRead = await this.lines.readOn();
    this.result.header = this.capture.members;
    this.result.cancelled = !isRead;
    return isRead;
  }

  /** Nothing more will come: what is left of a line is reported as cut off. */
  finish(): void {
    this.result.endsEarly = this.lines.finish();
    this.result.header = this.capture.members;
  }

  /** Nothing is read any more. */
  async close(): Promise<void> {
    await this.window.close();
    giveScanner(this.scanner);
  }
}
