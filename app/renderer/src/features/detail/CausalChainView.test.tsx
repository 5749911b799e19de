// @vitest-environment jsdom
import { masker, words } from '@openwop-inspector/base';
import type { CausalChain, CausalVia, ChainLink, ChainNode, EventRow } from '@openwop-inspector/run-log';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, test } from 'vitest';
import { madeRow } from '../../test/made.ts';
import { CausalChainView } from './CausalChainView.tsx';

afterEach(cleanup);

const row = (ordinal: number, type: string, part: Partial<EventRow> = {}): EventRow =>
  madeRow(ordinal, { sequence: 1000 + ordinal, type: masker.text(type), nodeId: words`draft`, ...part });

const event = (ordinal: number, type: string, part?: Partial<EventRow>): ChainNode => ({
  kind: 'event',
  row: row(ordinal, type, part),
});
const envelope: ChainNode = {
  kind: 'envelope',
  correlationId: words`5f2c:draft:3`,
  envelopeType: words`vendor.acme.prd.create`,
  virtual: true,
  events: 3,
  runId: words`r1`,
};
const link = (node: ChainNode, via: CausalVia, depth: number, marks: ChainLink['marks'] = []): ChainLink => ({
  node,
  via,
  marks,
  depth,
});

const called = event(0, 'agent.toolCalled');
const failed = event(4, 'node.failed', { tone: 'failed' });
const chain: CausalChain = {
  target: failed,
  ancestorTotal: 4,
  ancestors: [
    link(envelope, 'correlationId', 1),
    link(event(3, 'node.started'), 'nodeId', 2),
    link(event(1, 'agent.toolReturned', { contentTrust: 'untrusted' }), 'eventId', 3, ['forward']),
    link(called, 'eventId', 4),
  ],
  descendants: [link(event(5, 'run.failed'), 'eventId', 1)],
  descendantTotal: 1,
  chainStart: called,
  cause: { node: event(1, 'agent.toolReturned'), rule: 'untrusted' },
  ending: 'start',
  marks: [],
  causationOmitted: false,
  inferred: null,
};

function show(displayed: CausalChain) {
  const selected: number[] = [];
  const user = userEvent.setup();
  render(
    <CausalChainView
      chain={displayed}
      maxEffects={40}
      onSelect={(ordinal) => selected.push(ordinal)}
      onMoreEffects={() => selected.push(-1)}
    />,
  );
  return { user, selected };
}

const links = () => screen.getAllByRole('link').map((each) => each.getAttribute('aria-label'));

describe('the chain of an event', () => {
  test('reads from the root down, every event a link with number and type', () => {
    show(chain);
    expect(links()).toEqual([
      '#1000 agent.toolCalled',
      '#1001 agent.toolReturned',
      '#1003 node.started',
      '#1004 node.failed',
      '#1005 run.failed',
    ]);
    screen.getByText('4 causes, 1 effect');
    expect(screen.getByRole('link', { current: true }).getAttribute('aria-label')).toBe('#1004 node.failed');
  });

  test('has the resolution of every edge', () => {
    show(chain);
    screen.getByText('by correlationId');
    screen.getByText('same nodeId');
    screen.getByText('not a causationId: both name the node');
    screen.getByText('points to a later event');
    screen.getByText('the envelope itself is not in this log');
    expect(screen.getByText('3 events · 5f2c:draft:3')).toBeTruthy();
  });

  test('marks untrusted content, the cause and the start of the chain in words', async () => {
    const { user, selected } = show(chain);
    screen.getByText('Untrusted');
    screen.getByText('Cause: untrusted content that was used');
    screen.getByText('Chain starts here');
    screen.getByText('Chain starts at #1000. Cause: #1001, untrusted content that was used.');
    await user.click(screen.getByRole('link', { name: '#1003 node.started' }));
    expect(selected).toEqual([3]);
  });

  test('is navigated with the arrow keys', async () => {
    const { user, selected } = show(chain);
    screen.getByRole('link', { name: '#1003 node.started' }).focus();
    await user.keyboard('{ArrowUp}{Enter}');
    expect(selected).toEqual([1]);
  });
});

test('following a link keeps the focus on its event', async () => {
  const user = userEvent.setup();
  const above: CausalChain = { ...chain, target: called, ancestors: [], chainStart: called, cause: null };
  function Walk() {
    const [at, setAt] = useState(chain);
    return (
      <CausalChainView
        chain={at}
        maxEffects={40}
        onSelect={() => setAt(above)}
        onMoreEffects={() => undefined}
      />
    );
  }
  render(<Walk />);
  screen.getByRole('link', { name: '#1000 agent.toolCalled' }).focus();
  await user.keyboard('{Enter}');
  expect(document.activeElement?.getAttribute('aria-label')).toBe('#1000 agent.toolCalled');
  expect(document.activeElement?.getAttribute('aria-current')).toBe('true');
});

test('a long chain folds in the middle and unfolds', async () => {
  const ancestors = Array.from({ length: 412 }, (_, at) =>
    link(event(411 - at, 'node.started'), 'eventId', at + 1),
  );
  const { user } = show({
    ...chain,
    target: event(412, 'run.failed'),
    ancestors,
    ancestorTotal: ancestors.length,
    chainStart: event(0, 'node.started'),
  });
  expect(screen.getAllByRole('link')).toHaveLength(3 + 8 + 1 + 1);
  await user.click(screen.getByRole('button', { name: '401 more causes' }));
  screen.getByRole('button', { name: '301 more causes' });
});

test.each([
  ['nothing of the chain is abnormal', { cause: null }, /no earlier event of this chain is abnormal/],
  ['the causes lead in a circle', { cause: null, chainStart: null, ending: 'cycle' as const }, /no start/],
  ['the chain comes from another run', { ending: 'otherRun' as const }, /its cause is in another run/],
])('%s: it says so', (_, part, words) => {
  show({ ...chain, ...part });
  screen.getByText(words);
});

describe('a missing cause is described in words', () => {
  const alone = {
    ...chain,
    ancestors: [],
    ancestorTotal: 0,
    descendants: [],
    descendantTotal: 0,
    chainStart: failed,
  };
  test.each([
    ['of the first event of a chain', {}, /names no cause/],
    ['of an event that names itself', { marks: ['self'] as const, ending: 'self' as const }, /names itself/],
    ['when the host omitted causation', { causationOmitted: true }, /The host omitted causation/],
  ])('%s', (_, part, words) => {
    show({ ...alone, ...part });
    screen.getByText(words);
  });

  test.each([
    ['that is missing', { kind: 'dangling', id: words`evt-77` }, 'eventId', 'names nothing in this log'],
    [
      'on another host',
      { kind: 'external', id: words`evt-9`, hostId: words`b` },
      'causationHostId',
      'host b',
    ],
    ['of a trigger', { kind: 'external', id: words`dlv-1`, hostId: null }, 'trigger', 'by a trigger'],
  ] as const)('a stub for one %s', (_, node, via, reported) => {
    show({ ...alone, ancestors: [link(node, via, 1)] });
    screen.getByText(node.id);
    screen.getByText(reported);
  });
});

describe('an inferred edge is dotted, with its rule, under a note that says so', () => {
  const inferred = {
    above: [
      { row: row(2, 'node.started'), rule: 'attempt' as const, depth: 1 },
      { row: row(0, 'run.started'), rule: 'run' as const, depth: 2 },
    ],
    aboveTotal: 2,
    below: [{ row: row(7, 'node.resumed'), rule: 'interrupt' as const, depth: 1 }],
    belowTotal: 1,
  };
  const alone = {
    ...chain,
    ancestors: [],
    ancestorTotal: 0,
    descendants: [],
    descendantTotal: 0,
    chainStart: failed,
    cause: null,
    ending: 'omitted' as const,
    causationOmitted: true,
    inferred,
  };

  test('the first event on top, and no cause, no start of a chain, no effect', async () => {
    const { user, selected } = show(alone);
    expect(screen.getAllByRole('link').map((each) => each.getAttribute('aria-label'))).toEqual([
      '#1000 run.started',
      '#1002 node.started',
      '#1004 node.failed',
      '#1007 node.resumed',
    ]);
    screen.getByText('Inferred, not recorded');
    screen.getByText('inside this run');
    screen.getByText('start of its attempt');
    screen.getByText('same interruptId');
    screen.getByRole('list', { name: 'Below, inferred, not recorded' });
    screen.getByText('no cause recorded, 0 effects');
    expect(screen.queryByText(/Chain starts|Cause:|causationId/)).toBeNull();
    await user.click(screen.getByRole('link', { name: '#1002 node.started' }));
    expect(selected).toEqual([2]);
  });

  test('omitted events above are counted, events below are displayed in steps', () => {
    show({ ...alone, inferred: { ...inferred, aboveTotal: 1_002, belowTotal: 41 } });
    screen.getByText('1,000 more events above');
    screen.getByRole('button', { name: '40 more' });
  });
});

test('many effects are a list with their rules, and the rest is counted', async () => {
  const descendants = [
    link(event(5, 'log.appended'), 'eventId', 1),
    link(event(6, 'run.failed'), 'failedNodeId', 2),
  ];
  const { user, selected } = show({ ...chain, descendants, descendantTotal: 90 });
  const list = within(screen.getByRole('list', { name: 'Effects' }));
  expect(list.getAllByRole('link').map((each) => each.getAttribute('aria-label'))).toEqual([
    '#1005 log.appended',
    '#1006 run.failed',
  ]);
  list.getByText('failedNodeId, not a causationId');
  await user.click(screen.getByRole('button', { name: '88 more' }));
  expect(selected).toEqual([-1]);
});
