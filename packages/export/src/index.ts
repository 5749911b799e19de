/** Logs in the forms of other tools: what outgrows one machine is asked there. Everything written is masked. */
export {
  type ExportForm,
  type ExportFormat,
  type ExportPart,
  formatOf,
  formOf,
  type PartEnd,
} from './export-form.ts';
export { htmlReport, type ReportContent, type ReportEnd } from './html/html-report.ts';
export { logReport, type ReportWish } from './html/log-report.ts';
export { NdjsonExport, type NdjsonOptions } from './ndjson/write-ndjson.ts';
export type { OtlpAttribute, OtlpSpan } from './otlp/spans.ts';
export { type OtlpEnd, OtlpExport } from './otlp/write-otlp.ts';
export {
  type ExportedLog,
  type ExportLeak,
  PARQUET_COLUMNS,
  type ParquetColumn,
  type ParquetEnd,
  ParquetExport,
} from './parquet/write-parquet.ts';
export {
  MAX_HELD_LOG,
  type SessionText,
  type SessionTextOptions,
  sessionText,
} from './session/write-session.ts';
