import { isRecord, type MaskedText, masker, maskText, parsedJson } from '@openwop-inspector/base';
import { type EventRow, payloadText } from '@openwop-inspector/run-log';
import { ByteWriter, ParquetWriter, schemaFromColumnData } from 'hyparquet-writer/src/index.js';
import { type ExportForm, type ExportPart, leakEnd, type PartEnd } from '../export-form.ts';

/** Rows and bytes of a row group at most: what is in memory while a file is written. */
const MAX_GROUP_ROWS = 50_000;
const MAX_GROUP_BYTES = 32 * 1024 * 1024;
/** Rows that are requested from the log at a time. */
const BATCH = 200;

const decoder = new TextDecoder();

/**
 * Writes logs as one Parquet file, a row an event, by the columns of `PARQUET_COLUMNS`. Holds one row group. What is
 * written is masked, and looked through once more before it is: a value in which a masker would still change something ends
 * the export. Rejects with a `SourceError` when an event cannot be read.
 */
export class ParquetExport implements ExportForm {
  readonly what = 'event';
  private readonly out = new ByteWriter(1024 * 1024);
  private readonly writer: ParquetWriter;
  private rows = 0;
  /** Values of the columns, in their order. */
  private group: ColumnValue[][] = PARQUET_COLUMNS.map(() => []);
  private groupRows = 0;
  private groupBytes = 0;
  private readonly write: (bytes: Uint8Array) => Promise<void>;

  /** `write` takes the bytes of the file in order. */
  constructor(write: (bytes: Uint8Array) => Promise<void>) {
    this.write = write;
    const schema = schemaFromColumnData({ columnData: columnsWith([]) });
    this.writer = new ParquetWriter({ writer: this.out, schema, createdBy: 'openwop-inspector' });
  }

  /** Adds the events of a log. */
  async add(part: ExportPart): Promise<PartEnd> {
    const { log, ordinals, onProgress } = part;
    await log.joinStreams();
    let batch: number[] = [];
    for (const ordinal of ordinals) {
      batch.push(ordinal);
      if (batch.length < BATCH) continue;
      const leak = await this.addBatch(part, batch);
      if (leak !== null) return leak;
      batch = [];
      if (onProgress(this.rows)) return { kind: 'stopped', rows: this.rows };
    }
    return (await this.addBatch(part, batch)) ?? { kind: 'written', rows: this.rows };
  }

  /** Writes what is left and the end of the file. Nothing may be added behind it. */
  async finish(): Promise<readonly MaskedText[]> {
    await this.endGroup();
    await this.writer.finish();
    await this.flush();
    return [];
  }

  private async addBatch({ log, file }: ExportPart, ordinals: readonly number[]): Promise<PartEnd | null> {
    for (const row of await log.rows(ordinals)) {
      const text = maskText(decoder.decode(await log.read(row.ordinal))).text;
      const value = parsedJson(text);
      const event = { file, row, text, document: isRecord(value) ? value : null };
      const leak = leakOf(event);
      if (leak !== null) return leak;
      PARQUET_COLUMNS.forEach((column, at) => {
        this.group[at]?.push(column.read(event));
      });
      this.groupRows++;
      this.groupBytes += text.length;
      this.rows++;
      if (this.groupRows >= MAX_GROUP_ROWS || this.groupBytes >= MAX_GROUP_BYTES) await this.endGroup();
    }
    return null;
  }

  private async endGroup(): Promise<void> {
    if (this.groupRows === 0) return;
    const columnData = columnsWith(this.group);
    await this.writer.write({ columnData, rowGroupSize: this.groupRows });
    this.group = PARQUET_COLUMNS.map(() => []);
    this.groupRows = 0;
    this.groupBytes = 0;
    await this.flush();
  }

  private async flush(): Promise<void> {
    const bytes = this.out.getBytes().slice();
    // Places in the file are counted by `offset`, which continues.
    this.out.index = 0;
    await this.write(bytes);
  }
}

const columnsWith = (values: readonly ColumnValue[][]) =>
  PARQUET_COLUMNS.map(({ name, type, isNullable: nullable }, at) => {
    return { name, type, nullable, data: values[at] ?? [] };
  });

/** The first value in which the masker still finds something. */
function leakOf({ file, row, text }: ExportedEvent): PartEnd | null {
  if (maskText(text).text !== text) return leakEnd(file, row.eventId, 'payload');
  return masker.text(row.summary) === row.summary ? null : leakEnd(file, row.eventId, 'summary');
}

/** An event with all that a row is made of. */
interface ExportedEvent {
  /** As given on the command line. */
  readonly file: string;
  readonly row: EventRow;
  /** Its document, masked. */
  readonly text: MaskedText;
  /** Parsed; null when it is no JSON object, as an event that is too large to be read whole. */
  readonly document: Readonly<Record<string, unknown>> | null;
}

/** What a cell holds. */
type ColumnValue = string | bigint | Date | null;

/** A column: its name, its type in Parquet, in DuckDB's and ClickHouse's words, and what it holds. */
export interface ParquetColumn {
  readonly name: string;
  readonly type: 'STRING' | 'INT64' | 'TIMESTAMP';
  readonly isNullable: boolean;
  readonly clickHouse: string;
  readonly what: string;
  read(event: ExportedEvent): ColumnValue;
}

/** Makes columns of one type. */
const columnOf =
  <Value extends ColumnValue>(type: ParquetColumn['type'], isNullable: boolean, clickHouse: string) =>
  (name: string, what: string, read: (event: ExportedEvent) => Value): ParquetColumn => {
    return { name, type, isNullable, clickHouse, what, read };
  };

const text = columnOf<string>('STRING', false, 'String');
const textOrNull = columnOf<string | null>('STRING', true, 'Nullable(String)');
const integerOrNull = columnOf<bigint | null>('INT64', true, 'Nullable(Int64)');
const timeOrNull = columnOf<Date | null>('TIMESTAMP', true, "Nullable(DateTime64(3, 'UTC'))");

const integer = (value: number | null): bigint | null =>
  value === null || !Number.isSafeInteger(value) ? null : BigInt(value);

/** In the order in which they are written. */
export const PARQUET_COLUMNS: readonly ParquetColumn[] = [
  text('file', 'the file, as it was given', ({ file }) => masker.text(file)),
  text('run_id', 'the run; empty where nothing names one', ({ row }) => row.runId),
  integerOrNull('sequence', 'place in the run', ({ row }) => integer(row.sequence)),
  text('event_id', 'as recorded, or derived where the host wrote none', ({ row }) => row.eventId),
  text('type', 'as recorded', ({ row }) => row.type),
  textOrNull('node_id', 'the node', ({ row }) => row.nodeId),
  timeOrNull('time', 'UTC, to the millisecond; null where there is none that can be read', ({ row }) =>
    row.timeMs === null ? null : new Date(row.timeMs),
  ),
  textOrNull('causation_id', 'as recorded: an event or an envelope', ({ row }) => row.causationId),
  textOrNull('correlation_id', 'of the envelope, where the event or its payload names one', correlationOf),
  textOrNull('content_trust', 'trusted or untrusted', ({ row }) => row.contentTrust),
  text('summary', 'the line of the list', ({ row }) => row.summary),
  integerOrNull('byte_offset', 'place in the file, after unpacking', ({ row }) => integer(row.byteOffset)),
  integerOrNull('byte_length', 'length there', ({ row }) => integer(row.byteLength)),
  textOrNull('payload', 'JSON as recorded, masked; null where it is none, or over 64 MB', (event) =>
    event.document === null ? null : payloadText(event.text),
  ),
];

function correlationOf({ document }: ExportedEvent): string | null {
  const payload = document?.payload ?? document?.data;
  const own = document?.correlationId ?? (isRecord(payload) ? payload.correlationId : undefined);
  return typeof own === 'string' ? masker.identity(own) : null;
}
