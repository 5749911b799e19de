import { type ByteSource, bytesSource } from './byte-source.ts';

/** Bytes of events that stand nowhere in one piece, one behind the other, in a source of their own. */
export class AsideBytes {
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

  /** What is kept by now. */
  source(): ByteSource {
    return bytesSource('joined frames', this.bytes.subarray(0, this.length));
  }
}
