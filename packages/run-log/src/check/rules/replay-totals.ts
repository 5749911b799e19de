/** Replays compared with the runs they repeat: attempts and tokens are the same, or the replay says that it diverged. */
import { addTo, isRecord } from '@openwop-inspector/base';
import { Fields } from '@openwop-inspector/events';
import type { LogIndex } from '../../index/log-index.ts';
import type { LoadedLog } from '../../query/loaded-log.ts';
import type { CheckRun, TellFound } from '../check-control.ts';
import { type RulePayloads, readRulePayloads } from './rule-payloads.ts';

/** Members that a replay repeats, by type (acceptor 5, run-events 3.2.7 and 3.2.8). */
const REPEATED: ReadonlyMap<string, readonly string[]> = new Map([
  ['envelope.retry.exhausted', ['totalAttempts']],
  ['envelope.truncated', ['outputTokenCount']],
  ['envelope.recovery.applied', ['path']],
  ['provider.usage', ['inputTokens', 'outputTokens']],
]);
const DIVERGED: ReadonlySet<string> = new Set(['replay.diverged', 'replay.divergedAtRefusal']);
/** Events of one pair of runs that are read, and pairs of runs. */
const MAX_EVENTS = 20_000;
const MAX_PAIRS = 100;

/** A run that repeats another of the log. */
interface Replay {
  /** Numbers of the runs. */
  readonly run: number;
  readonly of: number;
  /** Sequence of the repeated run from which on the replay says that it differs. */
  until: number;
}

/**
 * Reports of each replay the first total that differs from the run it repeats, where both begin in the log and neither has
 * a hole. Two passes over the columns of a log that names replays, none of another. False when it was stopped.
 */
export async function checkReplays(log: LoadedLog, run: CheckRun, found: TellFound): Promise<boolean> {
  const diverged = divergedRows(log);
  const reported = declaredReplays(log);
  if (diverged.length + reported.size === 0) return true;
  const remarks = await readRulePayloads(log, diverged, run);
  if (remarks === null) return false;
  const replays = replaysOf(log, reported, diverged, remarks);
  if (replays.length === 0) return true;
  const rows = rowsByRun(log, new Set(replays.flatMap((one) => [one.run, one.of])));
  const payloads = await readRulePayloads(
    log,
    [...rows.values()].flatMap((one) => one ?? []),
    run,
  );
  if (payloads === null) return false;
  for (const replay of replays) {
    const [own, source] = [rows.get(replay.run) ?? null, rows.get(replay.of) ?? null];
    if (own !== null && source !== null) tellFirst(log, replay, own, source, payloads, found);
  }
  return true;
}

function divergedRows({ index, order }: LoadedLog): readonly number[] {
  const types = [...DIVERGED].map((type) => index.types.find(type)).filter((type) => type > 0);
  const rows: number[] = [];
  if (types.length === 0) return rows;
  for (let at = 0; at < order.length && rows.length < MAX_PAIRS; at++) {
    const row = order.ordinalAt(at);
    if (types.includes(index.columns.type[row] as number)) rows.push(row);
  }
  return rows;
}

/** Runs that documents next to the events say are replays: by the answer that a fork gets, or by their spans (bundles 2.2, 9). */
function declaredReplays(log: LoadedLog): ReadonlyMap<string, string> {
  const reported = new Map<string, string>();
  for (const { header } of log.results) {
    for (const one of [Object.fromEntries(header), header.get('run')]) {
      const fork = new Fields(one);
      note(reported, fork.value('mode'), fork.value('runId'), fork.value('sourceRunId'));
    }
    const spans = header.get('spans');
    for (const span of Array.isArray(spans) ? spans.slice(0, MAX_EVENTS) : []) {
      const attributes = new Fields(isRecord(span) ? span.attributes : undefined);
      const value = (name: string): unknown => attributes.value(name) ?? attributes.value(`openwop.${name}`);
      note(reported, value('replay.mode'), value('run_id'), value('replay.source_run_id'));
    }
  }
  return reported;
}

function note(reported: Map<string, string>, mode: unknown, run: unknown, source: unknown): void {
  if (mode === 'replay' && typeof run === 'string' && typeof source === 'string') reported.set(run, source);
}

function replaysOf(
  { index }: LoadedLog,
  reported: ReadonlyMap<string, string>,
  diverged: readonly number[],
  remarks: RulePayloads,
): readonly Replay[] {
  const replays = new Map<number, Replay>();
  for (const [run, source] of reported)
    add(replays, index.runs.find(run), index.runs.find(source), Number.POSITIVE_INFINITY);
  for (const row of diverged) {
    const payload = remarks.of(row);
    const source = payload.value('sourceRunId');
    const at = payload.value('atSequence');
    if (typeof source === 'string')
      add(
        replays,
        index.columns.run[row] as number,
        index.runs.find(source),
        typeof at === 'number' ? at : 0,
      );
  }
  return [...replays.values()].slice(0, MAX_PAIRS);
}

function add(replays: Map<number, Replay>, run: number, of: number, until: number): void {
  if (run <= 0 || of <= 0 || run === of) return;
  const known = replays.get(run);
  if (known === undefined) replays.set(run, { run, of, until });
  else if (known.of === of) known.until = Math.min(known.until, until);
  // A run that is said to repeat two others repeats neither for certain.
  else known.until = 0;
}

/** Rows of some runs that hold totals; null for a run that does not begin in the log, or that has a hole. */
function rowsByRun({ index, order }: LoadedLog, runs: ReadonlySet<number>) {
  const { run, sequence } = index.columns;
  const types = new Set(
    [...REPEATED.keys()].map((type) => index.types.find(type)).filter((type) => type > 0),
  );
  const rows = new Map<number, number[] | null>();
  const last = new Map<number, number>();
  for (let at = 0; at < order.length; at++) {
    const row = order.ordinalAt(at);
    const own = run[row] as number;
    if (!runs.has(own)) continue;
    const before = last.get(own);
    const next = sequence[row] as number;
    const follows = before === undefined ? next <= 1 : next === before + 1;
    last.set(own, next);
    const list = before === undefined ? [] : (rows.get(own) ?? null);
    rows.set(own, follows ? list : null);
    if (follows && list !== null && types.has(index.columns.type[row] as number) && list.length < MAX_EVENTS)
      list.push(row);
  }
  return rows;
}

/** The events of one type and node are compared with each other in their order. */
function tellFirst(
  { index }: LoadedLog,
  { until }: Replay,
  own: readonly number[],
  source: readonly number[],
  payloads: RulePayloads,
  found: TellFound,
): void {
  const bySource = new Map<string, number[]>();
  for (const row of source.toReversed()) {
    const key = keyOf(index, row);
    addTo(bySource, key, row);
  }
  for (const row of own) {
    // The first that is left.
    const mate = bySource.get(keyOf(index, row))?.pop();
    const place = mate === undefined ? Number.NaN : (index.columns.sequence[mate] as number);
    if (mate === undefined || !(place < until)) continue;
    for (const name of REPEATED.get(index.typeOf(row)) ?? []) {
      const [here, there] = [payloads.of(row).value(name), payloads.of(mate).value(name)];
      if (!isTotal(here) || !isTotal(there) || here === there) continue;
      const words = `${name} is ${here}, and ${there} in the run that it repeats, at sequence ${place}; the same or replay.diverged would have been right`;
      found('replay_total_mismatch', words, row, `/payload/${name}`);
      return;
    }
  }
}

const keyOf = (index: LogIndex, row: number): string =>
  `${index.columns.type[row]} ${index.columns.node[row]}`;

const PATHS: ReadonlySet<unknown> = new Set([
  'direct',
  'jsonrepair',
  'markdown-fence',
  'brace-walker',
  'custom',
]);

/** A count, or a word of the protocol: nothing else may stand in a message (security S-22). */
function isTotal(value: unknown): value is number | string {
  return typeof value === 'number' || PATHS.has(value);
}
