/** The table that events become: one row an event. */
import { isRecord, type MaskedText, masker } from '@openwop-inspector/base';
import { type EventRow, payloadText } from '@openwop-inspector/run-log';

/** An event with all that a row is made of. */
export interface ExportedEvent {
  /** As given on the command line. */
  readonly file: string;
  readonly row: EventRow;
  /** Its document, masked. */
  readonly text: MaskedText;
  /** Parsed; null when it is no JSON object, as an event that is too large to be read whole. */
  readonly document: Readonly<Record<string, unknown>> | null;
}

/** What a cell holds. */
export type ColumnValue = string | bigint | Date | null;

/** A column: its name, its type in Parquet, in DuckDB's and ClickHouse's words, and what it holds. */
export interface ParquetColumn {
  readonly name: string;
  readonly type: 'STRING' | 'INT64' | 'TIMESTAMP';
  readonly isNullable: boolean;
  readonly clickHouse: string;
  readonly what: string;
  read(event: ExportedEvent): ColumnValue;
}

const text = (name: string, what: string, read: (event: ExportedEvent) => string): ParquetColumn => ({
  name,
  type: 'STRING',
  isNullable: false,
  clickHouse: 'String',
  what,
  read,
});

const textOrNull = (
  name: string,
  what: string,
  read: (event: ExportedEvent) => string | null,
): ParquetColumn => ({ name, type: 'STRING', isNullable: true, clickHouse: 'Nullable(String)', what, read });

const numberOrNull = (
  name: string,
  what: string,
  read: (event: ExportedEvent) => number | null,
): ParquetColumn => ({
  name,
  type: 'INT64',
  isNullable: true,
  clickHouse: 'Nullable(Int64)',
  what,
  read: (event) => {
    const value = read(event);
    return value === null || !Number.isSafeInteger(value) ? null : BigInt(value);
  },
});

/** In the order in which they are written. */
export const PARQUET_COLUMNS: readonly ParquetColumn[] = [
  text('file', 'the file, as it was given', ({ file }) => masker.text(file)),
  text('run_id', 'the run; empty where nothing names one', ({ row }) => row.runId),
  numberOrNull('sequence', 'place in the run', ({ row }) => row.sequence),
  text('event_id', 'as recorded, or derived where the host wrote none', ({ row }) => row.eventId),
  text('type', 'as recorded', ({ row }) => row.type),
  textOrNull('node_id', 'the node', ({ row }) => row.nodeId),
  {
    name: 'time',
    type: 'TIMESTAMP',
    isNullable: true,
    clickHouse: "Nullable(DateTime64(3, 'UTC'))",
    what: 'UTC, to the millisecond; null where there is none that can be read',
    read: ({ row }) => (row.timeMs === null ? null : new Date(row.timeMs)),
  },
  textOrNull('causation_id', 'as recorded: an event or an envelope', ({ row }) => row.causationId),
  textOrNull('correlation_id', 'of the envelope, where the event or its payload names one', correlationOf),
  textOrNull('content_trust', 'trusted or untrusted', ({ row }) => row.contentTrust),
  text('summary', 'the line of the list', ({ row }) => row.summary),
  numberOrNull('byte_offset', 'place in the file, after unpacking', ({ row }) => row.byteOffset),
  numberOrNull('byte_length', 'length there', ({ row }) => row.byteLength),
  textOrNull('payload', 'JSON as recorded, masked; null where it is none, or over 64 MB', (event) =>
    event.document === null ? null : payloadText(event.text),
  ),
];

function correlationOf({ document }: ExportedEvent): string | null {
  const payload = document?.payload ?? document?.data;
  const own = document?.correlationId ?? (isRecord(payload) ? payload.correlationId : undefined);
  return typeof own === 'string' ? masker.identity(own) : null;
}
