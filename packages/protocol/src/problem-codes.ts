/**
 * Problems a reader reports. `error`: something is missing or wrong. `warning`: suspicious.
 * `note`: a tolerated form. Texts never carry content of the file.
 */

import { type AghCodeInfo, aghReasonCodes, aghWarningCodes } from './agh-codes.ts';
import { eventProblems } from './event-problem-codes.ts';
import { fileProblems } from './file-problem-codes.ts';
import type { ProblemInfo, Severity } from './problem-info.ts';
import { ruleProblems } from './rule-problem-codes.ts';
import { bundleProblems, causationProblems, runProblems } from './run-problem-codes.ts';

// What the acceptor of AGH Network v0 says of the messages of a log, as problems: its reasons and its warnings.

const as = (info: AghCodeInfo, severity: Severity): ProblemInfo => ({ ...info, severity });

/** Problems of messages (agh 2): a refusal is an error, a repeat and what is tolerated are less. */
const aghProblems = {
  agh_malformed: as(aghReasonCodes.malformed, 'error'),
  agh_expired: as(aghReasonCodes.expired, 'error'),
  agh_duplicate: as(aghReasonCodes.duplicate, 'warning'),
  agh_unsupported_kind: as(aghReasonCodes.unsupported_kind, 'error'),
  agh_unsupported_profile: as(aghReasonCodes.unsupported_profile, 'error'),
  agh_verification_failed: as(aghReasonCodes.verification_failed, 'error'),
  agh_not_target: as(aghReasonCodes.not_target, 'error'),
  agh_internal: as(aghReasonCodes.internal, 'error'),
  agh_interaction_closed: as(aghReasonCodes.interaction_closed, 'error'),
  agh_legacy_field_rejected: as(aghReasonCodes.legacy_field_rejected, 'error'),
  agh_invalid_surface: as(aghReasonCodes.invalid_surface, 'error'),
  agh_work_closed: as(aghReasonCodes.work_closed, 'error'),
  agh_work_container_mismatch: as(aghReasonCodes.work_container_mismatch, 'error'),
  agh_to_on_broadcast: as(aghWarningCodes.to_on_broadcast, 'warning'),
  agh_null_optional: as(aghWarningCodes.null_optional, 'note'),
  agh_ts_milliseconds: as(aghWarningCodes.ts_milliseconds, 'warning'),
  agh_future_timestamp: as(aghWarningCodes.future_timestamp, 'warning'),
  agh_secret_shaped: as(aghWarningCodes.secret_shaped, 'warning'),
  agh_later_dialect: as(aghWarningCodes.later_dialect, 'note'),
  agh_earlier_dialect: as(aghWarningCodes.earlier_dialect, 'note'),
  agh_unknown_key: as(aghWarningCodes.unknown_key, 'warning'),
  agh_capability_without_to: as(aghWarningCodes.capability_without_to, 'warning'),
  agh_id_style: as(aghWarningCodes.id_style, 'note'),
  agh_direct_id_mismatch: as(aghWarningCodes.direct_id_mismatch, 'note'),
  agh_third_peer: as(aghWarningCodes.third_peer, 'note'),
  agh_capability_without_work: as(aghWarningCodes.capability_without_work, 'note'),
  agh_work_in_other_channel: as(aghWarningCodes.work_in_other_channel, 'note'),
  agh_too_large: as(aghWarningCodes.too_large, 'note'),
  agh_other_dialect_reason: as(aghWarningCodes.other_dialect_reason, 'note'),
  agh_two_dialects: {
    title: 'Two dialects in one file',
    severity: 'warning',
    clause: 'agh 9.1',
    advice: 'Each message is checked by the dialect that it shows itself; open the conversations apart.',
  },
  agh_ignored: {
    title: 'A message without effect',
    severity: 'note',
    clause: 'agh 5',
    advice: 'Check the interaction: it is unknown, has ended, or is not between these two peers.',
  },
  agh_receipt_refuses: {
    title: 'A receipt that refuses a message',
    severity: 'warning',
    clause: 'agh 4',
    advice: 'Read reason_code and detail of the receipt, and the message that it is for.',
  },
  agh_dangling_reference: {
    title: 'A message that is named and not in the file',
    severity: 'note',
    clause: 'agh 6',
    advice: 'Open the file that holds it too; files opened together are one conversation.',
  },
  agh_ambiguous_id: {
    title: 'An id that several senders use',
    severity: 'note',
    clause: 'agh 6',
    advice: 'An id is unique for its sender alone: where the sender is not given, the first one counts.',
  },
} as const satisfies Record<string, ProblemInfo>;

/** Every problem code with its facts. */
export const problemCodes = {
  ...fileProblems,
  ...eventProblems,
  ...runProblems,
  ...bundleProblems,
  ...causationProblems,
  ...ruleProblems,
  ...aghProblems,
} as const satisfies Record<string, ProblemInfo>;

/** A stable code of the problems list. */
export type ProblemCode = keyof typeof problemCodes;

/**
 * A tolerated or suspicious finding, with its place. `message` has codes, ids and counts only, never free text of the
 * content (security rule S-22).
 */
export interface Problem {
  readonly code: ProblemCode;
  readonly severity: Severity;
  readonly message: string;
  readonly sequence?: number;
  readonly eventId?: string;
  /** RFC 6901 pointer inside the event document, or inside the file for a problem of the file. */
  readonly pointer?: string;
  /** Byte of the source, after unpacking, counted from 0. */
  readonly byteOffset?: number;
  /** Line of the source, counted from 1. */
  readonly line?: number;
  /** Of a message of AGH Network: the step that decided, and the reason of the protocol (agh 2, 4). */
  readonly step?: string;
  readonly reason_code?: string;
  /** Section of the protocol or of the project's rules this is about. */
  readonly clause?: string;
}

/** True for the code of a rule over the events of a log. */
export function isLogRule(code: string): code is keyof typeof ruleProblems {
  return Object.hasOwn(ruleProblems, code);
}
