import {
  childAt,
  compareNumbers,
  countOf,
  findSecrets,
  formatCount,
  isRecord,
  mayHoldSecrets,
  parseExactly,
  sameJson,
  storedIn,
  textOfNumber,
} from '@openwop-inspector/base';
import { clip } from '@openwop-inspector/events';
import {
  checkPayload,
  hasV2Payload,
  isCatalogueType,
  otherTypeInfo,
  type PreventedKind,
  type ProblemCode,
  payloadFindings,
  preventedOutcome,
  type SchemaFinding,
} from '@openwop-inspector/protocol';
import { FLAG } from '../index/event-columns.ts';
import { type EventDocument, eventDocumentOf, isEmptyPayload } from '../index/event-document.ts';
import type { LogIndex } from '../index/log-index.ts';
import type { ProblemList } from '../index/problem-list.ts';
import { Turns } from '../next-turn.ts';
import { eventNames, isOfV2 } from '../query/event-names.ts';
import { isNumber } from '../query/filter/byte-leaves.ts';
import type { LoadedLog } from '../query/loaded-log.ts';
import { approvalFacts } from '../query/trust/approval-gates.ts';
import { runStates } from '../query/verdict/fold.ts';
import { type CheckRun, MAX_CHECKED } from './check-control.ts';
import { LogRules } from './rules/log-rules.ts';
import { MediaNotes } from './rules/media-rules.ts';
import type { SecretSweep } from './secret-sweep.ts';

/** Outcomes of envelopes that are searched for another record of one. */
const MAX_NEIGHBOURS = 500;

const decoder = new TextDecoder();

/** How far a run of the checks came. */
export interface PayloadRun {
  /** False when it was stopped. */
  readonly isDone: boolean;
  /** Events that were inspected. */
  readonly checked: number;
  /** Ordinals of events that are too large to be parsed. What cannot be parsed is a problem of the reading. */
  readonly leftOut: readonly number[];
}

/** What is noted once a file: forms that hosts are known to write, findings by shape; and the media of its events. */
export class CheckNotes {
  readonly tolerated = new ToleratedPayloads();
  readonly shapes = new KnownShapes();
  readonly media = new MediaNotes();
  readonly rules = new LogRules();
  readonly sweep: SecretSweep;

  constructor(sweep: SecretSweep) {
    this.sweep = sweep;
  }
}

/**
 * Checks every payload once: does it fit the schema of its type, do payload and data agree, is there a credential in
 * it? An event is read and parsed unless the scanner has found its payload to be of a shape that fits, with nothing in it
 * that may be a secret. Runs behind the load and can be stopped.
 */
export async function checkPayloads(
  log: LoadedLog,
  rows: readonly number[] | Int32Array,
  noted: CheckNotes,
  run: CheckRun,
): Promise<PayloadRun> {
  const { problems } = log.index;
  const leftOut: number[] = [];
  if (!(await noted.sweep.over(log, run))) return { isDone: false, checked: 0, leftOut };
  await log.joinStreams(true);
  const turns = new Turns(run.isCancelled, run.rest);
  for (let i = 0; i < rows.length; i++) {
    if ((i & 31) === 0 && turns.areDue) {
      run.onProgress(i);
      if (!(await turns.rest())) return { isDone: false, checked: i - leftOut.length, leftOut };
    }
    const row = rows[i] as number;
    noted.tolerated.forget(row);
    const known = noted.shapes.of(log.index, row);
    if (known !== undefined) {
      const isData = log.index.columns.has(row, FLAG.payloadFromData);
      if (known.length > 0)
        problems.foundBy('payloads', () =>
          reportSchema(log.index, row, isData ? '/data' : '/payload', known),
        );
      continue;
    }
    if ((log.index.columns.byteLength[row] as number) > MAX_CHECKED) {
      leftOut.push(row);
      noted.media.unread.add(row);
      continue;
    }
    const text = decoder.decode(await log.read(row));
    const document = eventDocumentOf(text);
    if (document !== null) {
      noted.media.take(row, text, document);
      problems.foundBy('payloads', () => {
        checkEvent(log, row, document, text, noted);
        if (mayHoldSecret(log, row) && mayHoldSecrets(text)) checkSecrets(log, row, document);
      });
    }
  }
  return { isDone: true, checked: rows.length - leftOut.length, leftOut };
}

/** Notes each type outside the catalogue once, at its first event. */
export function noteExtensions(log: LoadedLog, rows: Iterable<number>, seen: Set<number>): void {
  const { columns, messages, types } = log.index;
  for (const row of rows) {
    const id = columns.type[row] as number;
    if (seen.has(id)) continue;
    seen.add(id);
    const type = messages.of(row) === null ? types.textOf(id) : '';
    if (type === '' || isCatalogueType(type)) continue;
    const known = otherTypeInfo(type) === undefined ? '' : ' (known from hosts)';
    const words = `The type is not in the catalogue${known}; its events are displayed as recorded`;
    log.index.problemOf('extension_type', words, row, '/type');
  }
}

function checkEvent(
  log: LoadedLog,
  row: number,
  document: EventDocument,
  text: string,
  { tolerated, shapes }: CheckNotes,
): void {
  const { index } = log;
  if (index.messages.of(row) !== null) return;
  const type = index.typeOf(row);
  const { payload, recorded } = document;
  const root = Object.hasOwn(recorded, 'payload') ? '/payload' : '/data';
  if (index.columns.has(row, FLAG.payloadAndData) && hasTwoPayloads(text)) {
    index.problemOf('payload_data_mismatch', 'payload and data differ; payload is used', row, '/data');
  }
  const { schema, text: ofTexts } = findingsOf(log, row, type, payload);
  const isOfShape = ofTexts.length === 0 && !schema.some((finding) => mayBeTolerated(payload, finding));
  if (isOfShape && !hasRuleFor(type, payload) && !hasV2Payload(type)) shapes.add(index, row, schema);
  // A run of v2 ends with its outputs, which may be none: without them the host is wrong (run-events 3.6).
  const isTolerant = type !== 'run.completed' || !isOfV2(log, row);
  const untolerated = schema.filter((one) => !isTolerant || !tolerated.takes(row, type, document, one));
  reportSchema(index, row, root, untolerated);
  for (const finding of ofTexts)
    index.problemOf('payload_beyond_schema', finding.message, row, `${root}${finding.pointer}`);
  if (isRecord(payload)) checkRules(log, row, type, payload, root);
  if (type === 'cap.breached') checkBreach(index, row, root, eventDocumentOf(text, parseExactly)?.payload);
}

/** Limits are compared as written: a double keeps no integer above 2^53. */
function checkBreach(index: LogIndex, row: number, root: string, payload: unknown): void {
  const [limit, observed] = [childAt(payload, 'limit'), childAt(payload, 'observed')];
  if (!isNumber(limit) || !isNumber(observed) || !(compareNumbers(observed, limit) <= 0)) return;
  const words = `observed is ${textOfNumber(observed)} and limit is ${textOfNumber(limit)}; a limit is breached by what is above it`;
  index.problemOf('cap_observed_not_above_limit', words, row, `${root}/observed`);
}

/**
 * Where a payload differs from the schema of its type in the major that its run is written in (run-events 3.6). In a log
 * with names of both, one that fits either is fine.
 */
function findingsOf(log: LoadedLog, row: number, type: string, payload: unknown) {
  if (!hasV2Payload(type)) return payloadFindings(type, payload);
  const names = eventNames(log);
  const isV2 = isOfV2(log, row);
  const isMixed = names !== null && names.v1 > 0;
  const asV1 = isMixed || !isV2 ? payloadFindings(type, payload) : null;
  return asV1 !== null && (!isV2 || asV1.schema.length === 0) ? asV1 : payloadFindings(type, payload, true);
}

function reportSchema(index: LogIndex, row: number, root: string, findings: readonly SchemaFinding[]): void {
  for (const { message, pointer } of findings)
    index.problemOf('payload_schema', message, row, `${root}${pointer}`);
}

/** Whether `payload` and `data` of an event differ, in any digit. */
function hasTwoPayloads(text: string): boolean {
  const { payload, data } = eventDocumentOf(text, parseExactly)?.recorded ?? {};
  return !sameJson(payload, data);
}

/** False where the scanner has looked and found nothing. */
function mayHoldSecret({ index: { columns } }: LoadedLog, row: number): boolean {
  return columns.shape[row] === 0 || columns.has(row, FLAG.mayHoldSecret);
}

function checkSecrets({ index }: LoadedLog, row: number, { recorded }: EventDocument): void {
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

/** True for a denied authorization whose envelope a line of the log reports: one envelope is one problem. */
function isReportedByEnvelope(log: LoadedLog, row: number, type: string): boolean {
  if (type !== 'authorization.decided') return false;
  const { columns } = log.index;
  const { causeA, causeB, run } = columns;
  const outcomes = runStates(log).find((one) => one.run === run[row])?.outcomes ?? [];
  return outcomes
    .slice(0, MAX_NEIGHBOURS)
    .some(
      (other) =>
        columns.has(other, FLAG.envelopeWarning) &&
        causeA[other] === causeA[row] &&
        causeB[other] === causeB[row],
    );
}

/** True when `checkRules` asks about values of such a payload, which its shape does not tell. */
function hasRuleFor(type: string, payload: unknown): boolean {
  if (type === 'cap.breached' || type === 'model.capability.substituted') return true;
  if (!isRecord(payload)) return false;
  if (type === 'replay.divergedAtRefusal') return true;
  if (type === 'log.appended') return payload.level === 'warn' || payload.level === 'error';
  if (type === 'authorization.decided') return payload.allowed === false;
  if (type === 'runOrchestrator.decided') return childAt(payload.decision, 'nextWorkerInputs') !== undefined;
  return GATE_ANSWERS.has(type) && isTimeout(payload);
}

/** Types that tell how a gate was answered. */
const GATE_ANSWERS: ReadonlySet<string> = new Set([
  'interrupt.resolved',
  'node.interrupt.resolved',
  'node.resumed',
  'approval.received',
  'approval.granted',
]);
const isTimeout = ({ action, reason }: Record<string, unknown>): boolean =>
  action === 'timeout' || reason === 'timeout';

/** Rules that a schema cannot say; of which types and payloads, `hasRuleFor` has to know. */
function checkRules(
  log: LoadedLog,
  row: number,
  type: string,
  payload: Record<string, unknown>,
  root: string,
): void {
  const tell = (code: ProblemCode, words: string, pointer = ''): void =>
    log.index.problemOf(code, words, row, `${root}${pointer}`);
  const prevented = preventedOutcome(type, payload);
  if (prevented !== null && !isReportedByEnvelope(log, row, type)) {
    const [code, text] = PREVENTED[prevented.kind];
    const kind = prevented.envelopeType === null ? '' : ` (${clip(prevented.envelopeType, 80)})`;
    tell(code, `${text}${kind}`);
  }
  if (type === 'runOrchestrator.decided' && isRecord(payload.decision)) {
    const { nextWorkerIds: ids, nextWorkerInputs: inputs } = payload.decision;
    if (Array.isArray(ids) && Array.isArray(inputs) && ids.length !== inputs.length) {
      const words = `nextWorkerIds has ${countOf(ids.length, 'entry', 'entries')}, nextWorkerInputs ${inputs.length}`;
      tell('worker_inputs_mismatch', words, '/decision/nextWorkerInputs');
    }
  }
  if (GATE_ANSWERS.has(type) && isTimeout(payload)) {
    const { verdict, action } = approvalFacts(payload);
    if (type === 'approval.granted' || verdict === 'accepts' || action === 'accepts')
      tell('gate_failed_open', 'Nobody answered in time, and the gate let the run continue');
  }
  if (type === 'replay.divergedAtRefusal') {
    const { originalEnvelopeKind: kind, replayEnvelopeKind: replayed } = payload;
    if (kind !== undefined && kind === replayed)
      tell('payload_schema', 'is the same as originalEnvelopeKind', '/replayEnvelopeKind');
  }
  if (type === 'model.capability.substituted') {
    const provider = payload.fallbackProvider === '[REDACTED]';
    const model = payload.fallbackModel === '[REDACTED]';
    if (provider !== model)
      tell('half_redacted', 'Only one of fallbackProvider and fallbackModel is redacted');
  }
}

/** Rows of which more is checked than their shape says. */
const TO_BE_READ = FLAG.mayHoldSecret | FLAG.payloadAndData;
/** Shapes with findings that are remembered, 10 findings each at most; payloads of further ones are read. */
const MAX_DEVIATING = 20_000;
/** A place in an array: neighbours of one shape count once, so that it may be another in the next payload. */
const IN_ARRAY = /\/\d+(?:\/|$)/;

/**
 * Findings of the schemas by the shape of a payload: all payloads of one shape differ from the schemas of their type in
 * the same places, so that one of them is read (`assembly/shapes.ts`).
 */
class KnownShapes {
  private readonly byNumber: (readonly SchemaFinding[] | undefined)[] = [];
  private deviating = 0;

  /** Remembers the findings in the payload of a row, unless they may differ in another payload of its shape. */
  add({ columns }: LogIndex, row: number, findings: readonly SchemaFinding[]): void {
    const shape = columns.shape[row] as number;
    // Rows that must be read themselves come here again and again.
    if (this.byNumber[shape] !== undefined) return;
    if (findings.length > 0) {
      if (this.deviating >= MAX_DEVIATING || findings.some(({ pointer }) => IN_ARRAY.test(pointer))) return;
      this.deviating++;
    }
    this.byNumber[shape] = findings;
  }

  /** What a payload would be read for, where it is known; else undefined. */
  of({ columns }: LogIndex, row: number): readonly SchemaFinding[] | undefined {
    const shape = columns.shape[row] as number;
    const mayBeKnown = shape !== 0 && ((columns.flags[row] as number) & TO_BE_READ) === 0;
    return mayBeKnown ? this.byNumber[shape] : undefined;
  }
}

/* Differences from a schema that hosts are known to write (run-events 1.2 and 5.3): one note a file. */

/** Types whose payload hosts leave null or empty (run-events 5.3). */
const LEFT_EMPTY: ReadonlySet<string> = new Set([
  'run.started',
  'run.completed',
  'run.cancelled',
  'node.started',
  'node.completed',
]);

const FORMS = {
  payload_empty: 'an empty payload, which the schema of the type does not take',
  payload_identity_on_event: 'nodeId on the event and not in the payload',
} as const;

type Form = keyof typeof FORMS;

/** The events that have a form that is tolerated. */
class ToleratedPayloads {
  private readonly rows: Readonly<Record<Form, Set<number>>> = {
    payload_empty: new Set(),
    payload_identity_on_event: new Set(),
  };

  /** Forgets what was counted of a row, which is to be checked again. */
  forget(row: number): void {
    for (const rows of Object.values(this.rows)) rows.delete(row);
  }

  /** Whether a finding about the payload of a row is tolerated; the row is counted when that is worth a note. */
  takes(row: number, type: string, document: EventDocument, finding: SchemaFinding): boolean {
    const form = formOf(type, document, finding);
    if (form !== null && form !== 'silent') this.rows[form].add(row);
    return form !== null;
  }

  /** Adds a note of the file for each form that was met. */
  report(problems: ProblemList): void {
    for (const code of ['payload_empty', 'payload_identity_on_event'] as const) {
      const { size } = this.rows[code];
      const events = size === 1 ? '1 event has' : `${formatCount(size)} events have`;
      if (size > 0) problems.add({ code, message: `${events} ${FORMS[code]}`, ordinal: null });
    }
  }
}

/**
 * `silent`: an empty payload of a type whose schema requires no member says nothing wrong. A payload that is not there
 * at all is how some channels write an empty one, and others write every event (run-events 5.1).
 */
function formOf(type: string, document: EventDocument, finding: SchemaFinding): Form | 'silent' | null {
  const { payload } = document;
  if (!isEmptyPayload(payload))
    return isOnEvent(type, document, finding) ? 'payload_identity_on_event' : null;
  if (LEFT_EMPTY.has(type)) return 'payload_empty';
  const required = checkPayload(type, {});
  if (required.length === 0) return 'silent';
  if (payload === undefined) return 'payload_empty';
  return required.every((one) => isOnEvent(type, document, one)) ? 'payload_identity_on_event' : null;
}

/** Whether a finding about a payload may be tolerated, which depends on its event as well. */
function mayBeTolerated(payload: unknown, finding: SchemaFinding): boolean {
  return isEmptyPayload(payload) || isMissingNode(finding);
}

function isMissingNode({ message, pointer }: SchemaFinding): boolean {
  return message === 'nodeId is missing' && pointer === '';
}

/** Whether the `nodeId` that a payload lacks is on the event itself, and its type may leave it there. */
function isOnEvent(type: string, { recorded }: EventDocument, finding: SchemaFinding): boolean {
  if (!isMissingNode(finding)) return false;
  return typeof recorded.nodeId === 'string' && recorded.nodeId !== '' && mayLeaveOut(type);
}

const leavesOut = new Map<string, boolean>();

/**
 * Whether `nodeId` may be on the event alone: not where the schema of the payload is closed, nor where it requires the
 * `runId` as well, since such a payload is read without its event (run-events 1.2).
 */
function mayLeaveOut(type: string): boolean {
  const isBound = ({ keyword, message }: SchemaFinding): boolean =>
    keyword === 'additionalProperties' || message === 'runId is missing';
  return storedIn(leavesOut, type, () => !checkPayload(type, { '': 0 }).some(isBound));
}
