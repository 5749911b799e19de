import { type ProblemInfo, problemTable } from './problem-info.ts';

/** Problems of the run as a whole: its ends, its status. */
export const runProblems = {
  no_terminal_event: {
    title: 'The run has no end',
    severity: 'warning',
    clause: 'bundles 2.2',
    advice: 'Fetch the log again: the status says that the run has ended.',
  },
  clock_backwards: {
    title: 'Times go backwards',
    severity: 'note',
    clause: 'run-events 1.1',
    advice: 'Take durations across this place as unknown; compare the clocks of the hosts.',
  },
  live_presence_recorded: {
    title: 'Live presence in the log',
    severity: 'note',
    clause: 'run-events 3.2.11',
    advice: 'Check the host: who is present in a channel is sent live and not stored.',
  },
  unknown_status: {
    title: 'Unknown run status',
    severity: 'note',
    clause: 'bundles 4',
    advice: 'Nothing to do: the status is displayed as written and taken as not terminal.',
  },
} as const satisfies Record<string, ProblemInfo>;

const OF_A_BUNDLE = { severity: 'warning', clause: 'bundles 2.2' } as const;

/** Problems of debug bundles. */
export const bundleProblems = problemTable(OF_A_BUNDLE, {
  events_not_array: {
    title: 'The events are not a list',
    severity: 'error',
    advice: 'Fetch the bundle again; without a list of events it cannot be opened.',
  },
  eventless: {
    title: 'A bundle without events',
    severity: 'note',
    clause: 'bundles 2.1',
    advice: 'Ask the host for the events of the run.',
  },
  redaction_contradiction: {
    title: 'Redaction flags contradict each other',
    advice: 'Treat the bundle as unredacted.',
  },
  unredacted: {
    title: 'The bundle is not redacted',
    advice: 'Share the bundle only when the run holds nothing sensitive.',
  },
  redaction_missing: {
    title: 'Redaction flags are missing',
    advice: 'Treat the bundle as unredacted.',
  },
  bundle_version_unknown: {
    title: 'Unknown bundle version',
    clause: 'bundles 2.1',
    advice: 'Read with care: this version may use fields that are not known here.',
  },
  event_count_mismatch: {
    title: 'Event count differs from the events',
    advice: 'Fetch the bundle again and compare with the polled event log.',
  },
  truncated_by_host: {
    title: 'The host left events out',
    advice: 'Fetch the event log for the rest, or the bundle with a higher limit.',
  },
  truncation_incomplete: {
    title: 'Truncation is declared in part',
    advice: 'Take the bundle as truncated and fetch the event log for the rest.',
  },
  host_incomplete: {
    title: 'Host name or version is missing',
    advice: 'Check the host: a bundle names its host and version.',
  },
  run_incomplete: {
    title: 'Run ids are missing',
    advice: 'Check the host: a bundle names its run, workflow and status.',
  },
  span_parent_dangling: {
    title: 'A span whose parent is not there',
    advice: 'Nothing to do: the span is drawn as a root.',
  },
  span_cycle: {
    title: 'Spans that contain each other',
    advice: 'Check the host; the spans are drawn as roots.',
  },
});

/** Problems of causes (run-events 4). */
export const causationProblems = {
  causation_omitted: {
    title: 'The host wrote no causes',
    severity: 'note',
    clause: 'run-events 5.1',
    advice: 'Fetch the JSON event log: some hosts leave causes out of bundles and streams.',
  },
  dangling_causation: {
    title: 'A cause that is not in the file',
    severity: 'warning',
    clause: 'run-events 4.2',
    advice: 'Fetch the whole log or open the other run next to this one.',
  },
  causation_cross_run: {
    title: 'The cause is in another run',
    severity: 'note',
    clause: 'run-events 4.2',
    advice: 'Follow the link to the other run.',
  },
  cross_host_cause: {
    title: 'The cause is on another host',
    severity: 'note',
    clause: 'run-events 4.2',
    advice: 'Ask the other host for its log of the run.',
  },
} as const satisfies Record<string, ProblemInfo>;
