import type { LiveStatus } from '../../answers/live-status.ts';
import type { HostConnection } from '../../connection.ts';
import type { CaptureSink, LiveRun, LiveRunParts, LiveTimings } from '../live-run.ts';
import { createLiveRun } from '../live-session.ts';
import { VirtualTime } from './virtual-time.ts';

/** A session with a played host in time that does not pass by itself. */
export function rehearse(
  host: HostConnection,
  time = new VirtualTime(),
  timings: Partial<LiveTimings> = {},
  more: Partial<Pick<LiveRunParts, 'discovery' | 'maxPageBytes'>> = {},
) {
  const written: string[] = [];
  const statuses: LiveStatus[] = [];
  const sink: CaptureSink = {
    write: (text) => {
      written.push(text);
      return Promise.resolve(written.reduce((sum, part) => sum + part.length, 0));
    },
    writeBytes: (bytes) => sink.write(new TextDecoder().decode(bytes)),
  };
  const run: LiveRun = createLiveRun({
    host,
    runId: 'r1',
    discovery: null,
    a2uiDelta: false,
    sink,
    onStatus: (status) => statuses.push(status),
    clock: time,
    timings,
    ...more,
  });
  return { run, time, statuses, lines: () => linesOf(written.join('')) };
}

type Line = Readonly<Record<string, unknown>>;

/** The lines of a capture, read. */
function linesOf(text: string): readonly Line[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line): Line => JSON.parse(line));
}

/** Events of a capture, each with all that its tellings say, in the order of the first. */
export function eventsIn(lines: readonly Line[]): readonly Line[] {
  const told = new Map<unknown, Line>();
  for (const line of lines) {
    if (typeof line.type !== 'string') continue;
    const key = line.sequence ?? line.seq;
    told.set(key, { ...told.get(key), ...line });
  }
  return [...told.values()];
}
