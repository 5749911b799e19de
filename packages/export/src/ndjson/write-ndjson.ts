import {
  countOf,
  GatheredSecrets,
  isRecord,
  MarkBook,
  type MaskedText,
  masker,
  parsedJson,
  pointerAt,
  stretchesWith,
  withMasks,
  words,
} from '@openwop-inspector/base';
import { envelopeLines, eventLine, leftBehind } from '@openwop-inspector/run-log';
import type { ExportForm, ExportPart, PartEnd } from '../export-form.ts';

/** Which places of a written line hold what looks like a secret: by start, in UTF-16 units. */
type LookAgain = (line: string) => readonly { readonly start: number }[];

export interface NdjsonOptions {
  /** Places that may hold what looks like a secret, as `EVENTID:POINTER`. */
  readonly allowed?: ReadonlySet<string>;
  /** Looks through what would be written; by the detectors that masked it unless given. */
  readonly lookAgain?: LookAgain;
}

/** Leaks that are reported before no further line is inspected. */
const MAX_LEAKS = 50;
/** Events between two reports. */
const BATCH = 200;
/** Text that is buffered before it is written. */
const MAX_BUFFERED = 256 * 1024;

/**
 * Writes logs as NDJSON, an event a line, as recorded but for its secrets: the same secret gets the same mark wherever it
 * occurs, in ids as well, so that links still lead somewhere. All logs are gathered from first, then added: what is
 * known by its name in one event is masked in all. Each line is searched again before it is written. Holds one batch
 * of lines and the secrets. Rejects with a `SourceError` when an event cannot be read.
 */
export class NdjsonExport implements ExportForm {
  readonly what = 'event';
  private readonly write: (text: MaskedText) => Promise<void>;
  private readonly allowed: ReadonlySet<string>;
  /** Places that were named, and had nothing to allow so far. */
  private readonly unused: Set<string>;
  private readonly lookAgain: LookAgain;
  private readonly texts = new MarkedTexts();
  private rows = 0;
  private buffered: MaskedText = words``;

  constructor(write: (text: MaskedText) => Promise<void>, { allowed, lookAgain }: NdjsonOptions = {}) {
    this.write = write;
    this.allowed = allowed ?? new Set();
    this.unused = new Set(allowed);
    this.lookAgain = lookAgain ?? ((line) => this.texts.leaksIn(line));
  }

  /** Gathers the secrets of the events of a log, before any is added. False when it was stopped. */
  async gather({ log, ordinals, onProgress }: ExportPart): Promise<boolean> {
    await log.joinStreams();
    let read = 0;
    for (const ordinal of ordinals) {
      const line = await eventLine(log, ordinal);
      if (line !== null) this.texts.gather(line.text);
      if (++read % BATCH === 0 && onProgress(read)) return false;
    }
    for await (const envelope of envelopeLines(log)) this.texts.gather(envelope);
    return true;
  }

  /** Adds events of a log; of a whole log the envelopes next to them as well. */
  async add({ log, file, ordinals, isWhole, onProgress }: ExportPart): Promise<PartEnd> {
    const tally = { eventId: 0, runId: 0, unread: 0 };
    const leaks: MaskedText[] = [];
    for (const ordinal of ordinals) {
      const line = await eventLine(log, ordinal);
      if (line === null) tally.unread++;
      else {
        this.take(line.text, leaks);
        for (const name of line.added) tally[name]++;
        this.rows++;
      }
      if (leaks.length >= MAX_LEAKS) break;
      if (this.buffered.length >= MAX_BUFFERED) await this.flush();
      if (this.rows % BATCH === 0 && onProgress(this.rows))
        return { kind: 'stopped', rows: this.rows, remarks: [] };
    }
    if (isWhole) for await (const envelope of envelopeLines(log)) this.take(envelope, leaks);
    const message = `${file}: what looks like a secret is left; the export was removed`;
    if (leaks.length > 0) return { kind: 'leak', message, places: leaks };
    await this.flush();
    // What was written into events, and what was left out.
    const remarks: MaskedText[] = [];
    const left = [...leftBehind(log)];
    const { envelopes } = log.index;
    if (!isWhole && envelopes.length > 0)
      left.push(words`${masker.text(countOf(envelopes.length, 'envelope'))} outside the events`);
    for (const one of left) remarks.push(words`${one}: not carried over`);
    if (tally.runId > 0)
      remarks.push(
        words`runId, given once for all, is written into ${masker.text(countOf(tally.runId, 'event'))}`,
      );
    if (tally.eventId > 0)
      remarks.push(
        words`the derived eventId is written into ${masker.text(countOf(tally.eventId, 'event'))} without one`,
      );
    if (tally.unread > 0)
      remarks.push(words`${masker.text(countOf(tally.unread, 'event'))} left out: no whole JSON`);
    return { kind: 'written', rows: this.rows, remarks };
  }

  async finish(): Promise<readonly MaskedText[]> {
    const unused = [...this.unused].map(
      (place) => words`no secret is left at ${masker.text(place)}: nothing to allow`,
    );
    return [...this.texts.remarks, ...unused];
  }

  /** Masks a line, looks through it again and holds it. */
  private take(text: string, leaks: MaskedText[]): void {
    const line = this.texts.marked(text);
    for (const { start } of this.lookAgain(line)) {
      // `EVENTID:POINTER` of a place of a line, as it may be displayed.
      const value = parsedJson(line);
      const place = words`${masker.identity(isRecord(value) && typeof value.eventId === 'string' ? value.eventId : '')}:${masker.text(pointerAt(line, start))}`;
      this.unused.delete(place);
      if (leaks.length < MAX_LEAKS && !this.allowed.has(place)) leaks.push(place);
    }
    if (leaks.length === 0) this.buffered = words`${this.buffered}${line}\n`;
  }

  private async flush(): Promise<void> {
    const text = this.buffered;
    this.buffered = words``;
    if (text !== '') await this.write(text);
  }
}

/**
 * Texts that belong together, with numbered marks in place of their secrets: the same secret gets the same mark in all of
 * them. What is known by its name in one text is masked in all, so each is gathered from before the first is masked. Holds the
 * secrets, not the texts.
 */
export class MarkedTexts {
  private readonly secrets = new GatheredSecrets();
  private readonly book = new MarkBook();

  /** Gathers the secrets of a text. O(length). */
  gather(text: string): void {
    this.secrets.gather(text, this.book.markOf);
  }

  /** A text as it is written, with marks. O(length). */
  marked(text: string): MaskedText {
    const stretches = this.secrets.mayBeIn(text)
      ? stretchesWith(text, null, this.secrets.find, undefined, this.book.markOf)
      : [];
    return withMasks(text, stretches, 0, text.length);
  }

  /** Places of a text that look like a secret, in UTF-16 units: none in one that is marked. O(length). */
  leaksIn(text: string): readonly { readonly start: number }[] {
    return this.secrets.mayBeIn(text) ? stretchesWith(text, null, this.secrets.find) : [];
  }

  /** What is to be said of the marks. */
  get remarks(): readonly MaskedText[] {
    const remarks: MaskedText[] = [];
    const { leftOut } = this.secrets;
    if (this.book.unnumbered > 0)
      remarks.push(
        words`too many different secrets: marks without a number in ${masker.text(countOf(this.book.unnumbered, 'place'))}`,
      );
    if (leftOut > 0)
      remarks.push(words`too many different secrets: ${leftOut} are found by name and shape alone`);
    return remarks;
  }
}
