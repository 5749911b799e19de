import { createAcceptor } from '@openwop-inspector/acceptor-core';
import { createKillableSchemaCompiler } from '@openwop-inspector/acceptor-core/node';
import { type AcceptorOf, auditLog, FindingGroups } from '@openwop-inspector/audit';
import { openRunLog, sessionSummary } from '@openwop-inspector/run-log';
import { openFile } from '@openwop-inspector/run-log/node';
import { countLineFeeds, forEachLine } from './lines.ts';
import { followStream } from './live/follow-stream.ts';
import { indexStream, parseStream } from './live/index-stream.ts';
import { type AuditTimes, peakMemoryHere, type Work } from './measured.ts';

/** Measurements that run in a Node process of their own, by name. Each reads the whole file once. */
export const MEASUREMENTS = {
  /** Counts line feeds. */
  scan: (file: string): Work => ({ events: countLineFeeds(file) }),
  /** `JSON.parse` line by line, every result dropped at once. */
  parse: (file: string): Work => {
    let typed = 0;
    forEachLine(file, (bytes, from, to) => {
      if (hasType(JSON.parse(bytes.toString('utf8', from, to)))) typed += 1;
    });
    return { events: typed };
  },
  /** The same of a log with broken lines, which are passed over. */
  'parse-tolerant': (file: string): Work => {
    let typed = 0;
    forEachLine(file, (bytes, from, to) => {
      if (hasType(parsedOrNull(bytes.toString('utf8', from, to)))) typed += 1;
    });
    return { events: typed };
  },
  /** What a first attempt at a viewer does: all events as objects, kept. */
  keep: (file: string): Work => {
    const events: unknown[] = [];
    forEachLine(file, (bytes, from, to) => {
      events.push(JSON.parse(bytes.toString('utf8', from, to)));
    });
    return { events: events.filter(hasType).length };
  },
  /** The engine: load, index and graph. */
  engine: (file: string): Promise<Work> => loadWithEngine(file),
  /** The same where WebAssembly cannot run. */
  'engine-fallback': (file: string): Promise<Work> => loadWithEngine(file, 'plain'),
  /** A whole audit, and the acceptor alone. */
  audit: auditOf,
  /** eventsource-parser alone over a stream. */
  'parse-stream': parseStream,
  /** Frames of a stream parsed and indexed. */
  'index-stream': indexStream,
  /** A live session with a stream, to the index. */
  'follow-stream': followStream,
} as const satisfies Record<string, (file: string) => Work | Promise<Work>>;

export type MeasurementName = keyof typeof MEASUREMENTS;

/** True when the text names a measurement. */
export function isMeasurementName(text: string): text is MeasurementName {
  return Object.hasOwn(MEASUREMENTS, text);
}

/** The value of a JSON text; null for text that is none. */
export function parsedOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function hasType(event: unknown): boolean {
  return typeof event === 'object' && event !== null && 'type' in event;
}

/**
 * Opens a file as the application does: read, index and graph. The one place where the benchmarks touch the engine.
 * Checks of payloads are a later phase and are not asked for; the summary is asked for after time and
 * memory are taken.
 */
export async function loadWithEngine(file: string, scanner: 'auto' | 'plain' = 'auto'): Promise<Work> {
  const startedMs = performance.now();
  let firstRowsMs: number | undefined;
  const log = openRunLog(await openFile(file), {
    scanner,
    onProgress: ({ events }) => {
      if (events > 0) firstRowsMs ??= performance.now() - startedMs;
    },
  });
  await log.loaded;
  const ms = performance.now() - startedMs;
  const peakBytes = peakMemoryHere();
  const { events, causal } = await sessionSummary(log);
  await log.close();
  return { ms, peakBytes, events, edges: causal.edges, firstRowsMs: firstRowsMs ?? ms };
}

/**
 * Loads, checks and audits a file as the command does. The acceptor's own time is taken behind it, on the same envelopes
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
  const parts = { context: {}, file, groups: new FindingGroups(), acceptorOf, onProgress: () => false };
  const { envelopes } = await auditLog(log, parts);
  const auditedMs = performance.now();
  for (const run of runs) run();
  const audit: AuditTimes = {
    envelopes,
    loadMs: loadedMs - startedMs,
    rulesMs: log.rulesMs,
    auditMs: auditedMs - checkedMs,
    ownMs: performance.now() - auditedMs,
  };
  await log.close();
  return { ms: auditedMs - startedMs, events: log.order.length, audit };
}
