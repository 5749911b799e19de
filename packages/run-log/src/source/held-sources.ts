import { AsideBytes } from './aside-bytes.ts';
import { BlockReader } from './block-reader.ts';
import type { ByteSource } from './byte-source.ts';

/** The sources of a log by their numbers, with what is read of them in small ranges. */
export class HeldSources {
  private readonly held: { source: ByteSource; reader: BlockReader }[] = [];
  private readonly aside = new AsideBytes();
  /** Number of the source of bytes that stand nowhere in one piece: behind all others. */
  private readonly asideNumber: number;

  constructor(sources: number) {
    this.asideNumber = sources;
  }

  /** Takes a source, in place of the one that had its number before. */
  set(number: number, source: ByteSource): void {
    this.held[number] = { source, reader: new BlockReader(source) };
  }

  /** Keeps bytes of an event that stands nowhere in one piece; answers their place. */
  keepAside(bytes: Uint8Array): { readonly source: number; readonly offset: number } {
    const offset = this.aside.keep(bytes);
    this.set(this.asideNumber, this.aside.source());
    return { source: this.asideNumber, offset };
  }

  readAt(source: number, offset: number, length: number): Promise<Uint8Array> {
    const held = this.held[source];
    if (held === undefined) throw new Error(`there is no source ${source}`);
    return held.reader.read(offset, length);
  }

  async close(): Promise<void> {
    for (const { source } of this.held) await source.close?.();
  }
}
