import { problemTable } from './problem-info.ts';

const OF_A_RULE = { severity: 'warning', clause: 'acceptor 5' } as const;

/**
 * Every rule over the events of a log, in one table (run-events 7): readers list what breaks a rule, an audit cites it.
 * Each problem names the events that it compares and what would have been right.
 */
export const ruleProblems = problemTable(OF_A_RULE, {
  retry_reason_not_truncation: [
    'A cut answer retried for another reason',
    'Check the host: an answer that was cut is retried for truncation, whatever its text is.',
  ],
  retry_attempt_skipped: [
    'Attempt numbers that jump',
    'Check the host: each attempt from the second on is recorded, in order.',
  ],
  retry_total_mismatch: [
    'A total that the attempts contradict',
    'Check the host: totalAttempts is the number of attempts made.',
  ],
  retry_after_refusal: [
    'A retry after a refusal',
    'Check the host: a refusal of the provider ends the envelope, no retry follows.',
    'run-events 3.2.7',
  ],
  retry_after_rejection: [
    'A retry after a rejected approval',
    'Check the host: a node whose approval was rejected fails, and is not retried.',
    'run-events 3.6',
    'note',
  ],
  retry_reason_refusal: [
    'A retry for a refusal',
    'Check the host: a refusal of the provider is never retried, so that no retry has it as its reason.',
  ],
  retry_of_first_attempt: [
    'A first attempt recorded as a retry',
    'Check the host: envelope.retry.attempted comes before each attempt from the second on.',
  ],
  refusal_code_mismatch: [
    'A refusal reported as another failure',
    'Check the host: after a refusal of the provider the node fails with envelope_refusal.',
  ],
  exhaustion_not_recorded: [
    'The end of the retries is not recorded',
    'Check the host: envelope.retry.exhausted comes before the failure, also where nothing was retried.',
  ],
  exhaustion_without_cap_breach: [
    'Retries exhausted without a breach',
    'Check the host: between exhaustion and failure comes cap.breached of kind schema.',
  ],
  exhaustion_code_mismatch: [
    'Retries exhausted with another code',
    'Check the host: the final reason decides the code of the failure.',
  ],
  trust_lost_on_sibling: [
    'Trust lost among the events of one envelope',
    'Treat both events as untrusted: all events of an envelope carry its trust.',
    'acceptor 7',
  ],
  trust_lost_on_effect: [
    'Trust lost on an effect',
    'Treat the effect as untrusted: what follows from untrusted content carries its trust, nothing raises it.',
    'acceptor 7',
  ],
  inline_media_above_cap: [
    'Inline media above the cap',
    'Check the host: an asset larger than maxInlineMediaBytes is recorded by its URL.',
    'envelope 6',
  ],
  inline_media_above_default: [
    'Inline media above the default cap',
    'Load the discovery document of the host: it says whether this many bytes may be recorded inline.',
    'envelope 6',
    'note',
  ],
  media_url_unsafe: [
    'Media at an unsafe address',
    'Do not open it: assets are served by https, and an address of code or of a file leads to none.',
    'envelope 6',
  ],
  media_url_out_of_scope: [
    'Media of another run or tenant',
    'Check the host: the URL of an asset is scoped to the tenant and the run that it belongs to.',
    'envelope 6',
  ],
  marked_secret_not_removed: [
    'A secret that a mark says was removed',
    'Do not share the log as it is: the host removed the secret in one place and left it in another.',
    'acceptor 6',
    'error',
  ],
  replay_total_mismatch: [
    'A replay with other totals',
    'Check the host: a replay repeats attempts and tokens, or records replay.diverged.',
  ],
  untrusted_resumed_approval: [
    'Untrusted content answered an approval',
    'Do not rely on the approval: ask the person again, and fix the host.',
    'acceptor S11',
    'error',
  ],
  envelope_kind_as_event_type: [
    'An event type named like an envelope kind',
    'Nothing to do unless you build the host: such events are read as accepted envelopes.',
    'run-events 3.4',
    'note',
  ],
  error_envelope_failed_node: [
    'An error envelope failed a node',
    'Check the host: an error envelope is an answer, recorded by log.appended, and fails nothing.',
    'acceptor 3.3',
  ],
  envelope_after_insufficient: [
    'An envelope without the capability for it',
    'Check the host: after model.capability.insufficient the node fails and no envelope follows.',
    'acceptor 5.1',
  ],
  node_completed_after_insufficient: [
    'A node completed without the capability for it',
    'Check the host: node.failed with capability_not_provided follows model.capability.insufficient.',
    'acceptor 5.1',
  ],
  insufficient_code_mismatch: [
    'A lacking capability reported as another failure',
    'Check the host: after model.capability.insufficient the code is capability_not_provided.',
    'acceptor 5.1',
  ],
  node_completed_after_cap: [
    'A node completed after its limit was breached',
    'Check the host: node.failed follows cap.breached.',
    'acceptor 4',
  ],
  correlation_of_two_kinds: [
    'One correlationId, two kinds',
    'Check the host: the second envelope is refused with envelope_correlation_conflict.',
    'acceptor 8',
  ],
  correlation_accepted_twice: [
    'One correlationId, accepted twice',
    'Check the host: a repeat is answered with the first outcome, and records no event.',
    'acceptor 8',
  ],
  event_after_terminal: [
    'Events after the end of the run',
    'Check the host: the terminal event is the last one.',
    'run-events 1.1',
  ],
  compensation_of_completed_run: [
    'A run that completed was undone',
    'Check the host: only a failure, a cancellation, a limit or an operator starts to undo a run.',
    'run-events 3.2.17',
  ],
  dispatch_not_joined: [
    'Child runs that were never joined',
    'Check the host: it records the join before the run ends.',
    'run-events 3.2.10',
  ],
  gate_failed_open: [
    'A gate that a timeout opened',
    'Check the host: a gate that nobody answers in time is rejected.',
    'run-events 3.2.3',
    'error',
  ],
  worker_inputs_mismatch: [
    'Inputs that do not match the workers',
    'Check the host: nextWorkerInputs has one entry for each of nextWorkerIds.',
    'run-events 2',
  ],
  multiple_terminal: [
    'The run ends more than once',
    'Check the host: a run has exactly one terminal event.',
    'run-events 1.1',
  ],
  terminal_contradicts_status: [
    'Last event contradicts the status',
    'Trust the event log over the status and check the host.',
    'bundles 2.2',
  ],
  causation_self: [
    'An event names itself as its cause',
    'Check the host; the event is displayed as a root.',
    'run-events 4.3',
  ],
  causation_cycle: [
    'Causes run in a circle',
    'Check the host; the circle is marked and walked once.',
    'run-events 4.3',
  ],
  causation_forward: [
    'A cause that comes later',
    'Check the host: a cause has a lower sequence than its effect.',
    'run-events 4.3',
  ],
  ambiguous_causation: [
    'A cause that could be two things',
    'Check the host: one id names both an event and an envelope; the event is taken.',
    'run-events 4.2',
  ],
  shared_sequence: [
    'One sequence, two events',
    'Check the host: each event of a run has a sequence of its own; both events are displayed.',
    'run-events 1.1',
    'error',
  ],
  conflicting_duplicate: [
    'Two different events with one identity',
    'Compare both in the file; the problem says which of them is displayed.',
    'run-events 1.1',
    'error',
  ],
  cap_observed_not_above_limit: [
    'Breach without exceeding the limit',
    'Check the host: observed must be greater than limit.',
    'run-events 3.2.5',
  ],
});
