const textDecoder = new TextDecoder();

/** A string value: `bytes[start, end)` without its quotes, unescaped. `start` is -1 when the field is absent. */
export class StringSpan {
  bytes: Uint8Array = new Uint8Array(0);
  start = -1;
  end = -1;

  clear(): void {
    this.start = -1;
    this.end = -1;
  }

  set(bytes: Uint8Array, start: number, end: number): void {
    this.bytes = bytes;
    this.start = start;
    this.end = end;
  }

  get present(): boolean {
    return this.start >= 0;
  }

  text(): string {
    return this.start < 0 ? '' : textDecoder.decode(this.bytes.subarray(this.start, this.end));
  }
}
