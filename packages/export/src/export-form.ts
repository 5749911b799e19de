/** The forms in which events are exported, as one interface. */
import type { MaskedText } from '@openwop-inspector/base';
import type { RunLog } from '@openwop-inspector/run-log';

export type ExportFormat = 'parquet' | 'otlp-json' | 'ndjson';

/** The form that is meant when none is named: by how the name of the file ends. */
export const formatOf = (out: string): ExportFormat =>
  /\.(?:ndjson|jsonl)$/i.test(out) ? 'ndjson' : 'parquet';

/** Events of a log that are written. */
export interface ExportPart {
  readonly log: RunLog;
  /** Name of the log, as given on the command line. */
  readonly file: string;
  /** Ordinals in the order of the rows. */
  readonly ordinals: Iterable<number>;
  /** No filter was given: these are all of them. */
  readonly isWhole: boolean;
  /** Called every now and then with the number of rows so far; true stops. */
  onProgress(rows: number): boolean;
}

/** What a log came to; `rows` are those of all logs so far. */
export type PartEnd =
  | { readonly kind: 'written' | 'stopped'; readonly rows: number; readonly remarks?: readonly MaskedText[] }
  /** Something that looks like a secret is left, in words. */
  | { readonly kind: 'leak'; readonly message: string; readonly places: readonly MaskedText[] };

/** A form that is written. */
export interface ExportForm {
  /** What is counted. */
  readonly what: 'event' | 'span';
  /** Of a form that goes over all logs twice: the first time. False when it was stopped. */
  gather?(part: ExportPart): Promise<boolean>;
  add(part: ExportPart): Promise<PartEnd>;
  /** Ends the file; answers what is to be said of all of it. */
  finish(): Promise<readonly MaskedText[]>;
}

/** Something that looks like a secret is still in what would be written: nothing more was. */
export function leakEnd(file: string, eventId: string, column: string): PartEnd {
  const message = `${file}: what looks like a secret is left in ${column} of event ${eventId}; the export was removed`;
  return { kind: 'leak', message, places: [] };
}
