/** Files that the window saves: events of a session as on the command line, and session files (`packages/export`). */

import { type MaskedText, masker } from '@openwop-inspector/base';
import { type ExportFormat, formOf, logReport, sessionText } from '@openwop-inspector/export';
import { isFilterError, nextTurn, parseFilter, runFilter, SourceError } from '@openwop-inspector/run-log';
import type { Session } from './sessions.ts';

/** A report for people without this program, or one of the forms for others. */
export type ExportedForm = 'report' | ExportFormat;

export interface ExportQuestion {
  readonly form: ExportedForm;
  /** Events of the visible run that the filter selects, or of the whole log. */
  readonly scope: 'sight' | 'all';
  /** The active filter, with brush and level. */
  readonly filter: string;
  /** The events with a note, for a filter that needs them. */
  readonly noted: readonly number[];
  /** An event that a report includes completely, besides the failure and its cause. */
  readonly selected: number | null;
  /** Places of NDJSON, `EVENTID:POINTER`, that may contain what looks like a secret. */
  readonly allowed: readonly string[];
  /** Name and version of the application. */
  readonly writtenBy: string;
}

export type ExportAnswer =
  /** Events, or spans, that are written; `total` is 0 during the scan before. */
  | { readonly kind: 'running'; readonly done: number; readonly total: number }
  | {
      readonly kind: 'written';
      readonly content: Blob;
      readonly rows: number;
      readonly remarks: readonly MaskedText[];
    }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'refused'; readonly message: MaskedText }
  /** The output still contains what looks like a secret; places of NDJSON may be allowed one by one. */
  | { readonly kind: 'leaks'; readonly message: MaskedText; readonly places: readonly MaskedText[] };

/** Events that a report lists; the command line takes another number. */
const MAX_LISTED = 1000;
/** Text that is gathered before it becomes a Blob, which the browser may put on disk. */
const PIECE = 4 * 1024 * 1024;

/** Makes the file. `say` gets the progress. One export of a session ends the one before, and so does a stop. */
export async function exportSession(
  session: Session,
  requested: ExportQuestion,
  say: (part: ExportAnswer) => void = () => undefined,
): Promise<ExportAnswer> {
  const isStopped = session.exports.begin();
  try {
    const rows = await chosenRows(session, requested, isStopped);
    if (rows === null) return { kind: 'stopped' };
    if ('message' in rows) return { kind: 'refused', message: rows.message };
    return requested.form === 'report'
      ? await report(session, requested, rows)
      : await write(session, { ...requested, form: requested.form }, rows, { say, isStopped });
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    return { kind: 'refused', message: masker.text(`${error.message}.`) };
  }
}

/** Ordinals in their order; null when it was stopped. */
async function chosenRows(
  { log, view }: Session,
  { scope, filter, noted }: ExportQuestion,
  isCancelled: () => boolean,
): Promise<ArrayLike<number> | { readonly message: MaskedText } | null> {
  const of = scope === 'all' ? log : view;
  if (scope === 'all' || filter.trim() === '')
    return Array.from({ length: of.order.length }, (_, place) => of.order.ordinalAt(place));
  const parsed = await parseFilter(filter, of, new Set(noted));
  if (isFilterError(parsed)) return { message: masker.text(`The filter cannot be read: ${parsed.message}`) };
  return runFilter(parsed, of, { isCancelled });
}

async function report(
  { log, run }: Session,
  { scope, filter, selected, writtenBy }: ExportQuestion,
  chosen: ArrayLike<number>,
): Promise<ExportAnswer> {
  const end = await logReport(log, {
    ...(scope === 'all' ? { scope: log, filter: '' } : { scope: run ?? log, filter }),
    chosen,
    writtenBy,
    limit: MAX_LISTED,
    events: selected === null ? [] : [selected],
  });
  if (end.kind === 'leak')
    return { kind: 'leaks', message: masker.text(`Nothing is written: ${end.message}.`), places: [] };
  const rows = Math.min(MAX_LISTED, chosen.length);
  return { kind: 'written', content: new Blob([end.text]), rows, remarks: [] };
}

async function write(
  { log, run }: Session,
  { form, scope, filter, allowed }: ExportQuestion & { readonly form: ExportFormat },
  ordinals: ArrayLike<number>,
  { say, isStopped }: { readonly say: (part: ExportAnswer) => void; readonly isStopped: () => boolean },
): Promise<ExportAnswer> {
  const out = new Pieces();
  const made = formOf(form, (part) => out.add(part), allowed);
  const onProgress = (total: number) => (done: number) => {
    say({ kind: 'running', done, total });
    return isStopped();
  };
  const isWhole = scope === 'all' || (run === null && filter.trim() === '');
  const part = { log, file: log.name, ordinals: Array.from(ordinals), isWhole };
  if (made.gather !== undefined && !(await made.gather({ ...part, onProgress: onProgress(0) })))
    return { kind: 'stopped' };
  await nextTurn();
  const end = await made.add({ ...part, onProgress: onProgress(ordinals.length) });
  if (isStopped() || end.kind === 'stopped') return { kind: 'stopped' };
  if (end.kind === 'leak')
    return { kind: 'leaks', message: masker.text(`${end.message}.`), places: end.places };
  const reported = [...(end.remarks ?? []), ...(await made.finish())];
  return { kind: 'written', content: out.blob(), rows: end.rows, remarks: reported };
}

/** What is written, in Blobs of some size. */
class Pieces {
  private readonly blobs: Blob[] = [];
  private pending: (MaskedText | Uint8Array<ArrayBuffer>)[] = [];
  private size = 0;

  add(part: MaskedText | Uint8Array): Promise<void> {
    this.pending.push(typeof part === 'string' ? part : new Uint8Array(part));
    this.size += part.length;
    if (this.size >= PIECE) this.flush();
    return nextTurn();
  }

  blob(): Blob {
    this.flush();
    return new Blob(this.blobs);
  }

  private flush(): void {
    this.blobs.push(new Blob(this.pending));
    this.pending = [];
    this.size = 0;
  }
}

export interface SessionTextQuestion {
  /** The head, one line of JSON, not masked. */
  readonly head: string;
  readonly holdsLog: boolean;
}

/** A session file that was made, or how far it is, or why there is none. */
export type SessionTextAnswer =
  /** UTF-16 units that are done, of the log twice. */
  | { readonly kind: 'running'; readonly done: number; readonly total: number }
  | { readonly kind: 'written'; readonly content: Blob; readonly remarks: readonly MaskedText[] }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'too-large' }
  | { readonly kind: 'unreadable'; readonly message: MaskedText }
  /** The output still contains what looks like a secret. */
  | { readonly kind: 'leaks'; readonly places: readonly MaskedText[] };

/** The head of the session file that the log was opened from, masked; null where it is none. */
export function sessionHead({ log }: Session): MaskedText | null {
  const { sessionHead: head } = log;
  return head === null ? null : masker.json(JSON.stringify(head.value)).text;
}

/** Makes a session file. `say` gets the progress. One that is made ends the one before, and so does a stop. */
export async function makeSessionText(
  session: Session,
  { head, holdsLog }: SessionTextQuestion,
  say: (part: SessionTextAnswer) => void = () => undefined,
): Promise<SessionTextAnswer> {
  const isStopped = session.sessionTexts.begin();
  const total = 2 * (head.length + (holdsLog ? session.log.sizeBytes : 0));
  try {
    const made = await sessionText(session.log, head, {
      holdsLog,
      onProgress: (done) => {
        say({ kind: 'running', done: Math.min(done, total), total });
        return isStopped();
      },
    });
    if (made.kind !== 'written') return made;
    return { kind: 'written', content: new Blob([...made.parts]), remarks: made.remarks };
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    return { kind: 'unreadable', message: masker.text(error.message) };
  }
}
