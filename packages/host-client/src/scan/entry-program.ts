/**
 * The scan of an entry in WebAssembly (`assembly/index.ts`), with the quick look for secrets over the same bytes. Where
 * the platform does not let it run, there is none.
 */
import { bytesOfProgram, writeLookTables } from '@openwop-inspector/base';
import { program } from '../generated/entry-program.ts';
import { FIELD_COUNT, NAMES } from './entry-fields.ts';

interface EntryExports {
  readonly memory: WebAssembly.Memory;
  /** 0 for a text that is left to the scan in JavaScript. */
  scan(length: number): number;
  hashOfPayload(): number;
  hashOfIdentity(): number;
  hashOfEventId(): number;
  isSuspect(length: number): number;
}

// Places that the program knows.
const STARTS = 0x98000;
const ENDS = 0x98100;
const NAMES_AT = 0x98200;
const LENGTHS = 0x98300;
const MASKS = 0x98400;
const TEXT = 0xa0000;
/** Behind a text the look for secrets reads on. */
const BEHIND = 512;
const NAME_BYTES = 16;

/** One program, its memory, and the text that was written there last. */
export class EntryProgram {
  readonly wasm: EntryExports;
  /** Where the text of an entry is written. */
  readonly room: Uint8Array;
  /** Where the values of the members begin in it, by `FIELD`; -1 for those that are not there. */
  readonly starts: Int32Array;
  readonly ends: Int32Array;

  /** Throws where WebAssembly cannot run. About 20 ms. */
  constructor() {
    const module = new WebAssembly.Module(bytesOfProgram(program));
    // The exports of our own program.
    this.wasm = new WebAssembly.Instance(module, {}).exports as unknown as EntryExports;
    const { buffer } = this.wasm.memory;
    writeLookTables(new Uint8Array(buffer));
    writeNames(new Uint8Array(buffer));
    this.room = new Uint8Array(buffer, TEXT, buffer.byteLength - TEXT - BEHIND);
    this.starts = new Int32Array(buffer, STARTS, FIELD_COUNT);
    this.ends = new Int32Array(buffer, ENDS, FIELD_COUNT);
  }
}

function writeNames(memory: Uint8Array): void {
  NAMES.forEach((name, field) => {
    memory.set(name, NAMES_AT + field * NAME_BYTES);
    memory[LENGTHS + field] = name.length;
  });
  for (let length = 0; length < NAME_BYTES; length++)
    memory.fill(0xff, MASKS + length * NAME_BYTES, MASKS + length * NAME_BYTES + length);
}

/** The program, or null where it cannot run. */
export function makeEntryProgram(): EntryProgram | null {
  try {
    return new EntryProgram();
  } catch {
    return null;
  }
}
