import { closeSync, openSync, writeSync } from 'node:fs';
import type { HostileItem } from './hostile-item.ts';
import { markdownItems } from './markdown-items.ts';
import { mediaItems } from './media-items.ts';
import { surfaceItems } from './surface-items.ts';
import { valueItems } from './value-items.ts';

/** Everything, in the order of the log: item `i` is the event with sequence `i + 1`. */
export const hostileCorpus: readonly HostileItem[] = [
  ...markdownItems,
  ...mediaItems,
  ...surfaceItems,
  ...valueItems,
];

/** Writes the corpus as one run in NDJSON. The run begins and ends as any other. */
export function writeHostileCorpus(file: string): void {
  const out = openSync(file, 'w');
  const add = (sequence: number, type: string, payload: string) => {
    const timestamp = new Date(Date.UTC(2026, 2, 2, 9, 0, sequence)).toISOString();
    const frame = { eventId: `hostile-${sequence}`, runId: 'run-hostile', sequence, timestamp, type };
    const own = JSON.stringify({ ...frame, nodeId: 'model', contentTrust: 'untrusted' });
    writeSync(out, `${own.slice(0, -1)},"payload":${payload}}\n`);
  };
  add(0, 'run.started', '{"workflowId":"hostile"}');
  for (const [at, { type, payload }] of hostileCorpus.entries()) add(at + 1, type, payload);
  add(hostileCorpus.length + 1, 'run.completed', '{"durationMs":1}');
  closeSync(out);
}
