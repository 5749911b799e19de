/** The host's conformance for one envelope of a log: it agrees, it deviates, or the log is not sufficient to decide. */

import { ownString } from '@openwop-inspector/base';
import { type Known, reasonsText } from '@openwop-inspector/protocol';
import type { AcceptResult } from '../accept-result.ts';
import type { ComparisonRow } from './compare-with-host.ts';
import type { Deviation, HostDeviation } from './deviations.ts';
import type { HostRecorded } from './host-recorded.ts';
import { fieldsOf, payloadOf } from './payload-facts.ts';
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
function recordedDeviations(host: HostRecorded): readonly HostDeviation[] {
  return [...oneCode(host), ...interruptAlone(host), ...infoLevel(host)];
}

/** R6: one code for everything invalid. */
function oneCode({ code, meaning }: HostRecorded): readonly HostDeviation[] {
  if (code !== 'envelope_validation_failed') return [];
  const note = 'The host has one code for everything invalid';
  return [deviation('R6', 'code', meaning ?? 'the code of the refusal', code, note)];
}

/** R7: the questions of a clarification are recorded by `clarification.requested`. A repeat records nothing (acceptor 8). */
function interruptAlone({ events, status, emission }: HostRecorded): readonly HostDeviation[] {
  const asks = events.some(
    ({ type, payload }) => type === 'interrupt.requested' && ownString(payload, 'kind') === 'clarification',
  );
  const isWhole = events.some(({ type }) => type === 'clarification.requested');
  if (status !== 'accepted' || !asks || isWhole || emission > 1) return [];
  const note = 'The host records a clarification as an interrupt alone';
  return [
    deviation('R7', 'events', 'clarification.requested, interrupt.requested', 'interrupt.requested', note),
  ];
}

/** R8: schemas are logged for those who debug. */
function infoLevel({ events }: HostRecorded): readonly HostDeviation[] {
  const wrong = events.find((event) => {
    const type = ownString(fieldsOf(event), 'envelopeType') ?? '';
    return /^schema\.(?:request|response)$/.test(type) && ownString(payloadOf(event), 'level') === 'info';
  });
  if (wrong === undefined) return [];
  return [deviation('R8', 'log.appended.level', 'debug', 'info', 'The host logs schema.* at level info')];
}

function deviation(rule: Deviation, what: string, here: string, host: string, note: string): HostDeviation {
  return { rule, what, here, host, note, clause: `acceptor ${rule}` };
}
