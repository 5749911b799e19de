import { problemTable } from './problem-info.ts';

const OF_AN_EVENT = { severity: 'note' } as const;

/** Problems of event documents: identity, order, time, payload. */
export const eventProblems = problemTable(OF_AN_EVENT, {
  type_missing: {
    title: 'An event without a type',
    clause: 'run-events 1',
    advice: 'Check the host: every event carries a type.',
  },
  extension_type: {
    title: 'Type outside the catalogue',
    clause: 'run-events 1.2',
    advice: 'Nothing to do: the event is stored, displayed as raw JSON and part of the causal graph.',
  },
  mixed_event_names: {
    title: 'Type names of OpenWOP v1 and v2 in one log',
    severity: 'warning',
    clause: 'run-events 3.6',
    advice: 'Check the host: it writes a run in the names of one major. Both are read.',
  },
  event_id_derived: {
    title: 'No eventId, one was derived',
    clause: 'run-events 5.2',
    advice: 'Compare with the polled event log when the exact id matters.',
  },
  run_id_missing: {
    title: 'No runId',
    clause: 'run-events 1',
    advice: 'Check the host: every event carries a runId; such events are displayed as one run.',
  },
  run_id_in_two_forms: {
    title: 'Runs named with and without their tenant',
    clause: 'run-events 3.6',
    advice: 'Nothing to do: the id with the tenant and its part behind it name one run.',
  },
  run_id_from_bundle: {
    title: 'runId taken from the bundle',
    clause: 'bundles 2.2',
    advice: 'Nothing to do: bundle events carry no runId on some hosts.',
  },
  data_for_payload: {
    title: 'data read as payload',
    clause: 'run-events 1.2',
    advice: 'Nothing to do: bundles and older hosts write data.',
  },
  seq_for_sequence: {
    title: 'seq read as sequence',
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
    clause: 'run-events 1.2',
    advice: 'Rely on the order in the file only as far as the host keeps it.',
  },
  sequence_gap: {
    title: 'Events are missing',
    severity: 'error',
    clause: 'run-events 1.1',
    advice: 'Poll the host for the missing sequences or fetch the whole log.',
  },
  stream_mode_gap: {
    title: 'Events that the mode of the stream may leave out',
    clause: 'run-events 3.5',
    advice: 'Record the stream with streamMode=debug, or fetch the event list, to have every event.',
  },
  timestamp_missing: {
    title: 'An event without a timestamp',
    clause: 'run-events 1',
    advice: 'Rely on the sequence; the event has no place on the time axis.',
  },
  timestamp_invalid: {
    title: 'A timestamp that is no date',
    severity: 'warning',
    clause: 'run-events 1.2',
    advice: 'Check the host; the text is displayed and left out of durations.',
  },
  payload_schema: {
    title: 'Payload differs from its schema',
    severity: 'warning',
    clause: 'run-events 3.2',
    advice: 'Look at the named places in the payload; everything usable is used.',
  },
  payload_beyond_schema: {
    title: 'Payload differs from the text, not from its schema',
    clause: 'run-events 3.2',
    advice: 'Nothing to do unless you build the host: the published schema lets it pass.',
  },
  payload_empty: {
    title: 'Payloads left empty',
    clause: 'run-events 5.3',
    advice: 'Nothing to do: hosts leave these payloads empty; the nodeId of the event is used.',
  },
  payload_identity_on_event: {
    title: 'nodeId on the event alone',
    clause: 'run-events 1.2',
    advice: 'Nothing to do: what the event itself says is used.',
  },
  envelope_blocked: {
    title: 'An answer was blocked',
    severity: 'warning',
    clause: 'acceptor S11',
    advice: 'Look where the untrusted content came from: it must not answer an approval.',
  },
  envelope_discarded: {
    title: 'An envelope was discarded',
    severity: 'warning',
    clause: 'acceptor S8',
    advice: 'Compare the kind with what the contract of the node accepts.',
  },
  envelope_refused: {
    title: 'An envelope was refused',
    severity: 'warning',
    clause: 'acceptor 2',
    advice: 'Look at the reason that the host gives; the run went on without the envelope.',
  },
  envelope_error_reported: {
    title: 'The model reported an error',
    clause: 'acceptor 3.3',
    advice: 'Read what the model says; an error envelope is an answer and fails nothing.',
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
});
