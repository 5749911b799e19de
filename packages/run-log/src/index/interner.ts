import { type MaskedText, masker, mayBeMasked } from '@openwop-inspector/base';
import { IdHash } from '../scan/id-hash.ts';
import type { StringSpan } from '../scan/string-span.ts';

const encoder = new TextEncoder();
const decoder = new TextDecoder();
/** What a name takes beside its bytes and its text. */
const NAME_BYTES = 200;

/**
 * Numbers for repeated strings (types, nodes, runs). Number 0 is the empty string. A known string costs one hash over
 * its bytes and one comparison, and makes no garbage.
 */
export class Interner {
  private readonly bytes: Uint8Array[] = [new Uint8Array(0)];
  private readonly texts: string[] = [''];
  /** Made when they are first shown: a text that looks like a secret keeps a tag of its own (security S-14). */
  private readonly masked: MaskedText[] = [];
  private readonly fitting = new Map<RegExp, boolean[]>();
  private slots = new Int32Array(256);
  private last = 0;
  /** About the memory that the names take, in bytes. */
  heldBytes = 0;
  /** The latest id for a cheap mix of a name's bytes, tried before its hash. */
  private readonly memo = new Int32Array(256);
  /** Seeded, so that nobody can write names that collide on purpose. */
  private readonly hash = new IdHash();

  get size(): number {
    return this.texts.length;
  }

  textOf(id: number): string {
    return this.texts[id] ?? '';
  }

  /** The text as it may be shown. */
  shownOf(id: number): MaskedText {
    this.masked[id] ??= masker.identity(this.textOf(id));
    return this.masked[id];
  }

  /** The first `limit` texts as they may be shown, but for the empty one. */
  shown(limit: number): readonly MaskedText[] {
    return Array.from({ length: Math.min(limit, this.size - 1) }, (_, i) => this.shownOf(i + 1));
  }

  /** Every interned text but the empty one, by number from 1. */
  all(): readonly string[] {
    return this.texts.slice(1);
  }

  idOfSpan(span: StringSpan): number {
    return span.start < 0 ? 0 : this.idOfRange(span.bytes, span.start, span.end);
  }

  idOfText(text: string): number {
    return this.idOfBytes(encoder.encode(text));
  }

  idOfBytes(bytes: Uint8Array): number {
    return this.idOfRange(bytes, 0, bytes.length);
  }

  /** Number of a text, as recorded or as shown; -1 when it is not interned. */
  find(text: string): number {
    const id = this.texts.indexOf(text);
    return id >= 0 || !mayBeMasked(text) ? id : this.texts.findIndex((_, i) => this.shownOf(i) === text);
  }

  /** Whether a text fits a pattern without the flags g and y, which is asked once for each text. O(1). */
  fits(id: number, pattern: RegExp): boolean {
    let known = this.fitting.get(pattern);
    if (known === undefined) {
      known = [];
      this.fitting.set(pattern, known);
    }
    known[id] ??= pattern.test(this.textOf(id));
    return known[id];
  }

  private idOfRange(source: Uint8Array, start: number, end: number): number {
    // Neighbouring events mostly share their run and often their node; a few names make up most of a log.
    if (this.equals(this.last, source, start, end)) return this.last;
    const length = end - start;
    const memo =
      (length * 7 + (source[start + (length >> 1)] as number) * 5 + (source[end - 1] as number)) & 255;
    const known = this.memo[memo] as number;
    if (known !== 0 && this.equals(known, source, start, end)) {
      this.last = known;
      return known;
    }
    const id = this.findOrInsert(source, start, end);
    this.memo[memo] = id;
    this.last = id;
    return id;
  }

  private findOrInsert(source: Uint8Array, start: number, end: number): number {
    let slot = this.hash.start().add(source, start, end).finish().a & (this.slots.length - 1);
    for (;;) {
      const id = this.slots[slot] as number;
      if (id === 0) break;
      if (this.equals(id, source, start, end)) return id;
      slot = (slot + 1) & (this.slots.length - 1);
    }
    if (start === end) return 0;
    return this.insert(source.slice(start, end), slot);
  }

  private equals(id: number, source: Uint8Array, start: number, end: number): boolean {
    const held = this.bytes[id] as Uint8Array;
    if (held.length !== end - start) return false;
    for (let i = 0; i < held.length; i++) if (held[i] !== source[start + i]) return false;
    return true;
  }

  private insert(bytes: Uint8Array, slot: number): number {
    const id = this.texts.length;
    this.bytes.push(bytes);
    this.heldBytes += NAME_BYTES + 3 * bytes.length;
    this.texts.push(decoder.decode(bytes));
    this.slots[slot] = id;
    if (id * 2 > this.slots.length) this.rehash();
    return id;
  }

  private rehash(): void {
    const slots = new Int32Array(this.slots.length * 2);
    for (let id = 1; id < this.bytes.length; id++) {
      const bytes = this.bytes[id] as Uint8Array;
      let slot = this.hash.start().add(bytes, 0, bytes.length).finish().a & (slots.length - 1);
      while (slots[slot] !== 0) slot = (slot + 1) & (slots.length - 1);
      slots[slot] = id;
    }
    this.slots = slots;
  }
}

/** Ids that were masked and are kept, so that a question by what was shown finds them; the oldest go first. */
const KEPT = 10_000;

/** Ids of a log as they are shown. Ids are taken apart by nobody, so one that looks like a secret keeps a tag (S-14). */
export class ShownIds {
  private readonly masked = new Map<MaskedText, string>();

  of(recorded: string): MaskedText {
    const shown = masker.identity(recorded);
    if (shown === recorded || this.masked.has(shown)) return shown;
    this.masked.set(shown, recorded);
    const oldest = this.masked.size > KEPT ? this.masked.keys().next() : undefined;
    if (oldest !== undefined && oldest.done !== true) this.masked.delete(oldest.value);
    return shown;
  }

  /** The id as recorded, of one that was shown before; any other text as it is. Never for showing. */
  recorded(asked: string): string {
    if (!mayBeMasked(asked)) return asked;
    for (const [shown, recorded] of this.masked) if (shown === asked) return recorded;
    return asked;
  }
}
