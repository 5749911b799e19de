import { isRunAction, type RunAction } from '@openwop-inspector/host-client';
import { describe, expect, test } from 'vitest';

const answer: RunAction = {
  kind: 'resolve-interrupt',
  interruptKind: 'clarification',
  nodeId: 'ask',
  tokenRef: null,
  resumeValue: { answers: [{ id: 'q1', answer: 'Tuesday' }] },
  valueOrigin: 'person',
  contentTrust: 'trusted',
};
const exchange = { kind: 'exchange', nodeId: null, value: 7, contentTrust: 'untrusted', interruptKind: null };
const fork = { kind: 'fork', mode: 'branch', fromSeq: 12, runOptionsOverlay: { a: [1] } };
const note = {
  kind: 'annotate',
  target: { eventId: 'e1' },
  signal: { kind: 'rating', rating: 5 },
  note: null,
};

test.each([
  answer,
  exchange,
  fork,
  { ...fork, mode: 'replay', fromSeq: 0, runOptionsOverlay: null },
  { kind: 'cancel', reason: 'no longer needed' },
  { kind: 'pause', reason: null, drainPolicy: 'immediate' },
  { kind: 'resume', reason: null },
  note,
  { ...note, target: null, signal: { kind: 'label', label: 'odd' }, note: 'a note' },
])('an action of the contract is taken: %j', (action) => {
  expect(isRunAction(action)).toBe(true);
});

const itself: unknown[] = [];
itself.push(itself);
const deep = (levels: number): unknown => (levels === 0 ? 1 : [deep(levels - 1)]);

describe('anything else is refused', () => {
  test.each([
    ['no kind', { reason: null }],
    ['an inherited kind', { kind: 'toString' }],
    ['a kind that is none', { kind: '__proto__', reason: null }],
    ['a member too many (decidedBy is set by the host)', { ...answer, decidedBy: 'me' }],
    ['a member too few', { kind: 'pause', reason: null }],
    ['a trust that is none', { ...answer, contentTrust: 'very' }],
    ['a token in the place of a reference', { ...answer, tokenRef: 'a.b/c+d=' }],
    ['a sequence below zero', { ...fork, fromSeq: -1 }],
    ['an overlay that is a list', { ...fork, runOptionsOverlay: [] }],
    ['a target with more', { ...note, target: { runId: 'r2' } }],
    ['a signal of another kind', { ...note, signal: { kind: 'applause' } }],
    ['a long reason', { kind: 'cancel', reason: 'x'.repeat(5000) }],
  ])('%s', (_what, action) => {
    expect(isRunAction(action)).toBe(false);
  });

  test.each([
    ['a map', new Map()],
    ['a date', new Date(0)],
    ['nothing at all', undefined],
    ['a number that is none', Number.NaN],
    ['a big integer', 1n],
    ['one that holds itself', itself],
    ['one that is too deep', deep(65)],
    ['one with too many values', Array.from({ length: 20_001 }, () => 0)],
    ['a text that is too long', 'x'.repeat(256 * 1024 + 1)],
    ['names that are too long', { ['x'.repeat(256 * 1024 + 1)]: 1 }],
  ])('a value that is no JSON or too large: %s', (_what, value) => {
    expect(isRunAction({ ...answer, resumeValue: value })).toBe(false);
    expect(isRunAction({ ...exchange, value: { a: [value] } })).toBe(false);
  });
});

test('a value as deep and as long as allowed is taken', () => {
  expect(isRunAction({ ...answer, resumeValue: deep(64) })).toBe(true);
  expect(isRunAction({ ...answer, resumeValue: 'x'.repeat(256 * 1024) })).toBe(true);
});
