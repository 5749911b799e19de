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

const OF_A_RUN = { severity: 'note', clause: 'run-events 1.1' } as const;

/** Problems of the run as a whole: its ends, its status. */
export const runProblems = problemTable(OF_A_RUN, {
  no_terminal_event: [
    'The run has no end',
    'Fetch the log again: the status says that the run has ended.',
    'bundles 2.2',
    'warning',
  ],
  clock_backwards: [
    'Times go backwards',
    'Take durations across this place as unknown; compare the clocks of the hosts.',
  ],
  live_presence_recorded: [
    'Live presence in the log',
    'Check the host: who is present in a channel is sent live and not stored.',
    'run-events 3.2.11',
  ],
  unknown_status: [
    'Unknown run status',
    'Nothing to do: the status is displayed as written and taken as not terminal.',
    'bundles 4',
  ],
});

const OF_A_BUNDLE = { severity: 'warning', clause: 'bundles 2.2' } as const;

/** Problems of debug bundles. */
export const bundleProblems = problemTable(OF_A_BUNDLE, {
  events_not_array: [
    'The events are not a list',
    'Fetch the bundle again; without a list of events it cannot be opened.',
    'error',
  ],
  eventless: ['A bundle without events', 'Ask the host for the events of the run.', 'bundles 2.1', 'note'],
  redaction_contradiction: ['Redaction flags contradict each other', 'Treat the bundle as unredacted.'],
  unredacted: ['The bundle is not redacted', 'Share the bundle only when the run holds nothing sensitive.'],
  redaction_missing: ['Redaction flags are missing', 'Treat the bundle as unredacted.'],
  bundle_version_unknown: [
    'Unknown bundle version',
    'Read with care: this version may use fields that are not known here.',
    'bundles 2.1',
  ],
  event_count_mismatch: [
    'Event count differs from the events',
    'Fetch the bundle again and compare with the polled event log.',
  ],
  truncated_by_host: [
    'The host left events out',
    'Fetch the event log for the rest, or the bundle with a higher limit.',
  ],
  truncation_incomplete: [
    'Truncation is declared in part',
    'Take the bundle as truncated and fetch the event log for the rest.',
  ],
  host_incomplete: [
    'Host name or version is missing',
    'Check the host: a bundle names its host and version.',
  ],
  run_incomplete: ['Run ids are missing', 'Check the host: a bundle names its run, workflow and status.'],
  span_parent_dangling: ['A span whose parent is not there', 'Nothing to do: the span is drawn as a root.'],
  span_cycle: ['Spans that contain each other', 'Check the host; the spans are drawn as roots.'],
});

const OF_A_CAUSE = { severity: 'note', clause: 'run-events 4.2' } as const;

/** Problems of causes (run-events 4). */
export const causationProblems = problemTable(OF_A_CAUSE, {
  causation_omitted: [
    'The host wrote no causes',
    'Fetch the JSON event log: some hosts leave causes out of bundles and streams.',
    'run-events 5.1',
  ],
  dangling_causation: [
    'A cause that is not in the file',
    'Fetch the whole log or open the other run next to this one.',
    'warning',
  ],
  causation_cross_run: ['The cause is in another run', 'Follow the link to the other run.'],
  cross_host_cause: ['The cause is on another host', 'Ask the other host for its log of the run.'],
});

const OF_A_FILE = { severity: 'error', clause: 'bundles 1' } as const;

/** Problems of the file itself: bytes, text, JSON. */
export const fileProblems = problemTable(OF_A_FILE, {
  unknown_format: [
    'Format not recognised',
    'Open a debug bundle, a JSON or NDJSON event log, or a captured event stream.',
  ],
  not_a_run: ['The file holds no run', 'Ask the host for a debug bundle or the events of the run.', 'note'],
  source_changed: ['The file changed while it was open', 'Open the file again to read its present content.'],
  source_vanished: ['The file is gone', 'Put the file back or open it from its new place.'],
  source_unreadable: [
    'The file cannot be read',
    'Check that the file exists, is not a directory and may be read by you.',
  ],
  gzip_damaged: [
    'The gzip data is damaged',
    'Fetch the file again; everything before the damage is displayed.',
  ],
  zip_damaged: [
    'The ZIP archive is damaged',
    'Fetch the archive again; everything before the damage is displayed.',
  ],
  opened_part: [
    'A part of the file is displayed',
    'Unpack the archive, or save the recorded answer, to open it as a file of its own.',
    'note',
  ],
  unpack_stopped: [
    'Not all of the packed data was unpacked',
    'What was unpacked is displayed. Open it again and continue, or allow more: openwop-inspector inspect --unpack-limit 4GB.',
  ],
  memory_full: [
    'The log is larger than the memory it may take',
    'What was read is displayed. Cut the log by run, or allow more memory on the command line: openwop-inspector inspect --memory 8GB.',
  ],
  invalid_utf8: [
    'Bytes that are not UTF-8',
    'Save the file as UTF-8; until then the bytes are displayed as replacement characters.',
  ],
  nul_bytes: [
    'NUL bytes in the text',
    'Check whether the file is UTF-16 or was damaged while it was copied.',
    'warning',
  ],
  ends_early: ['The file ends early', 'Fetch the file again; everything before the cut is displayed.'],
  trailing_data: [
    'Data after the end of the document',
    'Check how the file was written; the problem says whether the data was read.',
    'warning',
  ],
  bad_line: ['Text that is not JSON', 'Look at the place in the file; all other entries are displayed.'],
  bad_frame: [
    'A stream frame that cannot be read',
    'Compare with the polled event log; the other frames are displayed.',
    'bundles 6.2',
  ],
  host_error_frame: [
    'The host reports an error on the stream',
    'Read what the host says. Events may be missing from here on: compare with the polled event log.',
    'bundles 6.2',
  ],
  capture_incomplete: [
    'The capture may lack events',
    'Attach to the run again while its host has it, or ask the host for a debug bundle.',
    'bundles 7',
    'warning',
  ],
  unreadable_entry: [
    'An entry that is not an event',
    'Look at the entry in the file; it is counted and skipped.',
    'run-events 1.2',
  ],
  too_deep: [
    'Nested too deeply',
    'Look at the raw bytes; values nested more than 64 levels deep are not parsed.',
  ],
  too_large: ['Too large to parse', 'Look at the raw bytes; an event of more than 64 MiB is not parsed.'],
  duplicate_key: [
    'A key occurs twice in one object',
    'Check the writer; the last value is used.',
    'envelope 10',
    'warning',
  ],
  load_cancelled: ['Loading was cancelled', 'Open the file again to read the rest.', 'note'],
  problems_capped: [
    'More problems of this kind than are listed',
    'Read the count; the first ones are listed.',
    'security S-12',
    'note',
  ],
});
