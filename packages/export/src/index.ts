/** Logs in the forms of other tools: what outgrows one machine is queried there. Everything written is masked. */
import type { MaskedText } from '@openwop-inspector/base';
import type { ExportForm, ExportFormat } from './export-form.ts';
import { NdjsonExport } from './ndjson/write-ndjson.ts';
import { OtlpExport } from './otlp/spans.ts';
import { ParquetExport } from './parquet/write-parquet.ts';

export { type ExportForm, type ExportFormat, type ExportPart, formatOf } from './export-form.ts';
export { logReport } from './html/log-report.ts';
export type { NdjsonOptions } from './ndjson/write-ndjson.ts';
export type { OtlpAttribute, OtlpSpan } from './otlp/spans.ts';
export { PARQUET_COLUMNS } from './parquet/write-parquet.ts';
export { MAX_EMBEDDED_LOG, type SessionText, sessionText } from './session/write-session.ts';
export { NdjsonExport, OtlpExport, ParquetExport };

/** A form by its name; `allowed` are places of NDJSON, `EVENTID:POINTER`, that may hold what looks like a secret. */
export function formOf(
  format: ExportFormat,
  write: (part: MaskedText | Uint8Array) => Promise<void>,
  allowed: readonly string[],
): ExportForm {
  if (format === 'ndjson') return new NdjsonExport(write, { allowed: new Set(allowed) });
  return format === 'parquet' ? new ParquetExport(write) : new OtlpExport(write);
}
