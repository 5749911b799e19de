/** Runs for the tests of this room: what happened, apart from the ids and times that a host gives it. */
import { openRunLog, type RunLog, textSource } from '@openwop-inspector/run-log';
import fc from 'fast-check';
import { type CompareOptions, type Comparison, compareRuns, type Difference } from '../src/index.ts';

/** One event, with the place of the one that caused it; -1 for none. */
export interface Step {
  readonly type: string;
  readonly node: string | null;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly cause: number;
}

/** How a host names causes: the event before, the start of the node, any earlier event, or none at all. */
export type CauseStyle = 'chain' | 'node' | 'any' | 'none';

/** A whole number of a seed, below `below`: the same for the same arguments. */
export function pick(seed: number, turn: number, below: number): number {
  let x = Math.imul(seed ^ Math.imul(turn + 1, 0x9e3779b1), 0x85ebca6b);
  x ^= x >>> 13;
  x = Math.imul(x, 0xc2b2ae35);
  return ((x ^ (x >>> 16)) >>> 0) % below;
}

const INNER = ['prompt.composed', 'agent.toolCalled', 'agent.toolReturned', 'log.appended', 'output.chunk'];

/** A run of some nodes, each with some events inside it; streamed pieces may say the same twice. */
export function steps(seed: number, nodes: number, inner: number, style: CauseStyle): readonly Step[] {
  const out: Step[] = [];
  let started = -1;
  const add = (type: string, node: string | null, payload: Step['payload']): void => {
    const at = out.length;
    const cause = { chain: at - 1, node: started, any: pick(seed, at, Math.max(1, at)), none: -1 }[style];
    out.push({ type, node, payload, cause: at === 0 ? -1 : cause });
    if (type === 'node.started' || at === 0) started = at;
  };
  add('run.started', null, { workflowId: 'acme.flow', inputs: { topic: 'tea' } });
  for (let n = 0; n < nodes; n++) {
    const node = `n${n}`;
    add('node.started', node, { nodeId: node, typeId: 'core.ai', attempt: 1 });
    for (let i = 0; i < inner; i++) {
      const type = INNER[pick(seed, out.length + 7, INNER.length)] ?? 'log.appended';
      const text = type === 'output.chunk' ? 'piece' : `step ${i} of ${node}`;
      add(type, node, { text, list: [i, { deep: [null, true] }] });
    }
    add('node.completed', node, { outputs: { done: n } });
  }
  add('run.completed', null, { outputs: {} });
  return out;
}

/** What a host gives a run: everything that is new each time. */
export function jsonl(run: readonly Step[], seed: number): string {
  const hex = (turn: number, digits: number): string =>
    Array.from({ length: digits }, (_, i) => pick(seed, turn * 64 + i, 16).toString(16)).join('');
  const uuid = (turn: number): string =>
    `${hex(turn, 8)}-${hex(turn + 1, 4)}-4${hex(turn + 2, 3)}-a${hex(turn + 3, 3)}-${hex(turn + 4, 12)}`;
  const runId = `run-${hex(9_999_999, 10)}`;
  const start = Date.UTC(2026, 2, 2) + pick(seed, 3, 1_000_000_000);
  const lines = run.map(({ type, node, payload, cause }, at) => {
    const time = new Date(start + at * 37 + pick(seed, at, 30)).toISOString();
    const fresh = {
      callId: uuid(at * 7 + 1),
      durationMs: pick(seed, at + 5, 900),
      inputTokens: pick(seed, at + 6, 5000),
      startedAt: time,
      where: `/runs/${runId}/events`,
      handle: uuid(at * 7 + 2),
      seen: time,
    };
    const members = Object.entries({ ...payload, ...fresh });
    // Hosts write members in whatever order.
    if (pick(seed, at, 2) === 1) members.reverse();
    return JSON.stringify({
      eventId: `e-${uuid(at * 7)}`,
      runId,
      sequence: at,
      type,
      ...(node === null ? {} : { nodeId: node }),
      payload: Object.fromEntries(members),
      timestamp: time,
      ...(cause < 0 ? {} : { causationId: `e-${uuid(cause * 7)}` }),
    });
  });
  return `${lines.join('\n')}\n`;
}

/** A run before something was planted in it. */
export const anyRun = fc.record({
  seed: fc.nat(1_000_000),
  nodes: fc.integer({ min: 1, max: 5 }),
  inner: fc.integer({ min: 1, max: 8 }),
  style: fc.constantFrom<CauseStyle>('chain', 'node', 'any', 'none'),
  at: fc.nat(10_000),
});

export async function opened(text: string): Promise<RunLog> {
  const log = openRunLog(textSource('a.ndjson', text));
  await log.loaded;
  return log;
}

/** A comparison, with the sequences of an event of each side. */
export interface ComparedTexts {
  readonly comparison: Comparison;
  readonly a: RunLog;
  readonly b: RunLog;
  /** Sequences of a difference; null on the side that has none. */
  sequences(difference: Difference | undefined): readonly [a: number | null, b: number | null];
}

/** Compares the first run of each text. */
export async function compareTexts(
  textA: string,
  textB: string,
  options: CompareOptions = {},
): Promise<ComparedTexts> {
  const [a, b] = [await opened(textA), await opened(textB)];
  const compared = await compareRuns({ log: a, run: firstRun(a) }, { log: b, run: firstRun(b) }, options);
  if (compared === null) throw new Error('it was stopped');
  const sequenceOf = (log: RunLog, ordinal: number | null): number | null =>
    ordinal === null ? null : log.index.sequenceOf(ordinal);
  const sequences: ComparedTexts['sequences'] = (difference) => [
    sequenceOf(a, difference?.a ?? null),
    sequenceOf(b, difference?.b ?? null),
  ];
  return { comparison: compared.comparison, a, b, sequences };
}

/** Number of the run of the first event; 0 for a log without any. */
export function firstRun({ order, index }: RunLog): number {
  return order.length === 0 ? 0 : (index.columns.run[order.ordinalAt(0)] as number);
}
