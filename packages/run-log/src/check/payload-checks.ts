import { findSecrets, isRecord } from '@openwop-inspector/base';
import { shown } from '@openwop-inspector/events';
import {
  isCatalogueType,
  otherTypeInfo,
  type PreventedKind,
  type ProblemCode,
  payloadFindings,
  preventedOutcome,
} from '@openwop-inspector/protocol';
import { FLAG } from '../index/event-columns.ts';
import { type EventDocument, readEventDocument, sameJson } from '../index/event-document.ts';
import { runStates } from '../view/fold.ts';
import type { LoadedLog } from '../view/loaded-log.ts';
import type { ToleratedPayloads } from './tolerated-payloads.ts';

/** Payloads over this many bytes are not parsed for the checks. */
export const MAX_CHECKED = 8 * 1024 * 1024;
/** Outcomes of envelopes that are looked through for another record of one. */
const LOOKED_BESIDE = 500;

export interface CheckRun {
  readonly isCancelled: () => boolean;
  /** Lets others in between; resolves when the checks may go on. */
  readonly rest: () => Promise<void>;
  /** Called every now and then with how many events were checked. */
  readonly onProgress: (checked: number) => void;
}

/** How far a run of the checks came. */
export interface PayloadRun {
  /** False when it was stopped. */
  readonly isDone: boolean;
  /** Events that were looked at. */
  readonly checked: number;
  /** Ordinals of events that are too large to be parsed. What cannot be parsed is a problem of the reading. */
  readonly leftOut: readonly number[];
}

/** Events to check, by ordinal. */
export interface RowsToCheck {
  readonly length: number;
  ordinalAt(index: number): number;
}

/**
 * Reads every payload once: does it fit the schema of its type, do payload and data agree, is there a credential in
 * it? Costs a JSON.parse of the whole source, so it runs behind the load and can be stopped. `noted` holds what is noted once a file: types outside of the catalogue, and forms that hosts are known to write.
 */
export async function checkPayloads(
  log: LoadedLog,
  rows: RowsToCheck,
  noted: { readonly extensions: Set<number>; readonly tolerated: ToleratedPayloads },
  run: CheckRun,
): Promise<PayloadRun> {
  const { problems } = log.index;
  const leftOut: number[] = [];
  let rested = performance.now();
  for (let i = 0; i < rows.length; i++) {
    if ((i & 31) === 0 && performance.now() - rested > 25) {
      run.onProgress(i);
      await run.rest();
      if (run.isCancelled()) return { isDone: false, checked: i - leftOut.length, leftOut };
      rested = performance.now();
    }
    const row = rows.ordinalAt(i);
    noted.tolerated.forget(row);
    problems.foundBy('payloads', () => noteExtension(log, row, noted.extensions));
    if ((log.index.columns.byteLength[row] as number) > MAX_CHECKED) {
      leftOut.push(row);
      continue;
    }
    const document = readEventDocument(await log.read(row));
    if (document !== null)
      problems.foundBy('payloads', () => checkEvent(log, row, document, noted.tolerated));
  }
  return { isDone: true, checked: rows.length - leftOut.length, leftOut };
}

/** A type outside the catalogue is noted once. */
function noteExtension(log: LoadedLog, row: number, seen: Set<number>): void {
  const id = log.index.columns.type[row] as number;
  if (seen.has(id)) return;
  seen.add(id);
  const type = log.index.types.textOf(id);
  if (type === '' || isCatalogueType(type)) return;
  const known = otherTypeInfo(type) === undefined ? '' : ' (known from hosts)';
  log.index.problemOf(
    'extension_type',
    `The type is not in the catalogue${known}; its events are shown as they are`,
    row,
    '/type',
  );
}

function checkEvent(
  log: LoadedLog,
  row: number,
  document: EventDocument,
  tolerated: ToleratedPayloads,
): void {
  const { index } = log;
  const type = index.typeOf(row);
  const { payload, recorded } = document;
  const flags = index.columns.flags[row] as number;
  const root = Object.hasOwn(recorded, 'payload') ? '/payload' : '/data';
  if ((flags & FLAG.payloadAndData) !== 0 && !sameJson(recorded.payload, recorded.data)) {
    index.problemOf('payload_data_mismatch', 'payload and data differ; payload is used', row, '/data');
  }
  const { schema, text } = payloadFindings(type, payload);
  for (const finding of schema) {
    if (!tolerated.takes(row, type, document, finding))
      index.problemOf('payload_schema', finding.message, row, `${root}${finding.pointer}`);
  }
  for (const finding of text)
    index.problemOf('payload_beyond_schema', finding.message, row, `${root}${finding.pointer}`);
  if (isRecord(payload)) checkRules(log, row, type, payload, root);
  for (const secret of findSecrets(recorded))
    index.problemOf(secret.code, secret.message, row, secret.pointer);
}

/** Envelopes that were not taken and failed nothing, by their meaning. */
const PREVENTED = {
  blocked: ['envelope_blocked', 'Untrusted content must not answer an approval: the envelope was blocked'],
  discarded: ['envelope_discarded', 'The node does not take this kind: the envelope was discarded'],
  refused: ['envelope_refused', 'The envelope was refused, and the run went on'],
  reported: ['envelope_error_reported', 'The model answered with an error envelope'],
} as const satisfies Record<PreventedKind, readonly [ProblemCode, string]>;

/** True for a denied authorization whose envelope a line of the log tells of: one envelope is one problem. */
function isToldBeside(log: LoadedLog, row: number, type: string): boolean {
  if (type !== 'authorization.decided') return false;
  const { causeA, causeB, flags, run } = log.index.columns;
  const outcomes = runStates(log).find((one) => one.run === run[row])?.outcomes ?? [];
  return outcomes
    .slice(0, LOOKED_BESIDE)
    .some(
      (other) =>
        ((flags[other] as number) & FLAG.envelopeWarning) !== 0 &&
        causeA[other] === causeA[row] &&
        causeB[other] === causeB[row],
    );
}

/** Rules that a schema cannot say. */
function checkRules(
  log: LoadedLog,
  row: number,
  type: string,
  payload: Record<string, unknown>,
  root: string,
): void {
  const { index } = log;
  const prevented = preventedOutcome(type, payload);
  if (prevented !== null && !isToldBeside(log, row, type)) {
    const [code, text] = PREVENTED[prevented.kind];
    const kind = prevented.envelopeType === null ? '' : ` (${shown(prevented.envelopeType, 80)})`;
    index.problemOf(code, `${text}${kind}`, row, root);
  }
  if (type === 'cap.breached') {
    const { limit, observed } = payload;
    if (typeof limit === 'number' && typeof observed === 'number' && observed <= limit) {
      index.problemOf(
        'cap_observed_not_above_limit',
        `observed is ${observed} and limit is ${limit}`,
        row,
        `${root}/observed`,
      );
    }
  }
  if (type === 'model.capability.substituted') {
    const provider = payload.fallbackProvider === '[REDACTED]';
    const model = payload.fallbackModel === '[REDACTED]';
    if (provider !== model) {
      index.problemOf(
        'half_redacted',
        'Only one of fallbackProvider and fallbackModel is redacted',
        row,
        root,
      );
    }
  }
}
