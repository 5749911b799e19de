/** Messages and contexts that the tests of AGH start from. */
export const NOW = 1_776_366_005;
const TS = NOW - 5;

/** A direct from a to b that opens the interaction i1. */
export const direct = {
  protocol: 'agh-network/v0',
  id: 'm1',
  kind: 'direct',
  channel: 'builders',
  from: 'a',
  to: 'b',
  interaction_id: 'i1',
  ts: TS,
  body: { text: 'hi' },
  proof: null,
};

export const say = {
  protocol: 'agh-network/v0',
  id: 's1',
  kind: 'say',
  channel: 'builders',
  from: 'a',
  to: null,
  ts: TS,
  body: { text: 'hi' },
};

/** A trace from b to a. */
export const trace = (state: string, id = `t-${state}`) => ({
  ...direct,
  id,
  kind: 'trace',
  from: 'b',
  to: 'a',
  body: { state },
});

/** A receipt from b to a for m1. */
export const receipt = (status: string, reason_code?: string) => ({
  ...direct,
  id: `r-${status}`,
  kind: 'receipt',
  from: 'b',
  to: 'a',
  body: { for_id: 'm1', status, ...(reason_code === undefined ? {} : { reason_code }) },
});

/** Both peers are ours, the clock is fixed. */
export const context = {
  now: NOW,
  clock: 'fixed',
  localPeers: [
    { channel: 'builders', peer: 'a' },
    { channel: 'builders', peer: 'b' },
  ],
} as const;
