/** The forms in which events are exported, as one interface. */
import type { MaskedText } from '@openwop-inspector/base';
import type { RunLog } from '@openwop-inspector/run-log';
import { NdjsonExport } from './ndjson/write-ndjson.ts';
import { OtlpExport } from './otlp/write-otlp.ts';
import { type ExportLeak, ParquetExport } from './parquet/write-parquet.ts';

/** Takes what is written, in order. */
export type WritePart = (part: MaskedText | Uint8Array) => Promise<void>;

export type ExportFormat = 'parquet' | 'otlp-json' | 'ndjson';

/** The form that is meant when none is named: by how the name of the file ends. */
export function formatOf(out: string): ExportFormat {
  return /\.(?:ndjson|jsonl)$/i.test(out) ? 'ndjson' : 'parquet';
}

/** Events of a log that are written. */
export interface ExportPart {
  readonly log: RunLog;
  readonly file: string;
  readonly ordinals: Iterable<number>;
  /** No filter was given: these are all of them. */
  readonly isWhole: boolean;
  onProgress(rows: number): boolean;
}

export type PartEnd =
  | { readonly kind: 'written' | 'stopped'; readonly rows: number; readonly remarks?: readonly string[] }
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

/** A form by its name; `allowed` are places of NDJSON, `EVENTID:POINTER`, that may hold what looks like a secret. */
export function formOf(format: ExportFormat, write: WritePart, allowed: readonly string[]): ExportForm {
  if (format === 'ndjson') return ndjson(write, allowed);
  return format === 'parquet' ? parquet(write) : spans(write);
}

function parquet(write: WritePart): ExportForm {
  const made = new ParquetExport(write);
  return {
    what: 'event',
    add: async ({ log, ...rest }) => {
      const end = await made.add(log, rest);
      return end.kind === 'leak' ? leakEnd(rest.file, end.leak) : end;
    },
    finish: async () => {
      await made.finish();
      return [];
    },
  };
}

function spans(write: WritePart): ExportForm {
  const made = new OtlpExport(write);
  return {
    what: 'span',
    add: async ({ log, file, onProgress }) => {
      const end = await made.add(log, { file, onProgress });
      return end.kind === 'leak'
        ? leakEnd(file, end.leak)
        : { kind: end.kind, rows: end.spans, remarks: end.remarks };
    },
    finish: () => Promise.resolve([]),
  };
}

function ndjson(write: WritePart, allowed: readonly string[]): ExportForm {
  const made = new NdjsonExport(write, { allowed: new Set(allowed) });
  return {
    what: 'event',
    gather: ({ log, ...rest }) => made.gather(log, rest),
    add: async ({ log, isWhole, ...rest }) => {
      const end = await made.add(log, rest, isWhole);
      if (end.kind !== 'leaks') return end;
      const message = `${rest.file}: what looks like a secret is left; the export was removed`;
      return { kind: 'leak', message, places: end.leaks };
    },
    finish: () => Promise.resolve(made.remarks),
  };
}

function leakEnd(file: string, { eventId, column }: ExportLeak): PartEnd {
  const message = `${file}: what looks like a secret is left in ${column} of event ${eventId}; the export was removed`;
  return { kind: 'leak', message, places: [] };
}
