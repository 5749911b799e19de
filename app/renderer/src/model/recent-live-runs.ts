/** Recently attached live runs of all saved hosts. */
import { displayText } from '@openwop-inspector/renderers';
import type { SavedHost } from '@openwop-inspector/shell-contract';

const LISTED = 4;

/** Target of one click; `runId` null for a host without an attached run. */
export interface LiveRun {
  readonly hostId: string;
  readonly runId: string | null;
  readonly attachedAtMs: number | null;
  /** "run on host", safe to display. */
  readonly name: string;
}

/** The latest four, newest first, then hosts without a run while there is space. */
export function recentLiveRuns(hosts: readonly SavedHost[]): readonly LiveRun[] {
  const runs = hosts
    .flatMap((host) => host.recentRuns.map((run) => liveRun(host, run.runId, run.attachedAtMs)))
    .sort((a, b) => (b.attachedAtMs ?? 0) - (a.attachedAtMs ?? 0));
  const without = hosts
    .filter(({ recentRuns }) => recentRuns.length === 0)
    .map((host) => liveRun(host, null, null));
  return [...runs, ...without].slice(0, LISTED);
}

function liveRun({ hostId, name }: SavedHost, runId: string | null, attachedAtMs: number | null): LiveRun {
  return {
    hostId,
    runId,
    attachedAtMs,
    name: displayText(runId === null ? name : `${runId} on ${name}`),
  };
}
