/** A load in words: source, progress, rate, remaining time. */
import {
  countOf,
  formatBytes,
  formatCount,
  formatSeconds,
  literal,
  wholePercent,
} from '@openwop-inspector/base';
import type { LoadProgress, SessionSummary, SourceFormat } from '@openwop-inspector/run-log';

export const FORMAT_WORDS: Record<SourceFormat, string> = {
  'export-bundle': 'export bundle',
  'debug-bundle': 'debug bundle',
  'app-bundle': 'app bundle',
  poll: 'poll answer',
  'agh-log': 'AGH log',
  'event-log': 'JSON event list',
  envelopes: 'list of envelopes',
  'agh-envelope': 'AGH envelope',
  envelope: 'envelope',
  event: 'single event',
  snapshot: 'run snapshot',
  sse: 'SSE capture',
  ndjson: 'NDJSON event log',
  capture: 'capture of a live session',
  session: 'session file',
  'text-envelopes': 'text with envelopes',
  unknown: 'unknown',
};

/** Outcome of a read source: the verdict on its runs, unless the source is not a log. */
export function outcomeOf(summary: SessionSummary): Pick<SessionSummary['verdict'], 'title' | 'tone'> {
  const { events, envelopes, explanation, verdict } = summary;
  const isLog = events > 0 || envelopes > 0 || explanation === undefined;
  return isLog ? verdict : { title: literal('No run'), tone: 'unknown' };
}

/** What a source without events is. An archive of several logs contains runs, but is not one that can be displayed. */
export function emptyHeadline({ name, error, explanation, format, runs }: SessionSummary): string {
  if (error !== undefined) return `${name} could not be opened`;
  if (format === 'unknown') return `${name} is not a run log`;
  return `${name} holds no ${explanation === undefined && runs.length > 0 ? 'events' : 'run'}`;
}

/** Share done, 0 to 100, or null when the size is not known. */
export function loadPercent({ bytesRead, bytesTotal, phase }: LoadProgress): number | null {
  if (phase === 'done') return 100;
  if (bytesTotal === null) return null;
  return Math.min(99, wholePercent(bytesRead, bytesTotal));
}

/** "412,000 events, 212 MB/s, about 3 s left". Rates are displayed after half a second, when they are meaningful. */
export function loadSentence(progress: LoadProgress): string {
  const { bytesRead, bytesTotal, events, elapsedMs, files } = progress;
  const parts = [countOf(events, 'event')];
  if (files !== undefined) parts.push(`${formatCount(files.read)} of ${countOf(files.of, 'file')}`);
  parts.push(
    bytesTotal === null ? formatBytes(bytesRead) : `${formatBytes(bytesRead)} of ${formatBytes(bytesTotal)}`,
  );
  if (elapsedMs >= 500 && bytesRead > 0) {
    const perMs = bytesRead / elapsedMs;
    parts.push(`${formatBytes(Math.round(perMs * 1000))}/s`);
    if (bytesTotal !== null && bytesRead < bytesTotal) {
      const seconds = Math.max(1, Math.round((bytesTotal - bytesRead) / perMs / 1000));
      parts.push(`about ${formatSeconds(seconds * 1000)} left`);
    }
  }
  return parts.join(', ');
}

interface LoadStep {
  readonly words: string;
  readonly state: 'done' | 'running' | 'waiting';
}

/** The stages of a load, and the current one. */
export function loadSteps(progress: LoadProgress): readonly LoadStep[] {
  const order = ['reading', 'indexing', 'graph', 'checks', 'done'] as const;
  const at = progress.phase === 'cancelled' ? -1 : order.indexOf(progress.phase);
  const state = (from: number, to: number): LoadStep['state'] =>
    at > to ? 'done' : at >= from ? 'running' : 'waiting';
  const format = progress.format === null ? 'Format' : `Format: ${FORMAT_WORDS[progress.format]}`;
  const isKnown = progress.format !== null;
  return [
    { words: `${format}${progress.gzip ? ', gzip' : ''}`, state: isKnown ? 'done' : 'running' },
    { words: `Events, ${formatCount(progress.events)} so far`, state: isKnown ? state(0, 1) : 'waiting' },
    { words: 'Causes', state: state(2, 2) },
    { words: 'Problems', state: state(3, 3) },
  ];
}
