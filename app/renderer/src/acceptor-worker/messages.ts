/**
 * Messages between the window and the acceptor's worker. Plain data crosses, and each side checks what the other sends:
 * the worker compiles schemas of strangers to code, so what it says is not taken on trust.
 */
import { ACCEPT_STATUSES, readAcceptContext } from '@openwop-inspector/acceptor-core';
import {
  type Checks,
  isCount,
  isNullOr,
  isOneOf,
  isRecord,
  isString,
  type Result,
} from '@openwop-inspector/base';
import type { AcceptorJob, AcceptorRequest } from './run-jobs.ts';

/** Worker to window. */
export type AcceptorMessage =
  /** Said once, when the worker can take requests. */
  | { readonly ready: true }
  /** The kind whose foreign schema runs from now on; null when none does any more. */
  | { readonly id: number; readonly running: string | null }
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly bug: string };

type Test = (value: unknown) => boolean;

/** An object with these members, among others. */
function has(members: Checks): Test {
  const tests = Object.entries(members);
  return (value) => isRecord(value) && tests.every(([name, test]) => test(value[name]));
}

const listOf =
  (item: Test): Test =>
  (value) =>
    Array.isArray(value) && value.every((one) => item(one));
const either =
  (...tests: readonly Test[]): Test =>
  (value) =>
    tests.some((test) => test(value));
const isList = listOf(() => true);

const isMark = has({ from: isCount, to: isCount, message: isString });
/** An unknown status has no label and no icon: it must not be taken for a known one. */
const LINE = { status: isOneOf(...ACCEPT_STATUSES), step: isString };
const isLine = has(LINE);
const isResult = has({
  ...LINE,
  events: isList,
  warnings: isList,
  notes: isList,
  trace: isList,
  lossyNumbers: isList,
  reasons: isList,
  counters: isRecord,
});
const isPlacedViolation = has({
  pointer: isString,
  message: isString,
  line: isCount,
  column: isCount,
  meant: listOf(isString),
  known: listOf(isString),
  excerpt: isNullOr(has({ text: isString, from: isCount, to: isCount })),
});
const isSimulated = either(
  has({ kind: isOneOf('refused'), problems: listOf(isMark) }),
  has({ kind: isOneOf('answered'), answer: isRecord, marks: listOf(isMark) }),
);

const isVerdict = has({ answer: isOneOf('accepted', 'refused', 'unknown'), missing: listOf(isRecord) });

/** What a result has, as far as the window relies on it. */
const RESULTS: Readonly<Record<AcceptorJob, Test>> = {
  run: has({
    lines: (lines) => Array.isArray(lines) && lines.length > 0 && lines.every(isLine),
    at: isCount,
    result: isResult,
    textWarnings: isList,
    marks: listOf(isMark),
    violations: listOf(isPlacedViolation),
    syntax: isNullOr(has({ line: isCount, column: isCount, byteOffset: isCount, message: isString })),
    repair: isNullOr(has({ patch: isList, text: isString, outcome: isLine })),
  }),
  profiles: listOf(has({ result: isResult })),
  hosts: listOf(has({ outcome: isLine })),
  audit: listOf(
    has({
      answer: either(
        has({ kind: isOneOf('agrees') }),
        has({ kind: isOneOf('deviates'), deviations: listOf(isRecord) }),
        has({ kind: isOneOf('not-reconstructable'), missing: listOf(isRecord) }),
      ),
    }),
  ),
  portability: listOf(has({ kind: isString, place: isRecord, verdicts: listOf(isVerdict) })),
  published: listOf(
    has({
      source: isString,
      clause: isString,
      id: isString,
      title: isString,
      count: isCount,
      places: listOf(isRecord),
    }),
  ),
  turn: isSimulated,
  gate: isSimulated,
  discovery: isSimulated,
  check: either(
    has({ kind: isOneOf('satisfied') }),
    has({ kind: isOneOf('violated'), details: listOf(has({ pointer: isString, message: isString })) }),
    has({ kind: isOneOf('not-checked'), why: isString }),
  ),
};

/**
 * Checks a message of the worker. Null for anything that is neither `ready` nor the answer to the last request.
 */
export function readMessage(data: unknown, requested: AcceptorRequest | null): AcceptorMessage | null {
  if (!isRecord(data)) return null;
  if (data.ready === true) return { ready: true };
  if (requested === null || data.id !== requested.id) return null;
  if (typeof data.bug === 'string') return { id: requested.id, bug: data.bug };
  const { running } = data;
  if (typeof running === 'string' || running === null) return { id: requested.id, running };
  return RESULTS[requested.job](data.result) ? { id: requested.id, result: data.result } : null;
}

const isContext: Test = (context) => readAcceptContext(context).ok;
const isHost: Test = (one) => isRecord(one) && isString(one.name) && isContext({ host: one.host });
const TRIAL = { text: isString, at: isNullOr(isCount), context: isContext };
/** Evidence is what our own worker took from a log; the acceptor reads each value of it as one of a stranger. */
const EVIDENCE = { evidence: listOf(isRecord) };
const HOSTS = { hosts: listOf(isHost) };
const isDocument = has({ text: isString });

const INPUTS: Readonly<Record<AcceptorJob, Test>> = {
  run: has(TRIAL),
  profiles: has(TRIAL),
  hosts: has({ ...TRIAL, ...HOSTS }),
  audit: has({ ...EVIDENCE, context: isContext }),
  portability: has({ ...EVIDENCE, ...HOSTS }),
  published: has({
    discovery: isNullOr(has({ file: isString })),
    schemas: isNullOr(has({ file: isString, schemas: isRecord })),
  }),
  turn: isDocument,
  gate: isDocument,
  discovery: isDocument,
  /** Any value may be checked against any schema; the compiler has limits of its own. */
  check: has({ schema: (schema) => schema !== undefined }),
};

const isJob = (job: unknown): job is AcceptorJob => typeof job === 'string' && Object.hasOwn(INPUTS, job);
const isEnded = has({ kinds: listOf(isString), limitMs: (limitMs) => typeof limitMs === 'number' });

/** Checks a message of the window: a request that may be carried out, or why not. */
export function readRequest(
  data: unknown,
): Result<{ request: AcceptorRequest }, { id: number; why: string }> {
  if (!isRecord(data) || !Number.isSafeInteger(data.id))
    return { ok: false, id: -1, why: 'this is not a request' };
  const id = Number(data.id);
  const { job, input, ended } = data;
  if (!isJob(job)) return { ok: false, id, why: 'there is no such job' };
  if (ended !== undefined && !isEnded(ended)) return { ok: false, id, why: 'these are no ended kinds' };
  if (!INPUTS[job](input)) return { ok: false, id, why: `this is no input of ${job}` };
  return { ok: true, request: data as unknown as AcceptorRequest }; // every member has just been checked
}
