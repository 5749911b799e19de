import type { ByteSource } from './byte-source.ts';

const BLOCK = 256 * 1024;
/** Events that come in turns of several runs are read out of their order, some megabytes apart. */
const HELD = 32;

/**
 * Reads small ranges of a source through a few held blocks, so that neighbouring events cost one read. Holds at most
 * 8 MiB; larger ranges are read past it.
 */
export class BlockReader {
  private readonly source: ByteSource;
  private readonly blocks: { start: number; bytes: Promise<Uint8Array> }[] = [];

  constructor(source: ByteSource) {
    this.source = source;
  }

  /** The bytes `[offset, offset + length)`; do not write to them. */
  async read(offset: number, length: number): Promise<Uint8Array> {
    const start = Math.floor(offset / BLOCK) * BLOCK;
    if (offset + length - start > 2 * BLOCK) return this.source.read(offset, length);
    const from = offset - start;
    const first = await this.wholeBlock(start, Math.min(BLOCK, from + length));
    if (from + length <= first.length) return first.subarray(from, from + length);
    if (first.length < BLOCK) return first.subarray(from);
    const second = await this.wholeBlock(start + BLOCK, from + length - BLOCK);
    const out = new Uint8Array(Math.min(length, first.length - from + second.length));
    out.set(first.subarray(from));
    out.set(second.subarray(0, out.length - (first.length - from)), first.length - from);
    return out;
  }

  /** A block that has `wanted` bytes, if the source has them: one that was read before the source grew is read again. */
  private async wholeBlock(start: number, wanted: number): Promise<Uint8Array> {
    const reading = this.block(start);
    const bytes = await reading;
    if (bytes.length >= wanted || start + bytes.length >= this.source.sizeBytes) return bytes;
    const at = this.blocks.findIndex((block) => block.bytes === reading);
    if (at >= 0) this.blocks.splice(at, 1);
    return this.block(start);
  }

  private block(start: number): Promise<Uint8Array> {
    const at = this.blocks.findIndex((block) => block.start === start);
    const held = at < 0 ? undefined : this.blocks[at];
    if (held !== undefined) return held.bytes;
    const bytes = this.readBlock(start);
    // Who reads block after block will want the next one.
    const next = start + BLOCK;
    if (next < this.source.sizeBytes && this.holds(start - BLOCK) && !this.holds(next))
      void this.readBlock(next);
    return bytes;
  }

  private holds(start: number): boolean {
    return this.blocks.some((block) => block.start === start);
  }

  private readBlock(start: number): Promise<Uint8Array> {
    const bytes = this.source.read(start, BLOCK);
    this.blocks.unshift({ start, bytes });
    this.blocks.length = Math.min(this.blocks.length, HELD);
    // A read that failed must be tried again, not remembered.
    bytes.catch(() => {
      this.blocks.length = 0;
    });
    return bytes;
  }
}
