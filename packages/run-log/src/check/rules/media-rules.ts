/** Media in a log: what is recorded inline against what its host declares, and where addresses lead (envelope 6). */
import { formatCount, isRecord, pointerOfValue, pointerTo, valuesIn } from '@openwop-inspector/base';
import { readMediaUrl } from '@openwop-inspector/protocol';
import { type EventDocument, readEventDocument } from '../../index/event-document.ts';
import { DEFAULT_INLINE, inlineMediaCap } from '../../query/envelope-evidence/host-declarations.ts';
import { planForNames, type SearchPlan } from '../../query/filter/search-plan.ts';
import type { LoadedLog } from '../../query/loaded-log.ts';
import { eachEventBytes } from '../../query/rows/event-bytes.ts';
import { allRows } from '../../query/rows/rows.ts';
import type { CheckRun, TellFound } from '../check-control.ts';

/** Members by which an event names another run that its own belongs with. */
const RUN_NAMES = ['childRunId', 'parentRunId', 'rootRunId', 'sourceRunId', 'forkedFrom'] as const;
const MEDIA_PLAN = planForNames(['media.', 'voice.synthesis_chunk']);
const RUN_PLAN = planForNames(RUN_NAMES);
/** Also a text with escapes, which may be one of their letters. */
const MAY_HOLD_MEDIA = /"(?:media\.|voice\.synthesis_chunk)|\\u/;
const MEDIA = /^(?:media\.(?:image|audio|video|file)|voice\.synthesis_chunk)$/;
/** Values of one event that are inspected. */
const MAX_VALUES = 100_000;
/** Bytes of an event that is parsed. */
const MAX_PARSED = 64 * 1024 * 1024;

/** A value of a media envelope that a rule asks about. */
interface MediaFact {
  readonly pointer: string;
  readonly read: ReturnType<typeof readMediaUrl>;
}

/** What the check of payloads found of media, by row: about 100 bytes for each value. */
export class MediaNotes {
  /** Rows that were too large for the check. */
  readonly unread = new Set<number>();
  private readonly byRow = new Map<number, readonly MediaFact[]>();

  /** Notes the media of an event, whose text is at hand; what was noted of it before is forgotten. */
  take(row: number, text: string, document: EventDocument): void {
    const facts = MAY_HOLD_MEDIA.test(text) ? factsOf(document) : [];
    if (facts.length > 0) this.byRow.set(row, facts);
    else this.byRow.delete(row);
  }

  /** Rows with media among those of an order, as they follow in the source. */
  of({ order }: LoadedLog): readonly (readonly [row: number, facts: readonly MediaFact[]])[] {
    return [...this.byRow].filter(([row]) => order.indexOf(row) >= 0).sort(([a], [b]) => a - b);
  }
}

/**
 * Reports media above the cap, and addresses that no asset has, as the check of payloads noted them. Reads the events that
 * it left out, and all events where an address names another run. False when it was stopped.
 */
export async function checkMedia(
  log: LoadedLog,
  run: CheckRun,
  found: TellFound,
  notes: MediaNotes,
): Promise<boolean> {
  const pass = new MediaPass(log, found);
  const each = (
    rows: Iterable<number>,
    plan: SearchPlan,
    take: (document: EventDocument, row: number) => void,
  ): Promise<boolean> =>
    eachEventBytes(
      log,
      rows,
      (row, bytes) => {
        const document = bytes.length <= MAX_PARSED ? readEventDocument(bytes) : null;
        if (document !== null) take(document, row);
      },
      run.isCancelled,
      plan,
    );
  for (const [row, facts] of notes.of(log)) pass.take(row, facts);
  const take = (document: EventDocument, row: number): void => pass.take(row, factsOf(document));
  if (notes.unread.size > 0 && !(await each(notes.unread, MEDIA_PLAN, take))) return false;
  // Hosts may name a parent in every event: these are read only where an address names another run.
  const relate = (document: EventDocument): void => pass.relateEvent(document);
  if (pass.namesOthers && !(await each(allRows(log), RUN_PLAN, relate))) return false;
  pass.end();
  return true;
}

type Cap = NonNullable<ReturnType<typeof inlineMediaCap>>;

class MediaPass {
  private readonly log: LoadedLog;
  private readonly found: TellFound;
  /** Of several hosts the most generous: what it takes breaks no rule. Null where none declares anything. */
  private readonly cap: Cap | null;
  private readonly tenants = new Set<string>();
  /** Runs that belong with a run of the log: parents, children, and what was forked. */
  private readonly related = new Set<string>();
  private readonly ofRuns: { readonly row: number; readonly pointer: string; readonly runId: string }[] = [];

  constructor(log: LoadedLog, found: TellFound) {
    this.log = log;
    this.found = found;
    const headers = log.results.map(({ header }) => header);
    const caps = headers.flatMap((header) => inlineMediaCap(header) ?? []);
    this.cap = caps.reduce<Cap | null>((a, b) => (a === null || b.bytes > a.bytes ? b : a), null);
    for (const header of headers)
      for (const one of [Object.fromEntries(header), header.get('run'), header.get('snapshot')]) {
        this.relate(one);
        const owner = isRecord(one) ? one.owner : null;
        if (isRecord(owner) && typeof owner.tenant === 'string') this.tenants.add(owner.tenant);
      }
  }

  /** True when an address names a run that is not the one of its event. */
  get namesOthers(): boolean {
    return this.ofRuns.length > 0;
  }

  relateEvent({ recorded, payload }: EventDocument): void {
    this.relate(recorded);
    this.relate(payload);
  }

  take(row: number, facts: readonly MediaFact[]): void {
    for (const { read, pointer } of facts) {
      if (read.kind === 'inline') this.takeInline(row, read.bytes, pointer);
      else this.takeAddress(row, read, pointer);
    }
  }

  /** Which runs belong together is known once all events were read. */
  end(): void {
    for (const { row, pointer, runId } of this.ofRuns) {
      if (this.related.has(runId)) continue;
      this.found(
        'media_url_out_of_scope',
        'The address is of an asset of another run; one of this run would have been right',
        row,
        pointer,
      );
    }
  }

  private takeInline(row: number, bytes: number, pointer: string): void {
    const { cap } = this;
    if (bytes <= (cap?.bytes ?? DEFAULT_INLINE)) return;
    if (cap === null) {
      this.found(
        'inline_media_above_default',
        `${formatCount(bytes)} bytes are recorded inline; the default is ${formatCount(DEFAULT_INLINE)}, and whether the host declares more is unknown: its discovery document would say`,
        row,
        pointer,
      );
      return;
    }
    const declared = cap.isNamed ? 'the host declares' : 'without a number of its own the host has';
    const place = cap.pointer === '' ? 'at the root of the document' : `at ${cap.pointer}`;
    this.found(
      'inline_media_above_cap',
      `${formatCount(bytes)} bytes are recorded inline; ${declared} maxInlineMediaBytes ${formatCount(cap.bytes)} (${place}): a url would have been right`,
      row,
      pointer,
    );
  }

  private takeAddress(row: number, read: Exclude<MediaFact['read'], { kind: 'inline' }>, pointer: string) {
    if (read.kind === 'unsafe')
      this.found(
        'media_url_unsafe',
        `The address has the scheme ${read.scheme}; https would have been right`,
        row,
        pointer,
      );
    else if (read.tenant !== null && this.tenants.size > 0 && !this.tenants.has(read.tenant))
      this.found(
        'media_url_out_of_scope',
        'The address is of an asset of another tenant; one of the tenant of this run would have been right',
        row,
        pointer,
      );
    else if (read.runId !== null) {
      const { index } = this.log;
      const own = index.runs.textOf(index.columns.run[row] as number);
      if (own !== '' && own !== read.runId) this.ofRuns.push({ row, pointer, runId: read.runId });
    }
  }

  private relate(value: unknown): void {
    if (!isRecord(value)) return;
    for (const name of RUN_NAMES) {
      const id = Object.hasOwn(value, name) ? value[name] : undefined;
      if (typeof id === 'string') this.related.add(id);
    }
  }
}

/** Media of a document: in the payload of an envelope of such a kind, and in what was spoken. */
function factsOf({ recorded }: EventDocument): readonly MediaFact[] {
  const facts: MediaFact[] = [];
  for (const one of valuesIn(recorded, MAX_VALUES)) {
    const { value, key, parent } = one;
    if (!isRecord(value) || (key !== 'payload' && key !== 'data') || !isOfMedia(parent?.value)) continue;
    const { base64, url } = value;
    const pointer = pointerOfValue(one);
    if (typeof base64 === 'string' && base64 !== '')
      facts.push({
        pointer: pointerTo(pointer, 'base64'),
        read: { kind: 'inline', bytes: inlineBytes(value, base64) },
      });
    if (typeof url === 'string') facts.push({ pointer: pointerTo(pointer, 'url'), read: readMediaUrl(url) });
  }
  return facts;
}

/** An envelope, the fields of a line about one, or an event that speaks. */
function isOfMedia(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const kind = typeof value.type === 'string' ? value.type : value.envelopeType;
  return typeof kind === 'string' && MEDIA.test(kind);
}

/** What counts for the cap: what is declared, or what it comes to, whichever is more. */
function inlineBytes({ bytes }: Record<string, unknown>, base64: string): number {
  const decoded = Math.floor((base64.replace(/[=\s]+/g, '').length * 3) / 4);
  return typeof bytes === 'number' && Number.isFinite(bytes) ? Math.max(bytes, decoded) : decoded;
}
