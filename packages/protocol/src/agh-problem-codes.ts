/** What the acceptor of AGH Network v0 says of the messages of a log, as problems: its reasons and its warnings. */
import { type AghCodeInfo, aghReasonCodes, aghWarningCodes } from './agh-codes.ts';
import type { ProblemInfo, Severity } from './problem-info.ts';

const as = (info: AghCodeInfo, severity: Severity): ProblemInfo => ({ ...info, severity });

/** Problems of messages (agh 2): a refusal is an error, a repeat and what is tolerated are less. */
export const aghProblems = {
  agh_malformed: as(aghReasonCodes.malformed, 'error'),
  agh_expired: as(aghReasonCodes.expired, 'error'),
  agh_duplicate: as(aghReasonCodes.duplicate, 'warning'),
  agh_unsupported_kind: as(aghReasonCodes.unsupported_kind, 'error'),
  agh_unsupported_profile: as(aghReasonCodes.unsupported_profile, 'error'),
  agh_verification_failed: as(aghReasonCodes.verification_failed, 'error'),
  agh_not_target: as(aghReasonCodes.not_target, 'error'),
  agh_internal: as(aghReasonCodes.internal, 'error'),
  agh_interaction_closed: as(aghReasonCodes.interaction_closed, 'error'),
  agh_to_on_broadcast: as(aghWarningCodes.to_on_broadcast, 'warning'),
  agh_null_optional: as(aghWarningCodes.null_optional, 'note'),
  agh_ts_milliseconds: as(aghWarningCodes.ts_milliseconds, 'warning'),
  agh_future_timestamp: as(aghWarningCodes.future_timestamp, 'warning'),
  agh_secret_shaped: as(aghWarningCodes.secret_shaped, 'warning'),
  agh_later_dialect: as(aghWarningCodes.later_dialect, 'note'),
  agh_earlier_dialect: as(aghWarningCodes.earlier_dialect, 'note'),
  agh_unknown_key: as(aghWarningCodes.unknown_key, 'warning'),
  agh_capability_without_to: as(aghWarningCodes.capability_without_to, 'warning'),
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
    advice: 'An id is unique for its sender alone: where the sender is not told, the first one counts.',
  },
} as const satisfies Record<string, ProblemInfo>;
