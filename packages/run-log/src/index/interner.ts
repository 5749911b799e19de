import { type MaskedText, masker, mayBeMasked, storedIn, storeRecent } from '@openwop-inspector/base';
import { v1EventName } from '@openwop-inspector/protocol';

const encoder = new TextEncoder();
const decoder = new TextDecoder();
/** Makes one character of each byte. */
const characters = new TextDecoder('latin1');
/** What a name takes next to its bytes and its text. */
const NAME_BYTES = 200;

/**
 * Numbers for repeated strings (types, nodes, runs). Number 0 is the empty string. O(length) a string.
 */
export class Interner {
  /** Numbers by the bytes of a name, a character each: names that differ in what is no UTF-8 are different. */
  private readonly ids = new Map([['', 0]]);
  private readonly texts: string[] = [''];
  /** Made when they are first displayed: a text that looks like a secret keeps a tag of its own (security S-14). */
  private readonly masked: MaskedText[] = [];
  private readonly fitting = new Map<RegExp, boolean[]>();
  /** About the memory that the names take, in bytes. */
  usedBytes = 0;

  get size(): number {
    return this.texts.length;
  }

  textOf(id: number): string {
    return this.texts[id] ?? '';
  }

  /** The text as it may be displayed. */
  labelOf(id: number): MaskedText {
    this.masked[id] ??= masker.identity(this.textOf(id));
    return this.masked[id];
  }

  /** The first `limit` texts as they may be displayed, but for the empty one. */
  labels(limit: number): readonly MaskedText[] {
    return Array.from({ length: Math.min(limit, this.size - 1) }, (_, i) => this.labelOf(i + 1));
  }

  /** Every interned text but the empty one, by number from 1. */
  all(): readonly string[] {
    return this.texts.slice(1);
  }

  idOfText(text: string): number {
    return this.idOfBytes(encoder.encode(text));
  }

  /** Number of a text, as recorded or as displayed; -1 when it is not interned. */
  find(text: string): number {
    const known = this.knownId(encoder.encode(text));
    // A text of bytes that are no UTF-8 has others.
    const id = known ?? (text.includes('\ufffd') ? this.texts.indexOf(text) : -1);
    return id >= 0 || !mayBeMasked(text) ? id : this.texts.findIndex((_, i) => this.labelOf(i) === text);
  }

  /** Whether a text fits a pattern without the flags g and y, which is tested once for each text. O(1). */
  fits(id: number, pattern: RegExp): boolean {
    const known = storedIn(this.fitting, pattern, () => []);
    known[id] ??= pattern.test(this.textOf(id));
    return known[id];
  }

  idOfBytes(bytes: Uint8Array): number {
    return this.knownId(bytes) ?? this.setId(bytes, this.texts.push(decoder.decode(bytes)) - 1);
  }

  protected knownId(bytes: Uint8Array): number | undefined {
    return this.ids.get(characters.decode(bytes));
  }

  /** From now on these bytes have the number. */
  protected setId(bytes: Uint8Array, id: number): number {
    this.ids.set(characters.decode(bytes), id);
    this.usedBytes += NAME_BYTES + 3 * bytes.length;
    return id;
  }

  protected rename(id: number, text: string): void {
    this.texts[id] = text;
    delete this.masked[id];
  }
}

/**
 * Numbers for event types. The two spellings of a renamed type have one number, whose text is the name of v1 (run-events 3.6), so
 * that whatever reads a log knows one catalogue.
 */
export class TypeNames extends Interner {
  /** Numbers by the number of the recorded spelling. */
  private readonly canonical: number[] = [];
  /** True when the last number returned was that of a v2 spelling. */
  isV2 = false;
  /** True once any was. */
  hasV2 = false;

  override find(text: string): number {
    return super.find(v1EventName(text));
  }

  override idOfBytes(bytes: Uint8Array): number {
    const id = super.idOfBytes(bytes);
    let known = this.canonical[id];
    if (known === undefined) {
      const name = v1EventName(this.textOf(id));
      known = name === this.textOf(id) ? id : this.idOfText(name);
      this.canonical[id] = known;
    }
    this.isV2 = known !== id;
    this.hasV2 ||= this.isV2;
    return known;
  }
}

/** The id of a run of v2: its tenant, and the part behind it (run-events 3.6). */
export const WITH_TENANT = /^(?:anon:)?[\w.~-]{1,128}\/([\w.~-]{16,128})$/;

/** Numbers for runs. The id with the tenant and its part behind the tenant have one number, whose text is the id. */
export class RunNames extends Interner {
  /** Numbers by the part behind the tenant. */
  private readonly byPart = new Map<string, number>();
  /** Runs that were named in both forms. */
  inBothForms = 0;

  override find(text: string): number {
    const id = super.find(text);
    return id >= 0 ? id : (this.byPart.get(text) ?? -1);
  }

  /** The id of a run of the log that is named in either form; any other text as it is. */
  wholeIdOf(named: string): string {
    const id = this.find(named);
    return id < 0 ? named : this.textOf(id);
  }

  override idOfBytes(bytes: Uint8Array): number {
    const known = this.knownId(bytes);
    if (known !== undefined) return known;
    const text = decoder.decode(bytes);
    const part = WITH_TENANT.exec(text)?.[1];
    const same = this.byPart.get(part ?? text);
    // Two tenants may have a run each that is called the same.
    if (same !== undefined && (part === undefined || this.textOf(same) === part)) {
      this.inBothForms++;
      if (part !== undefined) this.rename(same, text);
      return this.setId(bytes, same);
    }
    const id = super.idOfBytes(bytes);
    if (same === undefined) this.byPart.set(part ?? text, id);
    this.usedBytes += NAME_BYTES;
    return id;
  }
}

/** Ids that were masked and are stored, so that a question by what was displayed finds them; the oldest go first. */
const MAX_STORED = 10_000;

/** Ids of a log as they are displayed. Ids are taken apart by nobody, so one that looks like a secret keeps a tag (S-14). */
export class DisplayIds {
  private readonly masked = new Map<MaskedText, string>();

  of(recorded: string): MaskedText {
    const displayed = masker.identity(recorded);
    if (displayed !== recorded && !this.masked.has(displayed))
      storeRecent(this.masked, displayed, recorded, MAX_STORED);
    return displayed;
  }

  /** The id as recorded, of one that was displayed before; any other text as it is. Never for showing. */
  recorded(requested: string): string {
    if (!mayBeMasked(requested)) return requested;
    for (const [displayed, recorded] of this.masked) if (displayed === requested) return recorded;
    return requested;
  }
}
