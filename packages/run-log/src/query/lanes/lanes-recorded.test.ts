import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openRunLog } from '../../open-run-log.ts';
import { bytesSource } from '../../source/byte-source.ts';
import { nodeLanes } from './lanes.ts';

const recordings = join(import.meta.dirname, '../../../../../testing/recordings');

test('every recorded bundle has lanes: all its nodes, bars inside the log, keys of their own', async () => {
  const files = readdirSync(recordings, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('debug-bundle.json'),
  );
  for (const file of files) {
    const bytes = readFileSync(join(recordings, file));
    const { events } = JSON.parse(bytes.toString()) as {
      events: { nodeId?: string | null; data?: { nodeId?: string } }[];
    };
    const log = openRunLog(bytesSource(file, bytes));
    await log.loaded;
    const { lanes, startMs, endMs } = await nodeLanes(log, 5_000);
    const nodes = new Set(
      events.map((event) => event.nodeId ?? event.data?.nodeId).filter((id) => typeof id === 'string'),
    );
    expect(lanes.filter((lane) => lane.kind === 'node' && lane.state !== 'notReached').length, file).toBe(
      nodes.size,
    );
    expect(new Set(lanes.map((lane) => lane.key)).size, file).toBe(lanes.length);
    for (const one of lanes.flatMap((lane) => lane.spans)) {
      expect(
        one.startMs >= (startMs ?? 0) && one.endMs >= one.startMs && one.endMs <= (endMs ?? 0),
        file,
      ).toBe(true);
    }
  }
});
