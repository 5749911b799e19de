import type { ProblemInfo } from './problem-info.ts';

/** Problems of event documents: identity, order, time, payload. */
export const eventProblems = {
  type_missing: {
    title: 'An event without a type',
    severity: 'note',
    clause: 'run-events 1',
    advice: 'Check the host: every event carries a type.',
  },
  extension_type: {
    title: 'Type outside the catalogue',
    severity: 'note',
    clause: 'run-events 1.2',
    advice: 'Nothing to do: the event is kept, shown as raw JSON and part of the causal graph.',
  },
  event_id_derived: {
    title: 'No eventId, one was derived',
    severity: 'note',
    clause: 'run-events 5.2',
    advice: 'Compare with the polled event log when the exact id matters.',
  },
  run_id_missing: {
    title: 'No runId',
    severity: 'note',
    clause: 'run-events 1',
    advice: 'Check the host: every event carries a runId; such events are shown as one run.',
  },
  run_id_from_bundle: {
    title: 'runId taken from the bundle',
    severity: 'note',
    clause: 'bundles 2.2',
    advice: 'Nothing to do: bundle events carry no runId on some hosts.',
  },
  data_for_payload: {
    title: 'data read as payload',
    severity: 'note',
    clause: 'run-events 1.2',
    advice: 'Nothing to do: bundles and older hosts write data.',
  },
  seq_for_sequence: {
    title: 'seq read as sequence',
    severity: 'note',
    clause: 'run-events 1.2',
    advice: 'Nothing to do: bundles and older hosts write seq.',
  },
  payload_data_mismatch: {
    title: 'payload and data differ',
    severity: 'warning',
    clause: 'run-events 1.2',
    advice: 'Look at both in the raw event; payload is used.',
  },
  seq_sequence_mismatch: {
    title: 'sequence and seq differ',
    severity: 'warning',
    clause: 'bundles 2.2',
    advice: 'Look at both in the raw event; sequence is used.',
  },
  unsequenced: {
    title: 'An event without a sequence',
    severity: 'note',
    clause: 'run-events 1.2',
    advice: 'Rely on the order in the file only as far as the host keeps it.',
  },
  sequence_gap: {
    title: 'Events are missing',
    severity: 'error',
    clause: 'run-events 1.1',
    advice: 'Poll the host for the missing sequences or fetch the whole log.',
  },
  conflicting_duplicate: {
    title: 'Two different events with one identity',
    severity: 'error',
    clause: 'run-events 1.1',
    advice: 'Compare both in the file; the problem says which of them is shown.',
  },
  timestamp_missing: {
    title: 'An event without a timestamp',
    severity: 'note',
    clause: 'run-events 1',
    advice: 'Rely on the sequence; the event has no place on the time axis.',
  },
  timestamp_invalid: {
    title: 'A timestamp that is no date',
    severity: 'warning',
    clause: 'run-events 1.2',
    advice: 'Check the host; the text is shown and left out of durations.',
  },
  payload_schema: {
    title: 'Payload differs from its schema',
    severity: 'warning',
    clause: 'run-events 3.2',
    advice: 'Look at the named places in the payload; everything usable is used.',
  },
  payload_beyond_schema: {
    title: 'Payload differs from the text, not from its schema',
    severity: 'note',
    clause: 'run-events 3.2',
    advice: 'Nothing to do unless you build the host: the published schema lets it pass.',
  },
  payload_empty: {
    title: 'Payloads left empty',
    severity: 'note',
    clause: 'run-events 5.3',
    advice: 'Nothing to do: hosts leave these payloads empty; the nodeId of the event is used.',
  },
  payload_identity_on_event: {
    title: 'nodeId or runId on the event alone',
    severity: 'note',
    clause: 'run-events 1.2',
    advice: 'Nothing to do: what the event itself says is used.',
  },
  cap_observed_not_above_limit: {
    title: 'Breach without exceeding the limit',
    severity: 'warning',
    clause: 'run-events 3.2.5',
    advice: 'Check the host: observed must be greater than limit.',
  },
  half_redacted: {
    title: 'Fallback model redacted in part',
    severity: 'warning',
    clause: 'run-events 3.2.8',
    advice: 'Check the host: provider and model are redacted together or not at all.',
  },
  secret_in_payload: {
    title: 'A secret in the payload',
    severity: 'error',
    clause: 'security A',
    advice: 'Revoke the secret and fix the host; it is masked here.',
  },
  token_in_payload: {
    title: 'A live token in the payload',
    severity: 'warning',
    clause: 'security S-20',
    advice: 'Treat the file as a credential until the token has expired; it is masked here.',
  },
} as const satisfies Record<string, ProblemInfo>;
