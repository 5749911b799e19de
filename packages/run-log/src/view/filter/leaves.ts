/** What the terms of a filter become when they are bound to a log. */

import { masker, parseExactly } from '@openwop-inspector/base';
import type { EventAct } from '@openwop-inspector/events';
import { type EventDocument, eventDocumentOf } from '../../index/event-document.ts';
import type { Turns } from '../../next-turn.ts';
import { CarriedPasses } from '../carried-pass.ts';
import type { LoadedLog } from '../loaded-log.ts';
import { actsByRow } from '../row-types.ts';
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

/** A filter bound to a log. */
export type BoundTree =
  | { readonly kind: 'and'; readonly parts: readonly BoundTree[] }
  | { readonly kind: 'or'; readonly parts: readonly BoundTree[] }
  | { readonly kind: 'not'; readonly part: BoundTree }
  | ColumnLeaf
  | ByteLeaf;

const NODE_ENDS: ReadonlySet<EventAct | undefined> = new Set([
  'nodeCompleted',
  'nodeFailed',
  'nodeSuspendFailed',
  'nodeCancelled',
]);
const RUN_ENDS: ReadonlySet<EventAct | undefined> = new Set([
  'runCompleted',
  'runFailed',
  'runCancelled',
  'runDeadLettered',
]);

/** Takes rows in display order. */
class SpanPass {
  private readonly log: LoadedLog;
  private readonly actOf: (row: number) => EventAct | undefined;
  private readonly nodes = new Map<number, number>();
  private readonly runs = new Map<number, number>();
  /** Times of calls by their row: an answer that is before its call answers none. */
  private readonly calls = new Map<number, number>();
  private readonly tookMs = new Map<number, number>();

  constructor(log: LoadedLog) {
    this.log = log;
    this.actOf = actsByRow(log);
  }

  /** In ms by the times of both events; NaN where an event ends nothing that was seen to begin. */
  of(row: number): number {
    return this.tookMs.get(row) ?? Number.NaN;
  }

  take(row: number): void {
    const { columns } = this.log.index;
    const act = this.actOf(row);
    const run = columns.run[row] as number;
    const time = columns.time[row] as number;
    const node = run * 4_294_967_296 + (columns.node[row] as number);
    if (act === 'nodeStarted') this.nodes.set(node, time);
    else if (act === 'runStarted') this.runs.set(run, time);
    else if (act === 'toolCalled') this.calls.set(row, time);
    else if (act === 'toolReturned') this.note(row, this.calledAt(row));
    else if (NODE_ENDS.has(act)) {
      this.note(row, this.nodes.get(node));
      this.nodes.delete(node);
    } else if (RUN_ENDS.has(act)) this.note(row, this.runs.get(run));
  }

  private note(row: number, since: number | undefined): void {
    const took = (this.log.index.columns.time[row] as number) - (since ?? Number.NaN);
    if (took >= 0) this.tookMs.set(row, took);
  }

  /** The time of the call that an answer names as its cause. */
  private calledAt(row: number): number | undefined {
    const { columns, byId } = this.log.index;
    const [a, b] = [columns.causeA[row] as number, columns.causeB[row] as number];
    return a === 0 && b === 0 ? undefined : this.calls.get(byId.get(a, b));
  }
}

const passes = new CarriedPasses<SpanPass>((pass, row) => pass.take(row));

/** The time that each event's span took. O(rows that came since the last call). */
export function spansOf(log: LoadedLog): { of(row: number): number } {
  return passes.over(log.order, () => new SpanPass(log));
}

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
