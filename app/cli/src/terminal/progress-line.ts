import { formatBytes, formatCount } from '@openwop-inspector/base';
import type { LoadProgress } from '@openwop-inspector/run-log';

/** Loads shorter than this show no progress: a line that only flashes up disturbs. */
export const QUIET_MS = 300;

const PHASES: Readonly<Record<LoadProgress['phase'], string>> = {
  reading: 'reading',
  indexing: 'putting in order',
  graph: 'following causes',
  checks: 'checking payloads',
  done: 'done',
  cancelled: 'stopped',
};

/** One line about a load, null while it is too young to be told. */
export function progressLine(name: string, progress: LoadProgress): string | null {
  if (progress.elapsedMs < QUIET_MS) return null;
  const parts = [`${name}: ${PHASES[progress.phase]}`];
  if (progress.phase === 'reading') {
    const { bytesRead, bytesTotal } = progress;
    const known = bytesTotal !== null && bytesTotal > 0;
    parts.push(
      known ? `${Math.min(99, Math.floor((bytesRead / bytesTotal) * 100))} %` : formatBytes(bytesRead),
    );
  }
  parts.push(`${formatCount(progress.events)} events`, `${(progress.elapsedMs / 1000).toFixed(0)} s`);
  return parts.join(', ');
}
