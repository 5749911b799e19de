/** Vectors with `sse`, `session` and `errorBody`: frames of a stream, what a session does next, what a refusal states. */

import {
  compareKeys,
  type Difference,
  type Vector,
  type VectorAnswer,
  type VectorRunners,
} from '@openwop-inspector/acceptor-core';
import { type JsonObject, listOr, recordOr } from '@openwop-inspector/base';
import {
  defaultTimings,
  EntryScanner,
  errorCodeOf,
  LedgerBook,
  nextStep,
  type SessionFacts,
  type SessionMoment,
  type SseFrame,
  sseFrames,
  statusError,
} from '@openwop-inspector/host-client';
import { isTerminalType, scalarText } from '@openwop-inspector/protocol';

/** Runners of the three forms (vectors FORMAT 7). */
export const streamRunners: VectorRunners = { sse: runSse, session: runSession, errorBody: runErrorBody };

/** Longer streams are cut at fewer places. */
const MAX_OFFSETS = 4096;

/** Reads the bytes in two chunks, cut at every offset; each cut has to give what is expected. */
function runSse(vector: Vector): VectorAnswer {
  const input = recordOr(vector.input);
  const bytes = new TextEncoder().encode(typeof input.bytes === 'string' ? input.bytes : '');
  const step = Math.max(1, Math.ceil(bytes.length / MAX_OFFSETS));
  let answer = compareKeys(framesView(bytes, bytes.length), vector.expect);
  for (let at = 0; at < bytes.length && answer.differences.length === 0; at += step)
    answer = compareKeys(framesView(bytes, at), vector.expect);
  return answer;
}

function framesView(bytes: Uint8Array, cutAt: number): Readonly<Record<string, unknown>> {
  const frames: SseFrame[] = [];
  const reader = sseFrames({ onFrame: (frame) => frames.push(frame) });
  reader.push(bytes.subarray(0, cutAt));
  reader.push(bytes.subarray(cutAt));
  reader.end();
  return {
    frames: frames.length,
    ids: frames.map(({ id }) => id),
    events: frames.map(({ event }) => event),
    data: frames.map(({ data }) => data),
  };
}

/** Plays the script, then asks what a live session asks. */
function runSession(vector: Vector): VectorAnswer {
  const input = recordOr(vector.input);
  const { facts, seen } = playScript(input);
  let next = nextStep(facts, defaultTimings);
  if (next.action === 'snapshot') {
    const { status } = recordOr(input.snapshot);
    const snapshot = typeof status === 'string' ? { status } : 'unknown';
    next = nextStep({ ...facts, snapshot }, defaultTimings);
  }
  const { next: wanted, ...rest } = recordOr(vector.expect);
  const whole = compareKeys({ next, shown: seen }, rest, '', { next, shown: seen });
  return {
    actual: { next, shown: seen },
    differences: [...whole.differences, ...compareNext({ ...next }, recordOr(wanted))],
  };
}

/** What a session knows when the script is over, and what it would tell. */
function playScript(input: JsonObject): { readonly facts: SessionFacts; readonly seen: readonly unknown[] } {
  const ledger = new LedgerBook();
  const scanner = new EntryScanner();
  const seen: unknown[] = [];
  let isTerminalSeen = false;
  let retryMs: number | null = null;
  let moment: SessionMoment = { kind: 'ready' };
  let isCaughtUp = false;
  const take = (text: string): void => {
    const scan = scanner.scan(text);
    if (scan?.isArray === true) for (const element of scan.elements ?? []) take(element);
    else if (scan !== null && scan.type !== null) {
      ledger.add(scan, 'sse');
      isTerminalSeen ||= isTerminalType(scan.type);
    }
  };
  const frames = sseFrames({
    onFrame: ({ data }) => take(data),
    onRetry: (ms) => {
      retryMs = ms;
    },
  });
  for (const entry of listOr(input.script)) {
    const { recv, close, status, headers, body, poll } = recordOr(entry);
    isCaughtUp = Array.isArray(poll);
    if (isCaughtUp) moment = { kind: 'ready' };
    for (const event of listOr(poll)) take(JSON.stringify(event));
    if (typeof recv === 'string') frames.push(new TextEncoder().encode(recv));
    else if (close === true) moment = { kind: 'stream-end' };
    else if (typeof status === 'number') {
      const error = answered(status, recordOr(headers), body, input.key);
      moment = { kind: 'answer', status, retryAfterMs: error.retryAfterMs };
      seen.push(error);
    }
  }
  const given = typeof input.cursor === 'number' ? input.cursor : null;
  return {
    facts: {
      moment,
      transport: input.mode === 'poll' ? 'poll' : 'sse',
      cursor: ledger.lastSequence ?? given,
      isCaughtUp,
      isTerminalSeen,
      snapshot: 'not-requested',
      isRunKnown: false,
      canPoll: true,
      isBare: false,
      a2uiDelta: false,
      failures: 0,
      retryMs,
      isWaiting: false,
      chance: 0,
    },
    seen,
  };
}

/** What the user would read of an answer that says no. */
function answered(status: number, headers: JsonObject, body: unknown, key: unknown) {
  const secret = typeof key === 'string' ? key : '';
  const reported = new Headers(
    Object.entries(headers).map(([name, value]): [string, string] => [name, scalarText(value)]),
  );
  return statusError(
    { status, headers: reported, body: typeof body === 'string' ? body : '' },
    {
      host: 'host.example',
      sentToken: true,
      nowMs: 0,
      mask: (text) => (secret === '' ? text : text.replaceAll(secret, '[masked]')),
    },
  );
}

/** `then`, `minDelayMs`, `absentHeaders` and `absentQuery` have meanings of their own; the rest is contained. */
function compareNext(next: JsonObject, wanted: JsonObject): readonly Difference[] {
  const { minDelayMs, absentHeaders, absentQuery, ...plain } = wanted;
  const view = { ...next, ...Object.fromEntries([['then', next.andThen]]) };
  const differences = [...compareKeys(view, plain, '/next').differences];
  const wrong = (pointer: string, expected: unknown, actual: unknown, message: string): void => {
    differences.push({ pointer, expected, actual, message });
  };
  if (typeof minDelayMs === 'number' && !(typeof next.delayMs === 'number' && next.delayMs >= minDelayMs))
    wrong('/next/minDelayMs', minDelayMs, next.delayMs, 'The next try is too early.');
  for (const [key, names] of Object.entries({ headers: absentHeaders, query: absentQuery })) {
    const sent = recordOr(next[key]);
    const found = listOr(names).filter((name) => typeof name === 'string' && Object.hasOwn(sent, name));
    if (found.length > 0) wrong(`/next/${key}`, names, found, 'This must not be sent.');
  }
  return differences;
}

/** Runs a vector with `errorBody`: the code that the body of a failed request states (vectors FORMAT 7). */
function runErrorBody(vector: Vector): VectorAnswer {
  const { status, body } = recordOr(vector.input);
  const code = errorCodeOf(typeof status === 'number' ? status : 0, typeof body === 'string' ? body : '');
  return compareKeys({ code }, vector.expect);
}
