/** What the terms of a filter become when they are bound to a log. */

import { masker, parseExactly } from '@openwop-inspector/base';
import { type EventDocument, eventDocumentOf } from '../../index/event-document.ts';
import type { Turns } from '../../next-turn.ts';
import type { LoadedLog } from '../loaded-log.ts';
import type { Bits } from './bits.ts';
import type { SearchPlan } from './search-plan.ts';

/** Tests one row by its columns alone. */
export type RowTest = (ordinal: number) => boolean;

/** Answered by columns. */
export interface ColumnLeaf {
  readonly kind: 'columns';
  readonly test: RowTest;
  /** The same of the first `rows` rows at once, as bits. Left out: the test is applied to each. */
  readonly fill?: (bits: Bits, rows: number) => void;
  /** Names the answer among those of a log, which are cached; null where it may change for a row. */
  readonly key: string | null;
}

/** Answered by the bytes of an event. */
export interface ByteLeaf {
  readonly kind: 'bytes';
  /** What to look for in the bytes before an event is decoded; null: every event is. */
  readonly plan: SearchPlan | null;
  /** The answer for events in which nothing was found, `ask` when `holds` is called all the same; null: none holds. */
  readonly otherwise: ((ordinal: number) => boolean | 'ask') | null;
  readonly holds: (event: OpenedEvent) => boolean | Promise<boolean>;
  /** False where the answer for an event may change while a log grows. */
  readonly isLasting: boolean;
}

/** A term that bytes answer, the same however the log grows. */
export const byteLeaf = (
  plan: ByteLeaf['plan'],
  holds: ByteLeaf['holds'],
  otherwise: ByteLeaf['otherwise'] = null,
): ByteLeaf => ({ kind: 'bytes', plan, otherwise, holds, isLasting: true });

/** A filter bound to a log. */
export type BoundTree =
  | { readonly kind: 'and'; readonly parts: readonly BoundTree[] }
  | { readonly kind: 'or'; readonly parts: readonly BoundTree[] }
  | { readonly kind: 'not'; readonly part: BoundTree }
  | ColumnLeaf
  | ByteLeaf;

const decoder = new TextDecoder();

/** One event whose bytes are at hand, decoded and parsed when a term asks for it, once for all terms. */
export class OpenedEvent {
  readonly log: LoadedLog;
  readonly row: number;
  /** For terms that take long over one event. */
  readonly turns: Turns;
  /** As recorded, until the event is let go. */
  readonly bytes: Uint8Array;
  private asText: string | null = null;
  private asLower: string | null = null;
  private asDocument: EventDocument | null | undefined;
  private asExact: EventDocument | null | undefined;
  private asDisplayed: readonly string[] | null = null;

  /** `bytes` are read until the event is let go; who owns them may write them again then. */
  constructor(log: LoadedLog, row: number, bytes: Uint8Array, turns: Turns) {
    this.log = log;
    this.row = row;
    this.turns = turns;
    this.bytes = bytes;
  }

  /** As recorded. */
  get text(): string {
    this.asText ??= decoder.decode(this.bytes);
    return this.asText;
  }

  get lower(): string {
    this.asLower ??= this.text.toLowerCase();
    return this.asLower;
  }

  /** Null when it is no JSON object. */
  get document(): EventDocument | null {
    if (this.asDocument === undefined) this.asDocument = eventDocumentOf(this.text);
    return this.asDocument;
  }

  /** The document with a `WrittenNumber` for each number that a double does not keep. */
  get exact(): EventDocument | null {
    if (this.asExact === undefined) this.asExact = eventDocumentOf(this.text, parseExactly);
    return this.asExact;
  }

  /** As it is displayed: its ids with their tags, and its document masked. */
  get masked(): readonly string[] {
    if (this.asDisplayed === null) {
      const { eventId, causationId } = this.document?.recorded ?? {};
      const cause = typeof causationId === 'string' ? [this.log.index.ids.of(causationId)] : [];
      this.asDisplayed = [this.log.eventIdOf(this.row, eventId), ...cause, masker.json(this.text).text];
    }
    return this.asDisplayed;
  }
}
