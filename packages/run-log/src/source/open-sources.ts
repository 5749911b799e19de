import { BlockReader } from './block-reader.ts';
import { type ByteSource, bytesSource } from './byte-source.ts';

/** The sources of a log by their numbers, with what is read of them in small ranges. */
export class OpenSources {
  private readonly opened: { source: ByteSource; reader: BlockReader }[] = [];
  /** Bytes of events that stand nowhere in one piece, one behind the other. */
  private aside = new Uint8Array(64 * 1024);
  private asideLength = 0;
  /** Number of the source that they are: behind all others. */
  private readonly asideNumber: number;

  constructor(sources: number) {
    this.asideNumber = sources;
  }

  /** Takes a source, in place of the one that had its number before. */
  set(number: number, source: ByteSource): void {
    this.opened[number] = { source, reader: new BlockReader(source) };
  }

  /** Stores a copy of the bytes of an event that is nowhere in one piece; returns their place. */
  keepAside(bytes: Uint8Array): { readonly source: number; readonly offset: number } {
    const offset = this.asideLength;
    this.asideLength += bytes.length;
    if (this.asideLength > this.aside.length) {
      const wider = new Uint8Array(Math.max(this.aside.length * 2, this.asideLength));
      wider.set(this.aside);
      this.aside = wider;
    }
    this.aside.set(bytes, offset);
    this.set(this.asideNumber, bytesSource('joined frames', this.aside.subarray(0, this.asideLength)));
    return { source: this.asideNumber, offset };
  }

  readAt(source: number, offset: number, length: number): Promise<Uint8Array> {
    const opened = this.opened[source];
    if (opened === undefined) throw new Error(`there is no source ${source}`);
    return opened.reader.read(offset, length);
  }

  /** Fills a buffer of the caller's as far as the source goes; answers how many bytes there were. */
  async readInto(target: Uint8Array, number: number, offset: number): Promise<number> {
    const source = this.opened[number]?.source;
    if (source?.readInto !== undefined) {
      let filled = 0;
      for (let got = 1; got > 0 && filled < target.length; filled += got)
        got = await source.readInto(target, filled, target.length - filled, offset + filled);
      return filled;
    }
    const bytes = await this.readAt(number, offset, target.length);
    target.set(bytes);
    return bytes.length;
  }

  async close(): Promise<void> {
    for (const { source } of this.opened) await source.close?.();
  }
}
