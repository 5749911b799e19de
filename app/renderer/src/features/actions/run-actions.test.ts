import { words } from '@openwop-inspector/base';
import type { RunAction } from '@openwop-inspector/host-client';
import type { EffectLedger } from '@openwop-inspector/run-log';
import { describe, expect, test } from 'vitest';
import { hostOf } from '../live/live-text.ts';
import { effectSentence, spentText } from './ActionDialogs.tsx';
import {
  AnnotationDraft,
  actionTitle,
  annotateAction,
  forkAction,
  nodeOf,
  runControlAction,
  trustText,
} from './run-actions.ts';

const answer: Extract<RunAction, { readonly kind: 'resolve-interrupt' }> = {
  kind: 'resolve-interrupt',
  interruptKind: 'approval',
  nodeId: 'review',
  tokenRef: null,
  resumeValue: { action: 'reject' },
  valueOrigin: 'person',
  contentTrust: 'trusted',
};

describe('a fork (bundles-and-transport 9)', () => {
  test.each([
    ['replay takes no overlay', 'replay', '{"tags":[]}', { ok: true, action: { runOptionsOverlay: null } }],
    [
      'a branch without one',
      'branch',
      ' ',
      { ok: true, action: { mode: 'branch', runOptionsOverlay: null } },
    ],
    ['a branch with one', 'branch', '{"tags":[]}', { ok: true, action: { runOptionsOverlay: { tags: [] } } }],
    ['an overlay that is no object', 'branch', '[1]', { ok: false }],
    ['an overlay that is no JSON', 'branch', '{', { ok: false }],
  ] as const)('%s', (_, mode, overlay, made) => {
    expect(forkAction(mode, 12, overlay)).toMatchObject(made);
  });

  const ledger: EffectLedger = {
    runId: words`r`,
    fromSequence: 12,
    events: 51,
    kinds: [
      { kind: 'tool-call', count: 3, listed: [] },
      { kind: 'approval', count: 1, listed: [] },
    ],
    inputTokens: 12_300,
    outputTokens: null,
    costUsd: 0.21345,
  };
  test('says what would run again, and what it cost', () => {
    expect(effectSentence(ledger, 'branch')).toBe(
      'A branch does these again, from #12 on, 51 events: 3 tool calls, 1 approval.',
    );
    expect(effectSentence(ledger, 'replay')).toMatch(/A replay must not do them again\.$/);
    expect(effectSentence({ ...ledger, kinds: [] }, 'branch')).toBe(
      'The run has no effects from #12 on, 51 events.',
    );
    expect(spentText(ledger)).toBe('12,300 tokens in, 0.213 USD');
    expect(spentText({ ...ledger, inputTokens: null, costUsd: null })).toBeNull();
  });
});

test('a pause says how it drains; blanks are no reason', () => {
  expect(runControlAction('pause', ' ', 'immediate')).toEqual({
    kind: 'pause',
    reason: null,
    drainPolicy: 'immediate',
  });
  expect(runControlAction('cancel', ' late ', 'immediate')).toEqual({ kind: 'cancel', reason: 'late' });
});

describe('an annotation has the member of its kind and no other (bundles-and-transport 10)', () => {
  const full = { ...new AnnotationDraft(), label: 'x', correction: 'y', note: ' n ', isOfEvent: true };
  test.each<readonly [AnnotationDraft, unknown]>([
    [
      { ...full, kind: 'rating', rating: 5 },
      { kind: 'rating', rating: 5 },
    ],
    [
      { ...full, kind: 'label' },
      { kind: 'label', label: 'x' },
    ],
    [
      { ...full, kind: 'correction' },
      { kind: 'correction', correction: 'y' },
    ],
    [{ ...full, kind: 'flag' }, { kind: 'flag' }],
  ])('%#', (draft, signal) => {
    const made = annotateAction(draft, 'e1');
    expect(made.ok && made.action).toEqual({
      kind: 'annotate',
      target: { eventId: 'e1' },
      signal,
      note: 'n',
    });
  });

  test('a label without text is rejected', () => {
    expect(annotateAction({ ...new AnnotationDraft(), kind: 'label' }, null)).toMatchObject({ ok: false });
  });
});

describe('names of actions', () => {
  test('an approval is called by its action', () => {
    expect([actionTitle(answer), nodeOf(answer)]).toEqual(['Reject the approval', 'review']);
  });

  test.each<readonly [RunAction, RegExp]>([
    [answer, /^Trusted: entered by you/],
    [{ ...answer, valueOrigin: 'surface', contentTrust: 'untrusted' }, /surface.*untrusted.*never advances/],
    [{ kind: 'cancel', reason: null }, /^Trusted: chosen by you/],
  ])('trust of %j', (action, words) => {
    expect(trustText(action)).toMatch(words);
  });

  test('a host is called by its name and port', () => {
    expect(hostOf('http://127.0.0.1:3801/base')).toBe('127.0.0.1:3801');
    expect(hostOf('no address')).toBe('no address');
  });
});
