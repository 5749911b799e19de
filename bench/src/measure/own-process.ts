import { execFile, spawn } from 'node:child_process';
import { totalmem } from 'node:os';
import { promisify } from 'node:util';
import { type Measured, peakMemoryHere, type Work } from './measured.ts';
import { MEASUREMENTS, type MeasurementName } from './measurements.ts';

const run = promisify(execFile);
/** The peer people have at hand. It is not ours to install. */
const JQ = 'jq';

/** Runs a measurement here and now; the process must be fresh for `peakBytes` to mean anything. */
export async function measureHere(name: MeasurementName, file: string): Promise<Measured> {
  const startedMs = performance.now();
  const work: Work = await MEASUREMENTS[name](file);
  const ms = work.ms ?? performance.now() - startedMs;
  const { user, system } = process.cpuUsage();
  return { ...work, ms, cpuMs: (user + system) / 1000, peakBytes: work.peakBytes ?? peakMemoryHere() };
}

/** Runs a measurement in a Node process of its own, so that its peak memory is its alone. Throws when that process fails. */
export async function measureApart(program: string, name: MeasurementName, file: string): Promise<Measured> {
  const args = [...heapFor(name), program, 'measure', name, file];
  const { stdout } = await run(process.execPath, args, { maxBuffer: 1 << 20 });
  return readMeasured(stdout);
}

/** Time of `jq -c .type FILE`; undefined when there is no jq. */
export async function measureJq(file: string): Promise<Measured | undefined> {
  const startedMs = performance.now();
  const status = await new Promise<number | null>((resolve) => {
    const child = spawn(JQ, ['-c', '.type', file], { stdio: 'ignore' });
    child.on('error', () => resolve(null)); // not installed
    child.on('close', (code) => resolve(code));
  });
  if (status !== 0) return undefined;
  return { ms: performance.now() - startedMs, peakBytes: null, events: 0 };
}

/** Keeping a million events as objects takes more than Node's own limit; the others get no such help. */
function heapFor(name: MeasurementName): readonly string[] {
  if (name !== 'keep') return [];
  return [`--max-old-space-size=${Math.floor((totalmem() / 1_048_576) * 0.75)}`];
}

function readMeasured(text: string): Measured {
  const value: unknown = JSON.parse(text);
  if (typeof value !== 'object' || value === null || !('ms' in value))
    throw new Error('no measurement was printed');
  return value as Measured; // printed by `measureHere` of the same program
}
