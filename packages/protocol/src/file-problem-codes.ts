import { problemTable } from './problem-info.ts';

const OF_A_FILE = { severity: 'error', clause: 'bundles 1' } as const;

/** Problems of the file itself: bytes, text, JSON. */
export const fileProblems = problemTable(OF_A_FILE, {
  unknown_format: {
    title: 'Format not recognised',
    advice: 'Open a debug bundle, a JSON or NDJSON event log, or a captured event stream.',
  },
  not_a_run: {
    title: 'The file holds no run',
    severity: 'note',
    advice: 'Ask the host for a debug bundle or the events of the run.',
  },
  source_changed: {
    title: 'The file changed while it was open',
    advice: 'Open the file again to read its present content.',
  },
  source_vanished: {
    title: 'The file is gone',
    advice: 'Put the file back or open it from its new place.',
  },
  source_unreadable: {
    title: 'The file cannot be read',
    advice: 'Check that the file exists, is not a directory and may be read by you.',
  },
  gzip_damaged: {
    title: 'The gzip data is damaged',
    advice: 'Fetch the file again; everything before the damage is displayed.',
  },
  zip_damaged: {
    title: 'The ZIP archive is damaged',
    advice: 'Fetch the archive again; everything before the damage is displayed.',
  },
  opened_part: {
    title: 'A part of the file is displayed',
    severity: 'note',
    advice: 'Unpack the archive, or save the recorded answer, to open it as a file of its own.',
  },
  unpack_stopped: {
    title: 'Not all of the packed data was unpacked',
    advice:
      'What was unpacked is displayed. Open it again and continue, or allow more: openwop-inspector inspect --unpack-limit 4GB.',
  },
  memory_full: {
    title: 'The log is larger than the memory it may take',
    advice:
      'What was read is displayed. Cut the log by run, or allow more memory on the command line: openwop-inspector inspect --memory 8GB.',
  },
  invalid_utf8: {
    title: 'Bytes that are not UTF-8',
    advice: 'Save the file as UTF-8; until then the bytes are displayed as replacement characters.',
  },
  nul_bytes: {
    title: 'NUL bytes in the text',
    severity: 'warning',
    advice: 'Check whether the file is UTF-16 or was damaged while it was copied.',
  },
  ends_early: {
    title: 'The file ends early',
    advice: 'Fetch the file again; everything before the cut is displayed.',
  },
  trailing_data: {
    title: 'Data after the end of the document',
    severity: 'warning',
    advice: 'Check how the file was written; the problem says whether the data was read.',
  },
  bad_line: {
    title: 'Text that is not JSON',
    advice: 'Look at the place in the file; all other entries are displayed.',
  },
  bad_frame: {
    title: 'A stream frame that cannot be read',
    clause: 'bundles 6.2',
    advice: 'Compare with the polled event log; the other frames are displayed.',
  },
  host_error_frame: {
    title: 'The host reports an error on the stream',
    clause: 'bundles 6.2',
    advice: 'Read what the host says. Events may be missing from here on: compare with the polled event log.',
  },
  capture_incomplete: {
    title: 'The capture may lack events',
    severity: 'warning',
    clause: 'bundles 7',
    advice: 'Attach to the run again while its host has it, or ask the host for a debug bundle.',
  },
  unreadable_entry: {
    title: 'An entry that is not an event',
    clause: 'run-events 1.2',
    advice: 'Look at the entry in the file; it is counted and skipped.',
  },
  too_deep: {
    title: 'Nested too deeply',
    advice: 'Look at the raw bytes; values nested more than 64 levels deep are not parsed.',
  },
  too_large: {
    title: 'Too large to parse',
    advice: 'Look at the raw bytes; an event of more than 64 MiB is not parsed.',
  },
  duplicate_key: {
    title: 'A key occurs twice in one object',
    severity: 'warning',
    clause: 'envelope 10',
    advice: 'Check the writer; the last value is used.',
  },
  load_cancelled: {
    title: 'Loading was cancelled',
    severity: 'note',
    advice: 'Open the file again to read the rest.',
  },
  problems_capped: {
    title: 'More problems of this kind than are listed',
    severity: 'note',
    clause: 'security S-12',
    advice: 'Read the count; the first ones are listed.',
  },
});
