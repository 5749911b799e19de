import type { EnvelopeFromLog } from '@openwop-inspector/acceptor-core';
import { describe, expect, test } from 'vitest';
import { changedLines, originText } from './bench-origin.ts';

test.each([
  ['a\nb\nc', 'a\nb\nc', 0],
  ['a\nb\nc', 'a\nx\nc', 1],
  ['a\nc', 'a\nb\nc', 1],
  ['a\nb\nc', 'c', 2],
  ['', 'a\nb', 2],
])('from %j to %j %d lines differ', (before, after, lines) =>
  expect(changedLines(before, after)).toBe(lines),
);

const RECORDED: EnvelopeFromLog = {
  text: '{}',
  form: 'json',
  standing: 'recorded',
  isSkeleton: false,
  missing: [],
  note: '',
  from: [216],
  masked: 0,
  tag: null,
  type: null,
  modelText: null,
};

describe('origin of an event’s envelope, by the evidence', () => {
  test.each<[Partial<EnvelopeFromLog>, string]>([
    [{}, 'as recorded at'],
    [{ from: [210] }, 'as recorded at #210, for'],
    [{ from: [] }, 'as it stands in the file beside'],
    [{ from: [196, 212] }, 'put together from what the model streamed at #196 to #212, before'],
    [{ from: [212, 212] }, 'put together from what the model streamed at #212, before'],
    [{ from: [196, 230] }, 'put together from what the model streamed at #196 to #230, with'],
    [{ form: 'model-text', from: [196, 212] }, 'in what the model wrote at #196 to #212, before'],
    [{ standing: 'rebuilt', from: [214] }, 'rebuilt around the payload recorded at #214, for'],
    [
      { standing: 'rebuilt', isSkeleton: true, from: [214, 216] },
      'with a placeholder {} for its payload, which the log does not hold, put together for',
    ],
  ])('%j', (change, words) => {
    const log = { context: {}, provenance: [], hostRecorded: null, envelope: { ...RECORDED, ...change } };
    const event = { kind: 'event', ordinal: 0, sequence: 216, type: 'node.failed', nodeId: null } as const;
    expect(originText({ ...event, text: '{}', log })).toBe(words);
  });
});
