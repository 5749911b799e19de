import { problemTable } from './problem-info.ts';

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
