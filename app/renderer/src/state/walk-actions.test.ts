import type { CausalChain, ChainLink, ChainNode, EventRow } from '@openwop-inspector/run-log';
import { describe, expect, test } from 'vitest';
import { type CausalStep, eventAfter } from './walk-actions.ts';

const ROW: EventRow = {
  ordinal: 0,
  index: 0,
  sequence: 0,
  type: 'node.failed',
  runId: 'r1',
  nodeId: null,
  timestamp: null,
  timeMs: null,
  eventId: 'e',
  eventIdDerived: false,
  causationId: null,
  contentTrust: null,
  tone: 'normal',
  summary: '',
  problem: null,
  byteOffset: 0,
  byteLength: 0,
};
const event = (ordinal: number): ChainNode => ({ kind: 'event', row: { ...ROW, ordinal } });
const ENVELOPE: ChainNode = {
  kind: 'envelope',
  correlationId: 'c',
  envelopeType: null,
  virtual: false,
  events: 2,
};
const DANGLING: ChainNode = { kind: 'dangling', id: 'gone' };
const link = (node: ChainNode): ChainLink => ({ node, via: 'eventId', marks: [], depth: 1 });
const chain = (ancestors: readonly ChainNode[], descendants: readonly ChainNode[]): CausalChain => ({
  target: event(5),
  ancestors: ancestors.map(link),
  ancestorTotal: ancestors.length,
  descendants: descendants.map(link),
  descendantTotal: descendants.length,
  rootCause: ancestors.at(-1) ?? event(5),
  causationOmitted: false,
});

describe('walking along the causes', () => {
  test.each<[string, CausalStep, CausalChain, number | null]>([
    ['the nearest cause', 'cause', chain([event(4), event(1)], []), 4],
    ['past an envelope', 'cause', chain([ENVELOPE, event(1)], []), 1],
    ['nowhere, when the cause is not held', 'cause', chain([DANGLING], []), null],
    ['nowhere, without a cause', 'cause', chain([], []), null],
    ['the first effect', 'effect', chain([], [event(6), event(7)]), 6],
    ['an effect behind an envelope', 'effect', chain([], [ENVELOPE, event(8)]), 8],
    ['the root', 'root', chain([event(4), event(1)], []), 1],
    ['itself, when nothing caused it', 'root', chain([], []), 5],
  ])('leads to %s', (_, step, walked, ordinal) => expect(eventAfter(walked, step)).toBe(ordinal));
});
