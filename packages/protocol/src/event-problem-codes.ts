import { problemTable } from './problem-info.ts';

const OF_AN_EVENT = { severity: 'note', clause: 'run-events 1.2' } as const;

/** Problems of event documents: identity, order, time, payload. */
export const eventProblems = problemTable(OF_AN_EVENT, {
  type_missing: ['An event without a type', 'Check the host: every event carries a type.', 'run-events 1'],
  extension_type: [
    'Type outside the catalogue',
    'Nothing to do: the event is stored, displayed as raw JSON and part of the causal graph.',
  ],
  mixed_event_names: [
    'Type names of OpenWOP v1 and v2 in one log',
    'Check the host: it writes a run in the names of one major. Both are read.',
    'run-events 3.6',
    'warning',
  ],
  event_id_derived: [
    'No eventId, one was derived',
    'Compare with the polled event log when the exact id matters.',
    'run-events 5.2',
  ],
  run_id_missing: [
    'No runId',
    'Check the host: every event carries a runId; such events are displayed as one run.',
    'run-events 1',
  ],
  run_id_in_two_forms: [
    'Runs named with and without their tenant',
    'Nothing to do: the id with the tenant and its part behind it name one run.',
    'run-events 3.6',
  ],
  run_id_from_bundle: [
    'runId taken from the bundle',
    'Nothing to do: bundle events carry no runId on some hosts.',
    'bundles 2.2',
  ],
  data_for_payload: ['data read as payload', 'Nothing to do: bundles and older hosts write data.'],
  seq_for_sequence: ['seq read as sequence', 'Nothing to do: bundles and older hosts write seq.'],
  payload_data_mismatch: [
    'payload and data differ',
    'Look at both in the raw event; payload is used.',
    'warning',
  ],
  seq_sequence_mismatch: [
    'sequence and seq differ',
    'Look at both in the raw event; sequence is used.',
    'bundles 2.2',
    'warning',
  ],
  unsequenced: [
    'An event without a sequence',
    'Rely on the order in the file only as far as the host keeps it.',
  ],
  sequence_gap: [
    'Events are missing',
    'Poll the host for the missing sequences or fetch the whole log.',
    'run-events 1.1',
    'error',
  ],
  stream_mode_gap: [
    'Events that the mode of the stream may leave out',
    'Record the stream with streamMode=debug, or fetch the event list, to have every event.',
    'run-events 3.5',
  ],
  timestamp_missing: [
    'An event without a timestamp',
    'Rely on the sequence; the event has no place on the time axis.',
    'run-events 1',
  ],
  timestamp_invalid: [
    'A timestamp that is no date',
    'Check the host; the text is displayed and left out of durations.',
    'warning',
  ],
  payload_schema: [
    'Payload differs from its schema',
    'Look at the named places in the payload; everything usable is used.',
    'run-events 3.2',
    'warning',
  ],
  payload_beyond_schema: [
    'Payload differs from the text, not from its schema',
    'Nothing to do unless you build the host: the published schema lets it pass.',
    'run-events 3.2',
  ],
  payload_empty: [
    'Payloads left empty',
    'Nothing to do: hosts leave these payloads empty; the nodeId of the event is used.',
    'run-events 5.3',
  ],
  payload_identity_on_event: [
    'nodeId on the event alone',
    'Nothing to do: what the event itself says is used.',
  ],
  envelope_blocked: [
    'An answer was blocked',
    'Look where the untrusted content came from: it must not answer an approval.',
    'acceptor S11',
    'warning',
  ],
  envelope_discarded: [
    'An envelope was discarded',
    'Compare the kind with what the contract of the node accepts.',
    'acceptor S8',
    'warning',
  ],
  envelope_refused: [
    'An envelope was refused',
    'Look at the reason that the host gives; the run went on without the envelope.',
    'acceptor 2',
    'warning',
  ],
  envelope_error_reported: [
    'The model reported an error',
    'Read what the model says; an error envelope is an answer and fails nothing.',
    'acceptor 3.3',
  ],
  half_redacted: [
    'Fallback model redacted in part',
    'Check the host: provider and model are redacted together or not at all.',
    'run-events 3.2.8',
    'warning',
  ],
  secret_in_payload: [
    'A secret in the payload',
    'Revoke the secret and fix the host; it is masked here.',
    'security A',
    'error',
  ],
  token_in_payload: [
    'A live token in the payload',
    'Treat the file as a credential until the token has expired; it is masked here.',
    'security S-20',
    'warning',
  ],
});
