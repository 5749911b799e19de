import type { HostedRun } from '../runs/hosted-run.ts';
import type { StoredEvent } from '../runs/stored-event.ts';
import type { Told } from './dialect.ts';
import { wholeEvent } from './event-shapes.ts';
import { errorOf } from './snapshots.ts';

interface BundleForm {
  readonly bundleVersion: '1' | '1.0';
  readonly host: Told;
  readonly redactionMode: 'mask' | 'omit';
  readonly takesMaxEvents: boolean;
  event(event: StoredEvent): Told;
}

/** Debug bundle of the spec (section 2.1) as this host fills it in (section 2.3). */
export function bundleWith(form: BundleForm) {
  return (run: HostedRun, maxEvents: number | null): Told => {
    const { runId, workflowId, status, startedAt, endedAt } = run;
    const cap = form.takesMaxEvents ? maxEvents : null;
    const isCut = cap !== null && cap < run.events.length;
    const events = cap === null ? run.events : run.events.slice(0, cap);
    return {
      bundleVersion: form.bundleVersion,
      generatedAt: new Date().toISOString(),
      host: form.host,
      run: {
        runId,
        workflowId,
        status: status === 'waiting-input' ? 'waiting-clarification' : status,
        inputs: {},
        startedAt,
        endedAt,
        error: errorOf(run),
        variables: {},
      },
      events: events.map((event) => form.event(event)),
      spans: [],
      metrics: { eventCount: run.events.length },
      ...(isCut ? { truncated: true, truncatedReason: 'events_truncated_to_max_events' } : {}),
      redactionApplied: true,
      redactionMode: form.redactionMode,
    };
  };
}

/** App's own form: no version, no host, no word about redaction. */
export function bundleOfApp(run: HostedRun, maxEvents: number | null): Told {
  const { runId, workflowId, status } = run;
  const isCut = maxEvents !== null && maxEvents < run.events.length;
  const events = maxEvents === null ? run.events : run.events.slice(0, maxEvents);
  const why = `Bundle capped at maxEvents=${maxEvents} (configured via query param).`;
  return {
    runId,
    workflowId,
    status,
    events: events.map(wholeEvent),
    truncated: isCut,
    ...(isCut ? { truncatedReason: why } : {}),
    metrics: { eventCount: run.events.length },
  };
}
