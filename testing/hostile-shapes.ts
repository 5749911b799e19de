/** Inputs of any size on which careless code takes quadratic time, for the tests that use `costGrowth`. */

const START_MS = Date.UTC(2026, 4, 18, 10);

/** `n` values, each made from its index. */
export const many = <T>(n: number, of: (index: number) => T): T[] =>
  Array.from({ length: n }, (_, index) => of(index));

export const utf8 = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

export const ndjson = (events: readonly object[]): string =>
  events.map((each) => `${JSON.stringify(each)}\n`).join('');

/** One event; `over` replaces members. */
export const event = (sequence: number, over: object = {}): object => ({
  eventId: `e${sequence}`,
  runId: 'r',
  type: 'node.completed',
  sequence,
  timestamp: new Date(START_MS + sequence * 1000).toISOString(),
  nodeId: `n${sequence}`,
  payload: { outputs: { index: sequence } },
  ...over,
});

/** `n` events, each caused by the previous one, each with its own node, type and correlation id. */
export const longChain = (n: number): readonly object[] =>
  many(n, (at) => {
    const causationId = at === 0 ? null : `e${at - 1}`;
    return event(at, { type: `vendor.kind${at}`, correlationId: `c${at}`, causationId });
  });

/** `n` events that all have the first one as their cause. */
export const wideTree = (n: number): readonly object[] =>
  many(n, (at) => event(at, { causationId: at === 0 ? null : 'e0' }));

/** `n` events of one node in attempts that never end, newest first, with a gap in sequence after each. */
export function holes(n: number): readonly object[] {
  const types = ['node.started', 'node.failed', 'node.retried', 'envelope.rejected'] as const;
  return many(n, (at) =>
    event(2 * (n - at), { nodeId: 'n', type: types[at % types.length], payload: { attempt: at } }),
  );
}

/** `n` runs of one event, each the child of the previous run. */
export const childRuns = (n: number): readonly object[] =>
  many(n, (at) => {
    const payload = { workflowId: 'w', parentRunId: `r${at - 1}` };
    return event(at, { runId: `r${at}`, type: 'run.started', payload });
  });

/** `n` members `k0` to `k(n-1)`. */
export const members = (n: number, of: (index: number) => unknown = (at) => at): Record<string, unknown> =>
  Object.fromEntries(many(n, (at) => [`k${at}`, of(at)]));

/** `n` times a text. */
export const times = (n: number, text: string): readonly [number, (n: number) => string] => [
  n,
  (size) => text.repeat(size),
];

/** `before`, `n` times an opening, `n` times what closes it. */
export const nested = (
  n: number,
  open: string,
  close = '',
  before = '',
): readonly [number, (n: number) => string] => [
  n,
  (size) => `${before}${open.repeat(size)}${close.repeat(size)}`,
];
