/** The engine next to floors and peers, on the same bytes: reading, indexing, causal graph. */
import { spawn } from 'node:child_process';
import { formatBytes, formatCount } from '@openwop-inspector/base';
import { storedLog } from '../generator/write-log.ts';
import { apart } from './own-process.ts';
import { type Measure, type Target, target } from './report.ts';
import { checkEvents, type Measured, type Rounds, ratioOf, ratiosTo, takeTurns } from './rounds.ts';

const PARSE = 'JSON.parse line by line, dropped';
const SCAN = 'newline scan (floor)';
const KEEP = 'JSON.parse, objects stored';
const JQ = 'jq -c .type';
const OURS = 'ours: load, index and graph';
const BUNDLE = 'ours: the same as one bundle';

/** Measures everything once a round, each in a process of its own; `jq`, which takes longest, in the first round only. */
export const measureEngine: Measure = async ({ events, seed, rounds, folder, program }, say) => {
  const ndjson = storedLog(folder, { events, seed, format: 'ndjson' }, say);
  const bundle = storedLog(folder, { events, seed, format: 'bundle' }, say);
  const contenders = [
    apart(program, PARSE, 'parse', ndjson.file),
    apart(program, SCAN, 'scan', ndjson.file),
    apart(program, KEEP, 'keep', ndjson.file),
    { title: JQ, once: true, measure: () => measureJq(ndjson.file) },
    apart(program, OURS, 'engine', ndjson.file),
    apart(program, BUNDLE, 'engine', bundle.file),
  ];
  const values = await takeTurns(contenders, rounds, say);
  checkEvents(values);
  return {
    subject: `${formatCount(events)} events, ${formatBytes(ndjson.bytes)} of NDJSON, seed ${seed}`,
    rounds: values,
    remarks: events === 1_000_000 ? [] : ['The targets are promised for 1,000,000 events.'],
    targets: engineTargets(values),
    ratios: ratiosTo(values, PARSE),
  };
};

/** The peer that people have at hand. It is not ours to install. */
const PEER = 'jq';

/** Time of `jq -c .type FILE`; null when there is no jq. */
async function measureJq(file: string): Promise<Measured | null> {
  const startedMs = performance.now();
  const status = await new Promise<number | null>((resolve) => {
    const child = spawn(PEER, ['-c', '.type', file], { stdio: 'ignore' });
    child.on('error', () => resolve(null)); // not installed
    child.on('close', resolve);
  });
  return status === 0 ? { ms: performance.now() - startedMs } : null;
}

/** Compares the rounds with what was promised. */
export function engineTargets(rounds: Rounds): readonly Target[] {
  const fasterThan = (title: string) => ratioOf(rounds, title, OURS);
  const firstRows = ratioOf(rounds, `${OURS}: first rows`, OURS);
  const memory = ratioOf(rounds, OURS, KEEP, ({ peakBytes }) => peakBytes);
  return [
    target('load, index and graph against JSON.parse, times as fast', 'at least', 4.5, fasterThan(PARSE)),
    target('the same against a newline scan, times as long', 'at most', 6, ratioOf(rounds, OURS, SCAN)),
    target('the same against objects that are stored, times as fast', 'at least', 10, fasterThan(KEEP)),
    target('the same against jq, times as fast', 'at least', 40, fasterThan(JQ)),
    target('peak memory against objects that are stored', 'at most', 0.15, memory),
    target('first rows, part of the load time', 'at most', 0.02, firstRows),
    target('bundle against NDJSON, time', 'at most', 1.1, ratioOf(rounds, BUNDLE, OURS)),
  ];
}
