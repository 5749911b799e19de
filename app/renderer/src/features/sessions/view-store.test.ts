import { words } from '@openwop-inspector/base';
import type { LogicalEnvelope } from '@openwop-inspector/run-log';
import { beforeEach, describe, expect, test } from 'vitest';
import { redoChange, undoChange } from '../../shared/hint-store.ts';
import { dropSessionRecords } from './session-record.ts';
import {
  changeFilter,
  changeView,
  clearFilter,
  selectAttempt,
  selectEnvelope,
  selectEvent,
  showView,
  viewOf,
} from './view-store.ts';

beforeEach(() => dropSessionRecords('s1'));

const ENVELOPE: LogicalEnvelope = {
  key: 'c1',
  correlationId: words`run:1`,
  envelopeType: words`error`,
  nodeId: null,
  runId: words`r`,
  state: 'accepted',
  foundIn: 'event',
  untrusted: false,
  summary: words``,
  attempts: [],
  attemptsLeftOut: 0,
  ordinal: 7,
};
const ATTEMPT = {
  number: 2,
  state: 'accepted',
  code: null,
  note: words``,
  pointer: null,
  ordinal: 5,
  sequence: 5,
  type: words`log.appended`,
  retry: null,
} as const;

describe('views with a tab of their own', () => {
  test.each([
    ['envelopes', 'envelope'],
    ['problems', 'problem'],
  ] as const)('%s bring %s to the front, and leaving brings back the tab that was chosen', (view, tab) => {
    changeView('s1', { tab: 'payload' });
    showView('s1', view);
    expect(viewOf('s1').tab).toBe(tab);
    showView('s1', 'events');
    expect(viewOf('s1').tab).toBe('payload');
  });

  test('from one to the other and out again, the tab before both comes back', () => {
    changeView('s1', { tab: 'rendered' });
    showView('s1', 'problems');
    showView('s1', 'envelopes');
    expect(viewOf('s1').tab).toBe('envelope');
    showView('s1', 'nodes');
    expect(viewOf('s1').tab).toBe('rendered');
  });

  test('a tab selected within such a view stays', () => {
    showView('s1', 'envelopes');
    changeView('s1', { tab: 'raw' });
    showView('s1', 'events');
    expect(viewOf('s1').tab).toBe('raw');
  });
});

describe('envelopes', () => {
  test('going to one selects its event, going to an attempt selects that', () => {
    selectEnvelope('s1', { row: ENVELOPE, index: 3, text: '', attempt: null });
    expect(viewOf('s1').selected).toBe(7);
    selectAttempt('s1', ATTEMPT);
    expect(viewOf('s1')).toMatchObject({ selected: 5, envelope: { index: 3 } });
  });

  test('one outside the events leaves the selection, and the next event leaves it', () => {
    selectEvent('s1', 40);
    const outside = { ...ENVELOPE, ordinal: -1 };
    selectEnvelope('s1', { row: outside, index: 3, text: '', attempt: null });
    selectAttempt('s1', { ...ATTEMPT, ordinal: -1 });
    expect(viewOf('s1')).toMatchObject({ selected: 40, envelope: { attempt: 2 } });
    selectEvent('s1', 41);
    expect(viewOf('s1')).toMatchObject({ selected: 41, envelope: null });
  });
});

test('a step of the filter is undone in its own session, as it was before it', () => {
  changeView('s1', { filterText: 'node:draft is:failed' });
  changeView('s2', { filterText: 'node:plan' });
  changeFilter('s1', 'Term removed', 'node:draft');
  clearFilter('s2');
  undoChange();
  undoChange();
  expect([viewOf('s1').filterText, viewOf('s2').filterText]).toEqual(['node:draft is:failed', 'node:plan']);
  redoChange();
  expect([viewOf('s1').filterText, viewOf('s2').filterText]).toEqual(['node:draft', 'node:plan']);
});
