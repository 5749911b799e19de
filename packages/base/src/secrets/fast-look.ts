/** The quick scan for secrets in WebAssembly (`assembly/secret-look.ts`). */
import { program } from '../generated/look-program.ts';
import { writeLookTables } from './look-tables.ts';
import { mayHoldTorn } from './many-texts.ts';
import { mayBeNameBefore } from './secret-names.ts';

interface LookExports {
  readonly memory: WebAssembly.Memory;
  room(): number;
  list(): number;
  lookAtAll(count: number): number;
  isSuspect(from: number, to: number): number;
}

/** Maximum number of ranges scanned in one call. */
const MAX_RANGES = 4096;
const BLANK = 0x20;
/** Number of bytes after a text that the scan may read. */
const BEHIND = 256;
/** Size of a piece of text in bytes, and number of its last characters that are scanned again with the next one. */
const PIECE = 256 * 1024;
const OVERLAP = 1024;

const encoder = new TextEncoder();

/** A look at ranges of the text in `room`. */
export class FastLook {
  /** Where text is written. */
  readonly room: Uint8Array;
  private readonly wasm: LookExports;
  private readonly piece: Uint8Array;
  private readonly memory: Uint8Array;
  private readonly ranges: Uint32Array;
  private readonly start: number;
  private count = 0;

  constructor(module: WebAssembly.Module) {
    // The exports of our own program.
    this.wasm = new WebAssembly.Instance(module, {}).exports as unknown as LookExports;
    const { buffer } = this.wasm.memory;
    this.memory = new Uint8Array(buffer);
    writeLookTables(new Uint8Array(buffer));
    this.start = this.wasm.room();
    const last = buffer.byteLength - PIECE - BEHIND;
    this.room = new Uint8Array(buffer, this.start, last - this.start);
    this.piece = new Uint8Array(buffer, last, PIECE);
    this.ranges = new Uint32Array(buffer, this.wasm.list(), 2 * MAX_RANGES);
  }

  /** True for a text in which something may have to be masked, but for a name at its very end. O(length). */
  isSuspect(text: string): boolean {
    const { byteOffset } = this.piece;
    for (let from = 0; ; ) {
      const { read, written } = encoder.encodeInto(from === 0 ? text : text.slice(from), this.piece);
      this.memory.fill(BLANK, byteOffset + written, byteOffset + written + BEHIND);
      if (this.wasm.isSuspect(byteOffset, byteOffset + written) !== 0) return true;
      if (from + read >= text.length) return false;
      from += read - OVERLAP;
    }
  }

  /** The same of the bytes of a text. O(bytes). */
  areSuspect(bytes: Uint8Array): boolean {
    const { byteOffset } = this.piece;
    for (let from = 0; ; from += PIECE - OVERLAP) {
      const part = bytes.subarray(from, from + PIECE);
      this.piece.set(part);
      this.memory.fill(BLANK, byteOffset + part.length, byteOffset + part.length + BEHIND);
      if (this.wasm.isSuspect(byteOffset, byteOffset + part.length) !== 0) return true;
      if (from + part.length >= bytes.length) return false;
    }
  }

  /** Adds a range; false when the memory is full. */
  add(from: number, to: number): boolean {
    if (this.count === MAX_RANGES) return false;
    this.ranges[2 * this.count] = this.start + from;
    this.ranges[2 * this.count + 1] = this.start + to;
    this.count++;
    return true;
  }

  /** Numbers of the added ranges that may hold a secret. Valid until the next `add`. O(bytes). */
  look(): Uint32Array {
    const found = this.wasm.lookAtAll(this.count);
    this.count = 0;
    return this.ranges.subarray(0, found);
  }
}

let shared: FastLook | null = null;

/** The one of this thread, made at the first call. Throws where the policy of a page forbids WebAssembly. */
export function fastLook(): FastLook {
  shared ??= new FastLook(new WebAssembly.Module(bytesOfProgram(program)));
  return shared;
}

/** The bytes of a program that was compiled to base64. */
export function bytesOfProgram(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
}

// Scans raw text, JSON included, quickly: false where nothing is to be masked, which is most events. It is made of the
// same table as the finder, so that it is true wherever the masker would change anything.

let isEnabled = false;

/**
 * Allows the quick scan, which compiles WebAssembly: the policy of the window forbids that. Without it every text is
 * given to the finder, at about 20 MB/s in place of 400.
 */
export function enableFastLook(): void {
  isEnabled = true;
}

/** True for a text in which something may have to be masked. O(length), in about the time of reading it as JSON. */
export function mayHoldSecrets(text: string): boolean {
  if (!isEnabled || mayHoldTorn(text)) return true;
  return fastLook().isSuspect(text) || mayBeNameBefore(text, text.length);
}

/** From this length on the quick scan takes less time than the search. */
const SCANNED = 48;

/**
 * True for parsed JSON text in which nothing is to be masked; false where the quick scan cannot decide. Scanned in its
 * raw spelling, where a backslash of its own is not an escape. O(length).
 */
export function isClearOfSecrets(text: string): boolean {
  if (!isEnabled || text.length < SCANNED) return false;
  return !mayHoldSecrets(text.includes('\\') ? JSON.stringify(text) : text);
}
