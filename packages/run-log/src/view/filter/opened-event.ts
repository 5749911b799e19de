import { masker, parseExactly } from '@openwop-inspector/base';
import { type EventDocument, eventDocumentOf } from '../../index/event-document.ts';
import type { LoadedLog } from '../loaded-log.ts';
import type { Turns } from './turns.ts';

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
  private asShown: readonly string[] | null = null;

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

  /** As it is shown: its ids with their tags, and its document masked. */
  get shown(): readonly string[] {
    if (this.asShown === null) {
      const { eventId, causationId } = this.document?.recorded ?? {};
      const cause = typeof causationId === 'string' ? [this.log.index.ids.of(causationId)] : [];
      this.asShown = [this.log.eventIdOf(this.row, eventId), ...cause, masker.json(this.text).text];
    }
    return this.asShown;
  }
}
