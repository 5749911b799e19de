/** Logs in the forms of other tools: what outgrows one machine is queried there. Everything written is masked. */
export { type ExportForm, type ExportFormat, type ExportPart, formatOf, formOf } from './export-form.ts';
export { logReport } from './html/log-report.ts';
export { NdjsonExport, type NdjsonOptions } from './ndjson/write-ndjson.ts';
export type { OtlpAttribute, OtlpSpan } from './otlp/spans.ts';
export { OtlpExport } from './otlp/write-otlp.ts';
export { PARQUET_COLUMNS, ParquetExport } from './parquet/write-parquet.ts';
export { MAX_EMBEDDED_LOG, type SessionText, sessionText } from './session/write-session.ts';
