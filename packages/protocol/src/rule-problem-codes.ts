import type { ProblemInfo } from './problem-info.ts';

/** Rules that hold between events of one run: each problem names both events and what would have been right. */
export const ruleProblems = {
  retry_reason_not_truncation: {
    title: 'A cut answer retried for another reason',
    severity: 'warning',
    clause: 'acceptor 5',
    advice: 'Check the host: an answer that was cut is retried for truncation, whatever its text is.',
  },
  retry_attempt_skipped: {
    title: 'Attempt numbers that jump',
    severity: 'warning',
    clause: 'acceptor 5',
    advice: 'Check the host: each attempt from the second on is recorded, in order.',
  },
  retry_total_mismatch: {
    title: 'A total that the attempts contradict',
    severity: 'warning',
    clause: 'acceptor 5',
    advice: 'Check the host: totalAttempts is the number of attempts made.',
  },
  retry_after_refusal: {
    title: 'A retry after a refusal',
    severity: 'warning',
    clause: 'run-events 3.2.7',
    advice: 'Check the host: a refusal of the provider ends the envelope, no retry follows.',
  },
  exhaustion_without_cap_breach: {
    title: 'Retries exhausted without a breach',
    severity: 'warning',
    clause: 'acceptor 5',
    advice: 'Check the host: between exhaustion and failure stands cap.breached of kind schema.',
  },
  exhaustion_code_mismatch: {
    title: 'Retries exhausted with another code',
    severity: 'warning',
    clause: 'acceptor 5',
    advice: 'Check the host: the final reason decides the code of the failure.',
  },
  trust_lost_on_sibling: {
    title: 'Trust lost among the events of one envelope',
    severity: 'warning',
    clause: 'acceptor 7',
    advice: 'Treat both events as untrusted: all events of an envelope carry its trust.',
  },
  trust_lost_on_effect: {
    title: 'Trust lost on an effect',
    severity: 'warning',
    clause: 'acceptor 7',
    advice:
      'Treat the effect as untrusted: what follows from untrusted content carries its trust, nothing raises it.',
  },
  inline_media_above_cap: {
    title: 'Inline media above the cap',
    severity: 'warning',
    clause: 'envelope 6',
    advice: 'Check the host: an asset larger than maxInlineMediaBytes is recorded by its URL.',
  },
  marked_secret_not_removed: {
    title: 'A secret that a mark says was removed',
    severity: 'error',
    clause: 'acceptor 6',
    advice: 'Do not share the log as it is: the host removed the secret in one place and left it in another.',
  },
  replay_total_mismatch: {
    title: 'A replay with other totals',
    severity: 'warning',
    clause: 'acceptor 5',
    advice: 'Check the host: a replay repeats attempts and tokens, or records replay.diverged.',
  },
  untrusted_resumed_approval: {
    title: 'Untrusted content answered an approval',
    severity: 'error',
    clause: 'acceptor S11',
    advice: 'Do not rely on the approval: ask the person again, and fix the host.',
  },
  envelope_kind_as_event_type: {
    title: 'An event type named like an envelope kind',
    severity: 'note',
    clause: 'run-events 3.4',
    advice: 'Nothing to do unless you build the host: such events are read as accepted envelopes.',
  },
  error_envelope_failed_node: {
    title: 'An error envelope failed a node',
    severity: 'warning',
    clause: 'acceptor 3.3',
    advice: 'Check the host: an error envelope is an answer, recorded by log.appended, and fails nothing.',
  },
  envelope_after_insufficient: {
    title: 'An envelope without the capability for it',
    severity: 'warning',
    clause: 'acceptor 5.1',
    advice: 'Check the host: after model.capability.insufficient the node fails and no envelope follows.',
  },
  node_completed_after_cap: {
    title: 'A node completed after its limit was breached',
    severity: 'warning',
    clause: 'acceptor 4',
    advice: 'Check the host: node.failed follows cap.breached.',
  },
  correlation_of_two_kinds: {
    title: 'One correlationId, two kinds',
    severity: 'warning',
    clause: 'acceptor 8',
    advice: 'Check the host: the second envelope is refused with envelope_correlation_conflict.',
  },
} as const satisfies Record<string, ProblemInfo>;
