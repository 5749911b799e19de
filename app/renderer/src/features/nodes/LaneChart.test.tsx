// @vitest-environment jsdom
import { masker, words } from '@openwop-inspector/base';
import type { LaneSpan, NodeLane, NodeLanes } from '@openwop-inspector/run-log';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test } from 'vitest';
import { visibleList } from '../sessions/list-controller.ts';
import { LaneChart } from './LaneChart.tsx';
import { laneRows } from './lane-rows.ts';
import { laneWindow } from './lane-window.ts';

afterEach(cleanup);

function span(startMs: number, endMs: number, ordinal: number, part: Partial<LaneSpan> = {}): LaneSpan {
  const reported = { label: words`completed`, untrusted: false, ended: true, endOrdinal: ordinal + 1 };
  return { startMs, endMs, ordinal, kind: 'ran', state: 'completed', ...reported, ...part };
}

function lane(
  name: string,
  depth: 0 | 1,
  spans: readonly LaneSpan[],
  part: Partial<NodeLane> = {},
): NodeLane {
  return {
    key: name,
    runId: words`r1`,
    nodeId: masker.text(name),
    name: masker.text(name),
    kind: depth === 0 ? 'node' : 'tool',
    typeId: null,
    depth,
    state: 'completed',
    startMs: spans[0]?.startMs ?? null,
    endMs: spans.at(-1)?.endMs ?? null,
    tookMs: spans.length === 0 ? null : 1_000,
    caption: null,
    events: spans.length,
    firstOrdinal: spans[0]?.ordinal ?? null,
    spans,
    ...part,
  };
}

const call = { kind: 'toolCall', untrusted: true } as const;
const lanes: NodeLanes = {
  segments: [{ fromMs: 0, toMs: 10_000, idle: false }],
  lost: 0,
  isNamed: true,
  startMs: 0,
  endMs: 10_000,
  lanes: [
    lane('plan', 0, [span(0, 4_000, 10)]),
    lane('docs.search', 1, [span(500, 1_500, 12, call), span(2_000, 3_000, 14, call)]),
    lane('draft', 0, [span(4_000, 10_000, 20, { state: 'failed', label: words`envelope_invalid` })], {
      state: 'failed',
    }),
    lane('publish', 0, [], { state: 'notReached' }),
  ],
};

function show(folded: readonly string[] = []) {
  const log: string[] = [];
  const user = userEvent.setup();
  render(
    <LaneChart
      sessionId="s1"
      view={laneWindow(lanes, laneRows(lanes.lanes, 'start', new Set(folded)), {
        foldIdleMs: 5_000,
        order: 'start',
        folded,
        window: null,
        widthPx: 600,
        offset: 0,
        limit: 100,
        events: [],
      })}
      folded={folded}
      chain={null}
      taint={null}
      onRange={() => undefined}
      onWidth={() => undefined}
      onSelect={(ordinal) => log.push(`select ${ordinal}`)}
      onToggle={(key) => log.push(`toggle ${key}`)}
      onWindow={(window) => log.push(`window ${window?.fromMs} ${window?.toMs}`)}
    />,
  );
  const tree = screen.getByRole('tree', { name: 'Lanes' });
  tree.focus();
  return { log, user };
}

const names = () => screen.getAllByRole('treeitem').map((each) => each.getAttribute('aria-label'));

describe('lanes are a tree', () => {
  test('with state, start and length in words', () => {
    show();
    expect(names()).toEqual([
      'plan, 1.0 s, completed, from +0:00.000, 1 event',
      'docs.search, 1.0 s, completed, from +0:00.500, 2 events',
      'draft, 1.0 s, failed, from +0:04.000, 1 event',
      'publish, not reached',
    ]);
    expect(screen.getAllByRole('treeitem').map((each) => each.getAttribute('aria-level'))).toEqual([
      '1',
      '2',
      '1',
      '1',
    ]);
    screen.getByText('2 nodes: 1 completed, 1 failed; 1 more not reached');
  });

  test('Enter selects the main event of a lane: its failure, else its start', async () => {
    const { user, log } = show();
    await user.keyboard('{Home}{Enter}jj{Enter}');
    expect(log).toEqual(['select 10', 'select 21']);
  });

  test('h and l fold', async () => {
    const { user, log } = show();
    await user.keyboard('{Home}h');
    cleanup();
    const again = show(['plan']);
    await again.user.keyboard('{Home}l');
    expect([...log, ...again.log]).toEqual(['toggle plan', 'toggle plan']);
  });

  test('left and right go from bar to bar, each described in words, and Enter selects', async () => {
    const { user, log } = show();
    await user.keyboard('{Home}j{ArrowRight}');
    screen.getByText('docs.search, tool call, completed, untrusted result, +0:00.500 to +0:01.500, 1 s');
    await user.keyboard('{ArrowRight}{Enter}');
    expect(log).toEqual(['select 14']);
    await user.keyboard('{ArrowLeft}{ArrowLeft}');
    screen.getByText('2 nodes: 1 completed, 1 failed; 1 more not reached');
  });

  test('a press on a lane selects', async () => {
    const { user, log } = show();
    await user.click(screen.getByText('draft'));
    expect(log).toEqual(['select 21']);
  });
});

test('the keys of the window zoom about the middle', () => {
  const { log } = show();
  visibleList()?.zoom?.(2);
  expect(log).toEqual(['window 2500 7500']);
});
