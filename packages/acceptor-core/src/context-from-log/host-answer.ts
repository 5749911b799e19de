/** The host's conformance for one envelope of a log: it agrees, it deviates, or the log is not sufficient to decide. */
import { ownString } from '@openwop-inspector/base';
import { type Known, known, reasonsText, scalarText, unknown } from '@openwop-inspector/protocol';
import type { Limits } from '../accept-context.ts';
import type { AcceptResult, ProjectedEvent } from '../accept-result.ts';
import { stepInfo } from '../steps/step-table.ts';
import {
  type Compared,
  type Deviation,
  type Explanation,
  explain,
  type HostDeviation,
} from './deviations.ts';
import { breachOf, fieldsOf, type LogEvent, payloadOf, violationsIn } from './evidence.ts';
import type { HostRecorded } from './host-recorded.ts';
import {
  LOOKS_AT_VALUES,
  MASKED,
  MEMBERS,
  type MissingInput,
  type NotReconstructable,
  UNCHECKED,
} from './provenance.ts';

/** An outcome is never put in the mouth of a host that did not record it. */
export type HostAnswer =
  | { readonly kind: 'agrees'; readonly compared: number }
  | { readonly kind: 'deviates'; readonly deviations: readonly HostDeviation[] }
  | { readonly kind: 'not-reconstructable'; readonly missing: readonly MissingInput[] };

/** What is known of one envelope of a log. */
export interface JudgedEnvelope {
  /** Null when the log lacks the input of a verdict. */
  readonly result: AcceptResult | null;
  readonly missing: NotReconstructable | null;
  readonly hostRecorded: HostRecorded | null;
  readonly compared: Known<readonly ComparisonRow[]>;
  /** Number of its values that this application masked: the host saw the originals. */
  readonly masked: number;
}

const NO_VERDICT: MissingInput = {
  what: 'the verdict of the host',
  record: 'an event whose causationId is the correlationId of the envelope (acceptor 3.3)',
};

/**
 * Never "agrees" where a step that decides was not checked. What the host recorded may break a clause by itself, also
 * where the envelope cannot be judged. Pure. O(rows + steps).
 */
export function hostAnswer(judged: JudgedEnvelope): HostAnswer {
  const answer = comparedAnswer(judged);
  if (answer.kind !== 'not-reconstructable' || judged.hostRecorded === null) return answer;
  const deviations = recordedDeviations(judged.hostRecorded);
  return deviations.length > 0 ? { kind: 'deviates', deviations } : answer;
}

function comparedAnswer(judged: JudgedEnvelope): HostAnswer {
  const { result, missing, hostRecorded, compared, masked } = judged;
  if (hostRecorded === null) return notReconstructable([NO_VERDICT]);
  if (missing !== null) return notReconstructable(missing.missing.map((member) => MEMBERS[member]));
  if (result === null) return notReconstructable([NO_VERDICT]);
  if (!compared.known)
    return notReconstructable([
      { what: `a check that was stopped: ${reasonsText(compared.reasons)}`, record: '' },
    ]);
  if (masked > 0 && LOOKS_AT_VALUES.has(result.step)) return notReconstructable([MASKED]);
  const rows = compared.value.filter(({ same, means }) => !same && means !== 'nothing');
  const deviations = rows.filter(({ means }) => means === 'deviation');
  if (deviations.length > 0)
    return { kind: 'deviates', deviations: deviations.map((row) => deviationOf(row, result)) };
  const undecided = rows.map(
    ({ what, note = '' }): MissingInput => ({ what: `${what}: ${note}`, record: '' }),
  );
  const unchecked = result.status === 'accepted' ? uncheckedInputs(result) : [];
  const lacks = [...unchecked, ...undecided];
  return lacks.length > 0 ? notReconstructable(lacks) : { kind: 'agrees', compared: compared.value.length };
}

function notReconstructable(missing: readonly MissingInput[]): HostAnswer {
  return { kind: 'not-reconstructable', missing };
}

function deviationOf(
  { what, here, host, rule, clause, note }: ComparisonRow,
  result: AcceptResult,
): HostDeviation {
  const deciding = result.trace.find(({ verdict, hypothetical }) => verdict === 'decided' && !hypothetical);
  return {
    what,
    here,
    host,
    clause: rule === undefined ? (clause ?? deciding?.clause ?? 'acceptor 3') : `acceptor ${rule}`,
    rule: rule ?? null,
    note: note ?? 'The host recorded something else than the pipeline gives',
  };
}

/** What the steps that had nothing to check against lack. */
export function uncheckedInputs({ trace }: AcceptResult): readonly MissingInput[] {
  return trace.flatMap(({ step, verdict, hypothetical, note }) =>
    verdict === 'unchecked' && !hypothetical ? [UNCHECKED[step] ?? { what: note, record: '' }] : [],
  );
}

/** Deviations by one event or its absence; rules over a whole log are those of run-log. Pure. O(events). */
function recordedDeviations(recorded: HostRecorded): readonly HostDeviation[] {
  const { code, meaning, events, status, emission } = recorded;
  const found: HostDeviation[] = [];
  const add = (rule: Deviation, what: string, here: string, host: string, note: string): void => {
    found.push({ rule, what, here, host, note, clause: `acceptor ${rule}` });
  };
  if (code === 'envelope_validation_failed') {
    const note = 'The host has one code for everything invalid';
    add('R6', 'code', meaning ?? 'the code of the refusal', code, note);
  }
  // The questions of a clarification are recorded by `clarification.requested`. A repeat records nothing (acceptor 8).
  const asks = events.some(
    ({ type, payload }) => type === 'interrupt.requested' && ownString(payload, 'kind') === 'clarification',
  );
  const isWhole = events.some(({ type }) => type === 'clarification.requested');
  if (status === 'accepted' && asks && !isWhole && emission <= 1) {
    const both = 'clarification.requested, interrupt.requested';
    const note = 'The host records a clarification as an interrupt alone';
    add('R7', 'events', both, 'interrupt.requested', note);
  }
  // Schemas are logged for those who debug.
  const isAtInfo = events.some((event) => {
    const type = ownString(fieldsOf(event), 'envelopeType') ?? '';
    return /^schema\.(?:request|response)$/.test(type) && ownString(payloadOf(event), 'level') === 'info';
  });
  if (isAtInfo) add('R8', 'log.appended.level', 'debug', 'info', 'The host logs schema.* at level info');
  return found;
}

// Compares the acceptor with what the host recorded, with the deviation that explains a difference (acceptor 9).

/** One thing compared; of a difference also what explains it, as far as that is known. */
export interface ComparisonRow extends Partial<Explanation> {
  /** `status`, `code`, `capKind`, `violations`, `events`, or a fact of an event such as `cap.breached.observed`. */
  readonly what: string;
  /** As one short text; `none` where there is nothing. */
  readonly here: string;
  readonly host: string;
  readonly same: boolean;
}

/** Makes the row of one comparison. */
type CompareTexts = (what: string, here: string, there: string) => ComparisonRow;

const NONE = 'none';

/**
 * Compares row by row; unknown without a verdict of the host, and where our own check was stopped. The events of the host
 * are those of the emission alone: bookkeeping of retries is not compared, since the acceptor judges one envelope and not
 * the turn. `limits` are those that the acceptor was given: where the one of schema rounds is not among them, a retry is always left here, which says
 * nothing against the host. Pure, O(events).
 */
export function compareWithHost(
  result: AcceptResult,
  recorded: HostRecorded | null,
  limits: Limits | null = null,
): Known<readonly ComparisonRow[]> {
  if (recorded === null) return unknown({ code: 'missing-input', what: 'the verdict of the host' });
  const [reason, ...more] = result.reasons;
  if (reason !== undefined) return unknown(reason, ...more);
  const host: Compared = { ...recorded, isLimitKnown: limits?.schemaRounds !== undefined };
  const row: CompareTexts = (what, here, there) =>
    here === there
      ? { what, here, host: there, same: true }
      : { what, here, host: there, same: false, means: 'deviation', ...explain(what, result, host) };
  return known([
    row('status', result.status, host.status),
    row('code', result.code ?? NONE, codeOf(host, result)),
    row('capKind', result.capKind ?? NONE, host.capKind ?? NONE),
    ...violations(result, host, row),
    ...recovery(result, host, row),
    ...events(result, host, row),
  ]);
}

/** Returns the code that the host recorded. The reason of a retry implies that of the acceptor where its step has that reason. */
function codeOf({ code, meaning, retryReason }: Compared, result: AcceptResult): string {
  const reason = retryReason === 'type-mismatch' ? 'schema-violation' : retryReason;
  if (code === null && reason !== null && stepInfo(result.step)?.retry === reason) return result.code ?? NONE;
  return code ?? meaning ?? NONE;
}

/** Violations by place and keyword, of the two refusals that list them on both sides. */
function violations(result: AcceptResult, host: Compared, row: CompareTexts): ComparisonRow[] {
  const here = (result.outcome?.details ?? []).map((detail) => `${detail.instancePath} ${detail.keyword}`);
  const failed = host.events.find((event) => event.type === 'node.failed');
  const listed = violationsIn(failed).flatMap(({ pointer, keyword }) =>
    pointer === null || keyword === null ? [] : [`${pointer} ${keyword}`],
  );
  const isListed = result.code === 'envelope_invalid' || result.code === 'invalid_envelope_shape';
  if (!isListed || host.meaning !== result.code || listed.length === 0) return [];
  return [row('violations', listOf(here), listOf(listed))];
}

function listOf(items: readonly string[]): string {
  return items.length === 0 ? NONE : [...items].sort().join(', ');
}

/** How the envelope was found in the text, where the host says so. */
function recovery(result: AcceptResult, host: Compared, row: CompareTexts): ComparisonRow[] {
  const event = host.events.find(({ type }) => type === 'envelope.recovery.applied');
  if (event === undefined) return [];
  const { path, byteOffset } = payloadOf(event);
  const here =
    result.recovery === null ? 'direct' : `${result.recovery.path} at ${result.recovery.byteOffset}`;
  return [row('recovery', here, `${scalarText(path)} at ${scalarText(byteOffset)}`)];
}

/** Types that the acceptor projects for one envelope; the rest is bookkeeping of the turn or an effect. */
const COMPARED: ReadonlySet<string> = new Set([
  'clarification.requested',
  'interrupt.requested',
  'log.appended',
  'cap.breached',
  'node.failed',
  'run.failed',
]);

function events(result: AcceptResult, host: Compared, row: CompareTexts): ComparisonRow[] {
  const there = host.events.filter((event) => COMPARED.has(event.type));
  const rows = result.events.flatMap((event) => {
    const other = there.find(({ type }) => type === event.type);
    return other === undefined ? [] : facts(event, other, host.isV2, row);
  });
  return [row('events', typesOf(result.events), typesOf(there)), ...rows];
}

function typesOf(list: readonly { readonly type: string }[]): string {
  return list.length === 0 ? NONE : list.map(({ type }) => type).join(', ');
}

/** The facts of one event that hosts are known to differ in. Equal ones are left out, the trust tag of v1 is always present. */
function facts(event: ProjectedEvent, other: LogEvent, isV2: boolean, row: CompareTexts): ComparisonRow[] {
  const rows = isV2 ? [] : [row(`${event.type}.contentTrust`, trustOf(event), trustOf(other))];
  const add = (name: string, factOf: (one: ProjectedEvent | LogEvent) => string): void => {
    const [mine, theirs] = [factOf(event), factOf(other)];
    if (mine !== theirs) rows.push(row(`${event.type}.${name}`, mine, theirs));
  };
  if (event.type === 'log.appended') add('level', ({ payload }) => ownString(payload, 'level') ?? NONE);
  if (event.type === 'cap.breached') {
    add('observed', (one) => String(breachOf(one)?.observed ?? NONE));
    add('limit', (one) => String(breachOf(one)?.limit ?? NONE));
    add('nodeId', ({ payload }) => ownString(payload, 'nodeId') ?? NONE);
  }
  // Whether the questions are in it; their text is not compared, since hosts redact it.
  if (event.type === 'interrupt.requested')
    add('data', (event) => (Object.hasOwn(payloadOf(event), 'data') ? 'questions' : NONE));
  return rows;
}

/** An absent tag means trusted (run-events 1). */
function trustOf(event: { readonly contentTrust?: string | null | undefined }): string {
  return event.contentTrust ?? 'trusted';
}
