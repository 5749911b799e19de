/** Measurements that run in a Node process of their own, so that their peak memory is theirs alone. */
import { execFile } from 'node:child_process';
import { totalmem } from 'node:os';
import { promisify } from 'node:util';
import { createAcceptor } from '@openwop-inspector/acceptor-core';
import { createKillableSchemaCompiler } from '@openwop-inspector/acceptor-core/node';
import { type AcceptorOf, auditLog, FindingGroups } from '@openwop-inspector/audit';
import { openRunLog, sessionSummary } from '@openwop-inspector/run-log';
import { openFile } from '@openwop-inspector/run-log/node';
import { countLineFeeds, forEachLine } from './lines.ts';
import { followStream, indexStream, parseStream } from './live-stream.ts';
import { type Contender, type Measured, peakMemoryHere, type Work } from './rounds.ts';

/** By name. Each reads the whole file once. */
const MEASUREMENTS = {
  /** Counts line feeds. */
  scan: (file: string): Work => ({ events: countLineFeeds(file) }),
  /** `JSON.parse` line by line, every result dropped at once; broken lines are passed over. */
  parse: (file: string): Work => {
    let typed = 0;
    forEachLine(file, (line) => {
      try {
        if (hasType(JSON.parse(line))) typed += 1;
      } catch {
        // A broken line.
      }
    });
    return { events: typed };
  },
  /** What a first attempt at a viewer does: all events as objects, in memory. */
  keep: (file: string): Work => {
    const events: unknown[] = [];
    forEachLine(file, (line) => {
      events.push(JSON.parse(line));
    });
    return { events: events.filter(hasType).length };
  },
  /** The engine: load, index and graph. */
  engine: loadWithEngine,
  /** A whole audit, and the acceptor alone. */
  audit: auditOf,
  /** eventsource-parser alone over a stream. */
  'parse-stream': parseStream,
  /** Frames of a stream parsed and indexed. */
  'index-stream': indexStream,
  /** A live session with a stream, to the index. */
  'follow-stream': followStream,
} as const satisfies Record<string, (file: string) => Work | Promise<Work>>;

type MeasurementName = keyof typeof MEASUREMENTS;

/** True when the text names a measurement. */
export const isMeasurementName = (text: string): text is MeasurementName => Object.hasOwn(MEASUREMENTS, text);

/** Runs a measurement here and now; the process must be fresh for `peakBytes` to mean anything. */
export async function measureHere(name: MeasurementName, file: string): Promise<Measured> {
  const startedMs = performance.now();
  const work: Work = await MEASUREMENTS[name](file);
  const ms = performance.now() - startedMs;
  const { user, system } = process.cpuUsage();
  return { ms, cpuMs: (user + system) / 1000, peakBytes: peakMemoryHere(), ...work };
}

/** A contender that runs a measurement in a process of its own: `program` started again. */
export function apart(program: string, title: string, name: MeasurementName, file: string): Contender {
  // Keeping a million events as objects takes more than Node's own limit; the others get no such help.
  const heap = `--max-old-space-size=${Math.floor((totalmem() / 1_048_576) * 0.75)}`;
  const args = [...(name === 'keep' ? [heap] : []), program, 'measure', name, file];
  return {
    title,
    measure: async () => {
      const { stdout } = await promisify(execFile)(process.execPath, args);
      const measured: Measured = JSON.parse(stdout); // printed by `measureHere` of the same program
      return measured;
    },
  };
}

function hasType(event: unknown): boolean {
  return typeof event === 'object' && event !== null && 'type' in event;
}

/**
 * Opens a file as the application does: read, index and graph. Checks of payloads are a later phase and are not called
 * here; the summary is requested after time and memory are taken.
 */
export async function loadWithEngine(file: string): Promise<Work> {
  const startedMs = performance.now();
  let firstRowsMs: number | undefined;
  const log = openRunLog(await openFile(file), {
    onProgress: ({ events }) => {
      if (events > 0) firstRowsMs ??= performance.now() - startedMs;
    },
  });
  await log.loaded;
  const ms = performance.now() - startedMs;
  const peakBytes = peakMemoryHere();
  const { events } = await sessionSummary(log);
  await log.close();
  return { ms, peakBytes, events, parts: { 'first rows': firstRowsMs ?? ms } };
}

/**
 * Loads, checks and audits a file as the command does. The acceptor's own time is taken after it, on the same envelopes
 * in contexts that are ready, in the same process.
 */
async function auditOf(file: string): Promise<Work> {
  const startedMs = performance.now();
  const log = openRunLog(await openFile(file));
  await log.loaded;
  const loadedMs = performance.now();
  await log.runChecks();
  const checkedMs = performance.now();
  const compile = createKillableSchemaCompiler();
  const runs: (() => void)[] = [];
  const acceptorOf: AcceptorOf = (context) => {
    const acceptor = createAcceptor(context, { compile });
    return {
      ...acceptor,
      accept: (emission) => {
        runs.push(() => createAcceptor(context, { compile }).accept(emission));
        return acceptor.accept(emission);
      },
    };
  };
  const groups = new FindingGroups();
  await auditLog(log, { context: {}, file, groups, acceptorOf, onProgress: () => false });
  const auditedMs = performance.now();
  for (const run of runs) run();
  const parts = {
    load: loadedMs - startedMs,
    rules: log.rulesMs,
    audit: auditedMs - checkedMs,
    'acceptor alone': performance.now() - auditedMs,
  };
  await log.close();
  return { ms: auditedMs - startedMs, events: log.order.length, parts };
}
