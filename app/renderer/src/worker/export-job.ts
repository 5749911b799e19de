/** Events of a session as a file (`packages/export`): the same forms as on the command line. */
import { type MaskedText, masker } from '@openwop-inspector/base';
import { formOf, logReport } from '@openwop-inspector/export';
import { isFilterError, nextTurn, parseFilter, runFilter, SourceError } from '@openwop-inspector/run-log';
import type { ExportAnswer, ExportQuestion } from './export-contract.ts';
import type { Session } from './session.ts';

/** Events that a report lists; the command line takes another number. */
const MAX_LISTED = 1000;
/** Text that is gathered before it becomes a Blob, which the browser may put on disk. */
const PIECE = 4 * 1024 * 1024;

type Asked = Omit<ExportQuestion, 'sessionId'>;

/** Makes the file. `say` gets the progress. One export of a session ends the one before, and so does `stopExport`. */
export async function exportSession(
  session: Session,
  asked: Asked,
  say: (part: ExportAnswer) => void = () => undefined,
): Promise<ExportAnswer> {
  session.exports += 1;
  const own = session.exports;
  const isStopped = (): boolean => session.exports !== own;
  try {
    const rows = await chosenRows(session, asked, isStopped);
    if (rows === null) return { kind: 'stopped' };
    if ('message' in rows) return { kind: 'refused', message: rows.message };
    return asked.form === 'report'
      ? await report(session, asked, rows)
      : await write(session, { ...asked, form: asked.form }, rows, { say, isStopped });
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    return { kind: 'refused', message: masker.text(`${error.message}.`) };
  }
}

export function stopExport(session: Session): null {
  session.exports += 1;
  return null;
}

/** Ordinals in their order; null when it was stopped. */
async function chosenRows(
  { log, shown }: Session,
  { scope, filter, noted }: Asked,
  isCancelled: () => boolean,
): Promise<ArrayLike<number> | { readonly message: MaskedText } | null> {
  const of = scope === 'all' ? log : shown;
  if (scope === 'all' || filter.trim() === '')
    return Array.from({ length: of.order.length }, (_, place) => of.order.ordinalAt(place));
  const parsed = parseFilter(filter, of, new Set(noted));
  if (isFilterError(parsed)) return { message: masker.text(`The filter cannot be read: ${parsed.message}`) };
  return runFilter(parsed, of, { isCancelled });
}

async function report(
  { log, run }: Session,
  { scope, filter, selected, writtenBy }: Asked,
  chosen: ArrayLike<number>,
): Promise<ExportAnswer> {
  const isAll = scope === 'all';
  const end = await logReport(log, {
    shown: isAll ? log : (run ?? log),
    chosen,
    writtenBy,
    limit: MAX_LISTED,
    filter: isAll ? '' : filter,
    events: selected === null ? [] : [selected],
  });
  if (end.kind === 'leak')
    return { kind: 'leaks', message: masker.text(`Nothing is written: ${end.message}.`), places: [] };
  const rows = Math.min(MAX_LISTED, chosen.length);
  return { kind: 'written', content: new Blob([end.text]), rows, remarks: [] };
}

async function write(
  session: Session,
  { form, scope, filter, allowed }: Asked & { readonly form: Exclude<Asked['form'], 'report'> },
  ordinals: ArrayLike<number>,
  { say, isStopped }: { readonly say: (part: ExportAnswer) => void; readonly isStopped: () => boolean },
): Promise<ExportAnswer> {
  const { log, run } = session;
  const out = new Pieces();
  const made = formOf(form, (part) => out.add(part), allowed);
  const total = ordinals.length;
  const onProgress = (of: number) => (done: number) => {
    say({ kind: 'running', done, total: of });
    return isStopped();
  };
  const isWhole = scope === 'all' || (run === null && filter.trim() === '');
  const part = { log, file: log.name, ordinals: Array.from(ordinals), isWhole };
  if (made.gather !== undefined && !(await made.gather({ ...part, onProgress: onProgress(0) })))
    return { kind: 'stopped' };
  await nextTurn();
  const end = await made.add({ ...part, onProgress: onProgress(total) });
  if (isStopped() || end.kind === 'stopped') return { kind: 'stopped' };
  if (end.kind === 'leak')
    return { kind: 'leaks', message: masker.text(`${end.message}.`), places: end.places };
  const told = [...(end.remarks ?? []).map((remark) => masker.text(remark)), ...(await made.finish())];
  return { kind: 'written', content: out.blob(), rows: end.rows, remarks: told };
}

/** What is written, in Blobs of some size. */
class Pieces {
  private readonly blobs: Blob[] = [];
  private held: (MaskedText | Uint8Array<ArrayBuffer>)[] = [];
  private size = 0;

  add(part: MaskedText | Uint8Array): Promise<void> {
    this.held.push(typeof part === 'string' ? part : new Uint8Array(part));
    this.size += part.length;
    if (this.size >= PIECE) this.flush();
    return nextTurn();
  }

  blob(): Blob {
    this.flush();
    return new Blob(this.blobs);
  }

  private flush(): void {
    this.blobs.push(new Blob(this.held));
    this.held = [];
    this.size = 0;
  }
}
