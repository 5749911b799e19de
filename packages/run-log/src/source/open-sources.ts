import { BlockReader } from './block-reader.ts';
import { type ByteSource, bytesSource } from './byte-source.ts';

/** The sources of a log by their numbers, with what is read of them in small ranges. */
export class OpenSources {
  private readonly opened: { source: ByteSource; reader: BlockReader }[] = [];
  private readonly aside = new AsideBytes();
  /** Number of the source of bytes that stand nowhere in one piece: behind all others. */
  private readonly asideNumber: number;

  constructor(sources: number) {
    this.asideNumber = sources;
  }

  /** Takes a source, in place of the one that had its number before. */
  set(number: number, source: ByteSource): void {
    this.opened[number] = { source, reader: new BlockReader(source) };
  }

  /** Stores bytes of an event that is nowhere in one piece; returns their place. */
  keepAside(bytes: Uint8Array): { readonly source: number; readonly offset: number } {
    const offset = this.aside.keep(bytes);
    this.set(this.asideNumber, this.aside.source());
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

/** Bytes of events that stand nowhere in one piece, one behind the other, in a source of their own. */
class AsideBytes {
  private bytes = new Uint8Array(64 * 1024);
  private length = 0;

  /** Keeps a copy; answers its place. */
  keep(bytes: Uint8Array): number {
    if (this.length + bytes.length > this.bytes.length) {
      const wider = new Uint8Array(Math.max(this.bytes.length * 2, this.length + bytes.length));
      wider.set(this.bytes);
      this.bytes = wider;
    }
    const offset = this.length;
    this.bytes.set(bytes, offset);
    this.length += bytes.length;
    return offset;
  }

  /** What is stored by now. */
  source(): ByteSource {
    return bytesSource('joined frames', this.bytes.subarray(0, this.length));
  }
}
