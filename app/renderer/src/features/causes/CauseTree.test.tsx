// @vitest-environment jsdom
import { masker, words } from '@openwop-inspector/base';
import type { CauseTreeRow, ChainNode } from '@openwop-inspector/run-log';
import { cleanup, render, renderHook, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { StrictMode } from 'react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { CausePages } from '../../shared/pages.ts';
import { madeRow } from '../../test/made.ts';
import { connectClient, SessionClient, type WorkerLike, type WorkerMessage } from '../../worker/client.ts';
import { dropSessionRecords } from '../sessions/session-record.ts';
import { changeView, toggleIn, viewOf } from '../sessions/view-store.ts';
import { CauseTree, useUnfoldSelected } from './CauseTree.tsx';

beforeEach(() => {
  dropSessionRecords('s1');
  answerWith([]);
});
afterEach(cleanup);

const event = (ordinal: number, type: string): ChainNode => ({
  kind: 'event',
  row: madeRow(ordinal, { sequence: 1000 + ordinal, type: masker.text(type) }),
});

function row(key: string, node: ChainNode, part: Partial<CauseTreeRow>): CauseTreeRow {
  const place = { depth: 0, posInSet: 1, setSize: 1 };
  return { key, node, children: 0, descendants: 0, expanded: false, via: 'eventId', ...place, ...part };
}

const envelope: ChainNode = {
  kind: 'envelope',
  correlationId: words`c:1`,
  envelopeType: null,
  virtual: true,
  events: 2,
  runId: words`r1`,
};
const rows = [
  row('e0', event(0, 'agent.toolCalled'), {
    via: null,
    children: 2,
    descendants: 3,
    expanded: true,
    setSize: 2,
  }),
  row('e1', event(1, 'agent.toolReturned'), { depth: 1, setSize: 2 }),
  row('v0', envelope, {
    depth: 1,
    posInSet: 2,
    setSize: 2,
    via: 'nodeId',
    children: 1,
    descendants: 1,
    expanded: true,
  }),
  row('e2', event(2, 'node.failed'), { depth: 2, via: 'correlationId' }),
  row('e7', event(7, 'log.appended'), { via: null, posInSet: 2, setSize: 2, children: 1, descendants: 1 }),
];

test('every row of an inferred tree has its rule, and none is called a root, a cause or an effect', () => {
  const inferred = [
    row('e0', event(0, 'run.started'), { via: null, children: 1, descendants: 2, expanded: true }),
    row('e1', event(1, 'node.started'), {
      via: null,
      inferredBy: 'run',
      depth: 1,
      children: 1,
      descendants: 1,
      expanded: true,
    }),
    row('e2', event(2, 'node.failed'), { via: null, inferredBy: 'attempt', depth: 2 }),
  ];
  const pages: CausePages = {
    total: 3,
    roots: 1,
    revealed: null,
    failure: null,
    isSettled: true,
    inferred: { byRule: { run: 1, attempt: 1 }, edges: 2, notRead: 0 },
    rowAt: (index) => inferred[index] ?? null,
    onRange: () => undefined,
  };
  render(<CauseTree sessionId="s1" pages={pages} selected={null} taintMarks={null} />);
  const tree = screen.getByRole('tree', { name: 'Inferred, not recorded' });
  expect(
    [...tree.querySelectorAll('[role=treeitem]')].map((each) => each.getAttribute('aria-label')),
  ).toEqual([
    '#1000 run.started, 1 below, 2 in all, no parent',
    '#1001 node.started, inside this run, 1 below, inferred',
    '#1002 node.failed, start of its attempt, inferred',
  ]);
});

function show(selected: number | null) {
  const at = rows.findIndex(({ node }) => node.kind === 'event' && node.row.ordinal === selected);
  const pages: CausePages = {
    total: rows.length,
    roots: 2,
    revealed: at,
    inferred: null,
    failure: null,
    isSettled: true,
    rowAt: (index) => rows[index] ?? null,
    onRange: () => undefined,
  };
  render(<CauseTree sessionId="s1" pages={pages} selected={selected} taintMarks={null} />);
  screen.getByRole('tree', { name: 'Causes' }).focus();
  return userEvent.setup();
}

describe('the forest of causes is one tree', () => {
  test('with levels, rules and effects in words', () => {
    show(null);
    const items = screen.getAllByRole('treeitem');
    expect(items.map((each) => [each.getAttribute('aria-level'), each.getAttribute('aria-label')])).toEqual([
      ['1', '#1000 agent.toolCalled, 2 effects, 3 in all, root'],
      ['2', '#1001 agent.toolReturned, by eventId'],
      ['2', 'envelope, 2 events · c:1, same nodeId, 1 effect'],
      ['3', '#1002 node.failed, by correlationId'],
      ['1', '#1007 log.appended, 1 effect, root'],
    ]);
    expect(items.map((each) => each.getAttribute('aria-expanded'))).toEqual([
      'true',
      null,
      'true',
      null,
      'false',
    ]);
  });

  test('moving selects; an envelope becomes active without being selected', async () => {
    const user = show(1);
    await user.keyboard('j');
    expect(viewOf('s1').selected).toBeNull();
    await user.keyboard('j');
    expect(viewOf('s1').selected).toBe(2);
  });

  test('l unfolds, h goes out to the cause, then folds it', async () => {
    const user = show(7);
    await user.keyboard('l');
    expect(viewOf('s1').expanded).toEqual(['e7']);
    await user.keyboard('h');
    expect(viewOf('s1').expanded).toEqual([]);
    cleanup();
    const other = show(1);
    await other.keyboard('h');
    expect(viewOf('s1').selected).toBe(0);
  });

  test('a key acts on the row gone to, though its position is still being requested', async () => {
    const pages = (revealed: number | null): CausePages => ({
      total: rows.length,
      roots: 2,
      revealed,
      inferred: null,
      failure: null,
      isSettled: revealed !== null,
      rowAt: (index) => rows[index] ?? null,
      onRange: () => undefined,
    });
    const { rerender } = render(<CauseTree sessionId="s1" pages={pages(0)} selected={0} taintMarks={null} />);
    screen.getByRole('tree', { name: 'Causes' }).focus();
    const user = userEvent.setup();
    await user.keyboard('{End}');
    expect(viewOf('s1').selected).toBe(7);
    rerender(<CauseTree sessionId="s1" pages={pages(null)} selected={7} taintMarks={null} />);
    await user.keyboard('l');
    expect(viewOf('s1').expanded).toEqual(['e7']);
  });

  test('l on an unfolded row goes to its first effect', async () => {
    const user = show(0);
    toggleIn('s1', 'expanded', 'e0');
    await user.keyboard('l');
    expect(viewOf('s1').selected).toBe(1);
  });
});

/** A worker that knows one path only. */
function answerWith(path: readonly string[]): void {
  const worker: WorkerLike = {
    postMessage: (message) => {
      const { id } = message as { readonly id: number };
      const data = { id, result: path };
      queueMicrotask(() => worker.onmessage?.({ data } as MessageEvent<WorkerMessage>));
    },
    terminate: () => undefined,
    onmessage: null,
    onerror: null,
    onmessageerror: null,
  };
  connectClient(new SessionClient(worker));
}

test('the path to the selected event is unfolded, also where effects run twice, and once only', async () => {
  answerWith(['a', 'b']);
  const { rerender } = renderHook(() => useUnfoldSelected('s1', 7), { wrapper: StrictMode });
  await waitFor(() => expect(viewOf('s1').expanded).toEqual(['a', 'b']));
  changeView('s1', { expanded: ['a'] });
  rerender();
  await Promise.resolve();
  expect(viewOf('s1').expanded).toEqual(['a']);
});
