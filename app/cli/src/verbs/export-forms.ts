/** The forms in which events are exported, as one interface. */
import type { MaskedText } from '@openwop-inspector/base';
import { type ExportLeak, NdjsonExport, OtlpExport, ParquetExport } from '@openwop-inspector/export';
import type { RunLog } from '@openwop-inspector/run-log';
import type { ExportTarget } from './export-target.ts';

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

export function formOf(format: ExportFormat, target: ExportTarget, allowed: readonly string[]): ExportForm {
  if (format === 'ndjson') return ndjson(target, allowed);
  return format === 'parquet' ? parquet(target) : spans(target);
}

function parquet(target: ExportTarget): ExportForm {
  const made = new ParquetExport((bytes) => target.write(bytes));
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

function spans(target: ExportTarget): ExportForm {
  const made = new OtlpExport((text) => target.write(text));
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

function ndjson(target: ExportTarget, allowed: readonly string[]): ExportForm {
  const made = new NdjsonExport((text) => target.write(text), { allowed: new Set(allowed) });
  return {
    what: 'event',
    gather: ({ log, ...rest }) => made.gather(log, rest),
    add: async ({ log, isWhole, ...rest }) => {
      const end = await made.add(log, rest, isWhole);
      if (end.kind !== 'leaks') return end;
      const places = end.leaks.map(({ place }) => place);
      const message = `${rest.file}: what looks like a secret is left; nothing is kept of the export. --allow-leak PLACE lets one of these stay:`;
      return { kind: 'leak', message, places };
    },
    finish: () => Promise.resolve(made.remarks),
  };
}

function leakEnd(file: string, { eventId, column }: ExportLeak): PartEnd {
  const message = `${file}: what looks like a secret is left in ${column} of event ${eventId}; nothing is kept of the export`;
  return { kind: 'leak', message, places: [] };
}
