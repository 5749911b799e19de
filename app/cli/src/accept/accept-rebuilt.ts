/** Runs an envelope of a log in its context, compares with what the host recorded, and searches for a repair. */
import {
  type AcceptContext,
  type Acceptor,
  type AcceptResult,
  compareWithHost,
  fieldStandings,
  hostAnswer,
  type JudgedEnvelope,
  notReconstructable,
  overriddenContext,
  type PatchOperation,
  proposeRepair,
} from '@openwop-inspector/acceptor-core';
import { createRedactor, isRecord, parsedJson, pick } from '@openwop-inspector/base';
import { unknown } from '@openwop-inspector/protocol';
import type { RebuiltEnvelope, SourceEmission } from './envelope-source.ts';

/** What a report has next to a result. Plain data, secrets of the context masked. */
export type ReportedByLog = ReturnType<typeof reportedFor>;

/** Runs the envelope in an acceptor of its own: counters and repeats are those of the log at that place. */
export function acceptRebuilt(
  rebuilt: RebuiltEnvelope,
  given: AcceptContext,
  acceptorOf: (context: AcceptContext) => Acceptor,
) {
  const context = overriddenContext(rebuilt.log.context, given);
  const missing = notReconstructable(rebuilt.log);
  const results = missing === null ? acceptorOf(context).accept({ text: rebuilt.envelope.text }) : [null];
  const redactor = createRedactor(context.secrets ?? []);
  return results.map((result) => {
    const compared =
      result === null
        ? unknown({ code: 'missing-input', what: 'the envelope' })
        : compareWithHost(result, rebuilt.log.hostRecorded, context.host?.limits);
    const reported = reportedFor(rebuilt, given, { result, missing, compared });
    /** `result` is null when the log does not hold what a verdict would be about: `report.missing` says what. */
    return { result, report: redactor.isActive ? withTexts(reported, redactor.text) : reported };
  });
}

function reportedFor(
  rebuilt: RebuiltEnvelope,
  given: AcceptContext,
  { result, missing, compared }: Pick<JudgedEnvelope, 'result' | 'missing' | 'compared'>,
) {
  const { event, log } = rebuilt;
  const { standing, isSkeleton, note, from, masked } = rebuilt.envelope;
  const host = log.hostRecorded;
  return {
    event: event && pick(event, ['sequence', 'eventId', 'type']),
    envelope: { standing, isSkeleton, note, from, masked },
    /** Why nothing was judged; null when it was. */
    missing,
    fields: fieldStandings(log.provenance, given),
    /** Null when the log holds no verdict of the host. */
    host: host && {
      status: host.status,
      code: host.code,
      meaning: host.meaning,
      capKind: host.capKind,
      events: host.events.map((one) => pick(one, ['sequence', 'type'])),
      answer: hostAnswer({ result, missing, hostRecorded: host, compared, masked }),
      compared,
    },
  };
}

/** A copy with every text changed, names of members left alone. */
function withTexts<T>(value: T, change: (text: string) => string): T {
  const text = JSON.stringify(value);
  return JSON.parse(text, (_name, one: unknown) => (typeof one === 'string' ? change(one) : one)) as T;
}

/** Result of a search for a repair. Plain data. */
export type RepairSearch =
  | {
      readonly kind: 'found';
      /** RFC 6902; pointers count from the envelope. Secrets of the context are masked. */
      readonly patch: readonly PatchOperation[];
      /** One line for each part of the patch; none can be left out. */
      readonly reasons: readonly string[];
      readonly repaired: unknown;
      /** The same with its secrets: for a file of the user, never displayed. */
      readonly plain: unknown;
      /** Result for the repaired envelope: accepted. */
      readonly result: AcceptResult;
    }
  | { readonly kind: 'none' }
  /** Text around an envelope is not changed, and each trial repeats the emissions before it. */
  | { readonly kind: 'not-looked-for'; readonly why: string };

/** Longest search for one envelope, in ms. */
const SEARCH_MS = 2000;
/** Emissions that are repeated before each trial, since they use up limits and correlationIds. */
const MAX_BEFORE = 100;

interface RepairQuestion {
  readonly emission: SourceEmission;
  /** Those of the file that came before it. */
  readonly before: readonly SourceEmission[];
  /** Results of the emission. */
  readonly results: readonly (AcceptResult | null)[];
  readonly context: AcceptContext;
  /** Runs one emission like those of the file. */
  readonly accept: (acceptor: Acceptor, emission: SourceEmission) => readonly AcceptResult[];
  readonly acceptorOf: (context: AcceptContext) => Acceptor;
}

/** Searches for the smallest repair; null when the envelope was not refused. Ends after two seconds. */
export function searchRepair(question: RepairQuestion): RepairSearch | null {
  const { emission, before, results, context, accept, acceptorOf } = question;
  const status = results[0]?.status;
  if (status !== 'invalid' && status !== 'gated' && status !== 'breached') return null;
  const envelope = envelopeIn(emission);
  if (results.length > 1 || envelope === null) return noRepairSearch('it does not stand alone in its text');
  if (before.length > MAX_BEFORE) return noRepairSearch(`more than ${MAX_BEFORE} envelopes stand before it`);
  const { rebuilt } = emission;
  const known = rebuilt === null ? context : overriddenContext(rebuilt.log.context, context);
  const until = performance.now() + SEARCH_MS;
  const repair = proposeRepair({
    envelope,
    context: { ...known, ...emission.override },
    accept(value) {
      if (performance.now() > until) return null;
      const acceptor = acceptorOf(known);
      for (const one of rebuilt === null ? before : []) accept(acceptor, one);
      return accept(acceptor, { ...emission, emission: { envelope: value, single: true } })[0] ?? null;
    },
  });
  if (repair === null) return { kind: 'none' };
  const { patch, steps, repaired, result } = repair;
  const redactor = createRedactor(known.secrets ?? []);
  return {
    kind: 'found',
    patch: patch.map((operation) => {
      const { pointer } = redactor;
      const path = pointer(operation.path);
      if (operation.op === 'move') return { ...operation, from: pointer(operation.from), path };
      return operation.op === 'remove'
        ? { ...operation, path }
        : { ...operation, path, value: redactor.value(operation.value).value };
    }),
    reasons: steps.map(({ reason }) => redactor.text(reason)),
    repaired: redactor.value(repaired).value,
    plain: repaired,
    result,
  };
}

const noRepairSearch = (why: string): RepairSearch => ({ kind: 'not-looked-for', why });

/** The one envelope of an emission; null for one within a text, and for lists. */
function envelopeIn({ emission, rebuilt }: SourceEmission): object | null {
  const text = rebuilt?.envelope.text ?? ('text' in emission ? emission.text : null);
  const given = 'envelope' in emission ? emission.envelope : null;
  const value = text === null ? given : parsedJson(text);
  return isRecord(value) ? value : null;
}
