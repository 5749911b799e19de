import { problemTable } from './problem-info.ts';

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
