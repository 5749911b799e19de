import { describe, expect, test } from 'vitest';
import {
  FRAME_LIMITS,
  makeNonce,
  readFrameMessage,
  readOpening,
  readWindowMessage,
} from './frame-contract.ts';

const nonce = '0123456789abcdef0123456789abcdef';
const posted = (message: unknown) => ({ nonce, message });
const look = { theme: 'dark', density: 'normal' };
const field = { kind: 'text-field', index: 0, label: 'L', placeholder: '', required: false, value: '' };
const surface = {
  title: null,
  items: [field],
  buttons: [{ index: 1, label: 'Go' }],
  state: { locks: [], free: [] },
};
const long = 'x'.repeat(20_001);

describe('messages of the frame (security S-03)', () => {
  test.each([
    [{ kind: 'ready' }],
    [{ kind: 'leave' }],
    [{ kind: 'press', index: 499 }],
    [{ kind: 'size', height: 0 }],
    [{ kind: 'alive', count: 7 }],
    [{ kind: 'values', values: [] }],
    [
      {
        kind: 'values',
        values: [
          [0, 'text'],
          [1, true],
          [2, 199],
        ],
      },
    ],
  ])('%j is taken', (message) => {
    expect(readFrameMessage(posted(message), nonce)).toEqual(message);
  });

  test.each([
    ['no type', {}],
    ['an unknown type', { type: 'open', url: 'https://example.com/' }],
    ['a type of the other side', { kind: 'ping', count: 1 }],
    ['an inherited type', { type: 'toString' }],
    ['a member too much', { kind: 'ready', more: 1 }],
    ['a member too little', { kind: 'press' }],
    ['an index that is no number', { kind: 'press', index: '0' }],
    ['an index beyond all components', { kind: 'press', index: 512 }],
    ['a negative index', { kind: 'press', index: -1 }],
    ['a broken index', { kind: 'press', index: 0.5 }],
    ['no index at all', { kind: 'press', index: Number.NaN }],
    ['an endless height', { kind: 'size', height: Number.POSITIVE_INFINITY }],
    ['values by name', { kind: 'values', values: { 0: 'x' } }],
    ['a value that is an object', { kind: 'values', values: [[0, {}]] }],
    ['a value that is null', { kind: 'values', values: [[0, null]] }],
    ['a value without index', { kind: 'values', values: [['x']] }],
    ['a pair of three', { kind: 'values', values: [[0, 'x', 1]] }],
    ['a text of 20,001 characters', { kind: 'values', values: [[0, long]] }],
    ['more values than components', { kind: 'values', values: Array.from({ length: 513 }, () => [0, '']) }],
    [
      'more than 512 KiB',
      { kind: 'values', values: Array.from({ length: 27 }, () => [0, 'x'.repeat(20_000)]) },
    ],
    ['a list', [{ kind: 'ready' }]],
    ['a text', '{"type":"ready"}'],
    ['nothing', null],
  ])('%s ends the frame', (_, message) => {
    expect(readFrameMessage(posted(message), nonce)).toBeNull();
  });

  test.each([
    ['another nonce', { nonce: makeNonce(), message: { kind: 'ready' } }],
    ['no nonce', { message: { kind: 'ready' } }],
    ['an empty nonce', { nonce: '', message: { kind: 'ready' } }],
    ['the message alone', { kind: 'ready' }],
    ['something next to the nonce', { nonce, message: { kind: 'ready' }, more: 1 }],
    ['a member of a prototype', Object.create({ nonce, message: { kind: 'ready' } })],
  ])('%s ends the frame', (_, data) => {
    expect(readFrameMessage(data, nonce)).toBeNull();
  });
});

describe('messages of the window (security S-03)', () => {
  test.each([
    [{ kind: 'show', surface }],
    [{ kind: 'state', state: { locks: ['Locked: Date is required.'], free: [] } }],
    [{ kind: 'look', look }],
    [{ kind: 'ping', count: 0 }],
  ])('%j is taken', (message) => {
    expect(readWindowMessage(posted(message), nonce)).toEqual(message);
  });

  const show = (change: object) => ({ kind: 'show', surface: { ...surface, ...change } });
  test.each([
    ['a kind that is not drawn', show({ items: [{ kind: 'iframe', index: 0, src: 'x' }] })],
    ['a member too much', show({ items: [{ ...field, onclick: 'x' }] })],
    ['an id', show({ items: [{ ...field, id: 'x' }] })],
    ['a heading of the outline', show({ items: [{ kind: 'heading', index: 0, text: 'x', ariaLevel: 1 }] })],
    ['a title of 20,001 characters', show({ title: long })],
    ['513 items', show({ items: Array.from({ length: 513 }, () => field) })],
    ['a button with a target', show({ buttons: [{ index: 1, label: 'Go', target: 'resume' }] })],
    ['an unknown theme', { kind: 'look', look: { ...look, theme: 'url(x)' } }],
    ['a type of the other side', { kind: 'press', index: 0 }],
  ])('%s is not drawn', (_, message) => {
    expect(readWindowMessage(posted(message), nonce)).toBeNull();
  });

  test('characters are counted, not units', () => {
    const faces = '😀'.repeat(20_000);
    expect(readWindowMessage(posted(show({ title: faces })), nonce)).not.toBeNull();
    expect(readWindowMessage(posted(show({ title: `${faces}x` })), nonce)).toBeNull();
  });
});

test('an opening names its nonce and nothing else', () => {
  expect(readOpening({ kind: 'open-surface', nonce })).toBe(nonce);
  for (const data of [null, 'open-surface', { kind: 'open-surface' }, { kind: 'open-surface', nonce: 'x' }]) {
    expect(readOpening(data)).toBeNull();
  }
  expect(readOpening({ kind: 'open-surface', nonce, port: 1 })).toBeNull();
});

test('no two nonces are the same', () => {
  expect(new Set(Array.from({ length: 100 }, makeNonce)).size).toBe(100);
  expect(FRAME_LIMITS.bytes).toBe(524_288);
});
