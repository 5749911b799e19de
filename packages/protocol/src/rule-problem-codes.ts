import { problemTable } from './problem-info.ts';

const OF_A_RULE = { severity: 'warning' } as const;

/**
 * Every rule over the events of a log, in one table (run-events 7): readers list what breaks a rule, an audit cites it.
 * Each problem names the events that it compares and what would have been right.
 */
export const ruleProblems = problemTable(OF_A_RULE, {
  retry_reason_not_truncation: {
    title: 'A cut answer retried for another reason',
    clause: 'acceptor 5',
    advice: 'Check the host: an answer that was cut is retried for truncation, whatever its text is.',
  },
  retry_attempt_skipped: {
    title: 'Attempt numbers that jump',
    clause: 'acceptor 5',
    advice: 'Check the host: each attempt from the second on is recorded, in order.',
  },
  retry_total_mismatch: {
    title: 'A total that the attempts contradict',
    clause: 'acceptor 5',
    advice: 'Check the host: totalAttempts is the number of attempts made.',
  },
  retry_after_refusal: {
    title: 'A retry after a refusal',
    clause: 'run-events 3.2.7',
    advice: 'Check the host: a refusal of the provider ends the envelope, no retry follows.',
  },
  retry_reason_refusal: {
    title: 'A retry for a refusal',
    clause: 'acceptor 5',
    advice:
      'Check the host: a refusal of the provider is never retried, so that no retry has it as its reason.',
  },
  retry_of_first_attempt: {
    title: 'A first attempt recorded as a retry',
    clause: 'acceptor 5',
    advice: 'Check the host: envelope.retry.attempted comes before each attempt from the second on.',
  },
  refusal_code_mismatch: {
    title: 'A refusal reported as another failure',
    clause: 'acceptor 5',
    advice: 'Check the host: after a refusal of the provider the node fails with envelope_refusal.',
  },
  exhaustion_not_recorded: {
    title: 'The end of the retries is not recorded',
    clause: 'acceptor 5',
    advice:
      'Check the host: envelope.retry.exhausted comes before the failure, also where nothing was retried.',
  },
  exhaustion_without_cap_breach: {
    title: 'Retries exhausted without a breach',
    clause: 'acceptor 5',
    advice: 'Check the host: between exhaustion and failure comes cap.breached of kind schema.',
  },
  exhaustion_code_mismatch: {
    title: 'Retries exhausted with another code',
    clause: 'acceptor 5',
    advice: 'Check the host: the final reason decides the code of the failure.',
  },
  trust_lost_on_sibling: {
    title: 'Trust lost among the events of one envelope',
    clause: 'acceptor 7',
    advice: 'Treat both events as untrusted: all events of an envelope carry its trust.',
  },
  trust_lost_on_effect: {
    title: 'Trust lost on an effect',
    clause: 'acceptor 7',
    advice:
      'Treat the effect as untrusted: what follows from untrusted content carries its trust, nothing raises it.',
  },
  inline_media_above_cap: {
    title: 'Inline media above the cap',
    clause: 'envelope 6',
    advice: 'Check the host: an asset larger than maxInlineMediaBytes is recorded by its URL.',
  },
  inline_media_above_default: {
    title: 'Inline media above the default cap',
    severity: 'note',
    clause: 'envelope 6',
    advice:
      'Load the discovery document of the host: it says whether this many bytes may be recorded inline.',
  },
  media_url_unsafe: {
    title: 'Media at an unsafe address',
    clause: 'envelope 6',
    advice: 'Do not open it: assets are served by https, and an address of code or of a file leads to none.',
  },
  media_url_out_of_scope: {
    title: 'Media of another run or tenant',
    clause: 'envelope 6',
    advice: 'Check the host: the URL of an asset is scoped to the tenant and the run that it belongs to.',
  },
  marked_secret_not_removed: {
    title: 'A secret that a mark says was removed',
    severity: 'error',
    clause: 'acceptor 6',
    advice: 'Do not share the log as it is: the host removed the secret in one place and left it in another.',
  },
  replay_total_mismatch: {
    title: 'A replay with other totals',
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
    clause: 'acceptor 3.3',
    advice: 'Check the host: an error envelope is an answer, recorded by log.appended, and fails nothing.',
  },
  envelope_after_insufficient: {
    title: 'An envelope without the capability for it',
    clause: 'acceptor 5.1',
    advice: 'Check the host: after model.capability.insufficient the node fails and no envelope follows.',
  },
  node_completed_after_insufficient: {
    title: 'A node completed without the capability for it',
    clause: 'acceptor 5.1',
    advice: 'Check the host: node.failed with capability_not_provided follows model.capability.insufficient.',
  },
  insufficient_code_mismatch: {
    title: 'A lacking capability reported as another failure',
    clause: 'acceptor 5.1',
    advice: 'Check the host: after model.capability.insufficient the code is capability_not_provided.',
  },
  node_completed_after_cap: {
    title: 'A node completed after its limit was breached',
    clause: 'acceptor 4',
    advice: 'Check the host: node.failed follows cap.breached.',
  },
  correlation_of_two_kinds: {
    title: 'One correlationId, two kinds',
    clause: 'acceptor 8',
    advice: 'Check the host: the second envelope is refused with envelope_correlation_conflict.',
  },
  correlation_accepted_twice: {
    title: 'One correlationId, accepted twice',
    clause: 'acceptor 8',
    advice: 'Check the host: a repeat is answered with the first outcome, and records no event.',
  },
  event_after_terminal: {
    title: 'Events after the end of the run',
    clause: 'run-events 1.1',
    advice: 'Check the host: the terminal event is the last one.',
  },
  compensation_of_completed_run: {
    title: 'A run that completed was undone',
    clause: 'run-events 3.2.17',
    advice: 'Check the host: only a failure, a cancellation, a limit or an operator starts to undo a run.',
  },
  dispatch_not_joined: {
    title: 'Child runs that were never joined',
    clause: 'run-events 3.2.10',
    advice: 'Check the host: it records the join before the run ends.',
  },
  gate_failed_open: {
    title: 'A gate that a timeout opened',
    severity: 'error',
    clause: 'run-events 3.2.3',
    advice: 'Check the host: a gate that nobody answers in time is rejected.',
  },
  worker_inputs_mismatch: {
    title: 'Inputs that do not match the workers',
    clause: 'run-events 2',
    advice: 'Check the host: nextWorkerInputs has one entry for each of nextWorkerIds.',
  },
  multiple_terminal: {
    title: 'The run ends more than once',
    clause: 'run-events 1.1',
    advice: 'Check the host: a run has exactly one terminal event.',
  },
  terminal_contradicts_status: {
    title: 'Last event contradicts the status',
    clause: 'bundles 2.2',
    advice: 'Trust the event log over the status and check the host.',
  },
  causation_self: {
    title: 'An event names itself as its cause',
    clause: 'run-events 4.3',
    advice: 'Check the host; the event is displayed as a root.',
  },
  causation_cycle: {
    title: 'Causes run in a circle',
    clause: 'run-events 4.3',
    advice: 'Check the host; the circle is marked and walked once.',
  },
  causation_forward: {
    title: 'A cause that comes later',
    clause: 'run-events 4.3',
    advice: 'Check the host: a cause has a lower sequence than its effect.',
  },
  ambiguous_causation: {
    title: 'A cause that could be two things',
    clause: 'run-events 4.2',
    advice: 'Check the host: one id names both an event and an envelope; the event is taken.',
  },
  shared_sequence: {
    title: 'One sequence, two events',
    severity: 'error',
    clause: 'run-events 1.1',
    advice: 'Check the host: each event of a run has a sequence of its own; both events are displayed.',
  },
  conflicting_duplicate: {
    title: 'Two different events with one identity',
    severity: 'error',
    clause: 'run-events 1.1',
    advice: 'Compare both in the file; the problem says which of them is displayed.',
  },
  cap_observed_not_above_limit: {
    title: 'Breach without exceeding the limit',
    clause: 'run-events 3.2.5',
    advice: 'Check the host: observed must be greater than limit.',
  },
});
