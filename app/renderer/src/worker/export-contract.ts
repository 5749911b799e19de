/** Exports from the window: its requests to the worker, and their results. */
import type { MaskedText } from '@openwop-inspector/base';
import type { ExportFormat } from '@openwop-inspector/export';

/** A report for people without this program, or one of the forms for others. */
export type ExportedForm = 'report' | ExportFormat;

export interface ExportQuestion {
  readonly sessionId: string;
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
