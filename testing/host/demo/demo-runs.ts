import type { RunSpec } from '../live-host.ts';
import type { Pace } from '../runs/pace.ts';

/** A run of the demonstration and what is to be seen in it. */
export interface DemoRun {
  readonly spec: RunSpec & { readonly runId: string };
  readonly about: string;
}

/** Stories begin when somebody looks, so that nobody comes too late. */
const WATCHED: Pace = { kind: 'told', longestMs: 700, whenWatched: true };
const AT_ONCE: Pace = { kind: 'told', longestMs: 100, whenWatched: false };
const LONG_RATE: Pace = { kind: 'rate', eventsPerSecond: 400 };

/** All runs of the demonstration; `rate` is that of the endless one, in events a second. */
export function demoRuns(rate: number): readonly DemoRun[] {
  const watched = (workflow: RunSpec['workflow'], runId: string, about: string): DemoRun => ({
    spec: { workflow, runId, pace: WATCHED },
    about,
  });
  return [
    watched('failing-draft', 'prd-5f2c', 'fails: an envelope is refused after three attempts'),
    watched('clarification', 'offsite-2be7', 'asks two questions and waits for you'),
    watched(
      'approval',
      '8c1f6a52-0d3e-4b7a-9f10-2b64d17e5a90',
      'untrusted content tries to approve an invoice; you decide',
    ),
    {
      spec: { workflow: 'quorum', runId: 'release-4d10', pace: AT_ONCE },
      about: 'waits already: an approval that needs two votes, and a question',
    },
    watched('surface', 'kickoff-form', 'shows a form whose button answers the run'),
    watched('conversation', 'concierge-77ac', 'a form that goes back and forth'),
    watched('media', 'chart-1f0e', 'a picture that stays on the host'),
    watched('children', 'markets-70c4', 'sends out three child runs, one fails'),
    {
      spec: { workflow: 'long', runId: 'long-20000', pace: LONG_RATE },
      about: '20,000 events, about 50 seconds',
    },
    {
      spec: { workflow: 'endless', runId: 'stream', pace: { kind: 'rate', eventsPerSecond: rate } },
      about: `${rate} events a second until you end it`,
    },
  ];
}
