// @vitest-environment jsdom
import { words } from '@openwop-inspector/base';
import type { EventHits, PayloadHit } from '@openwop-inspector/run-log';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createRef, useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { type HitPlace, hitRowAt, layOutHits } from '../../shared/grouped-rows.ts';
import { HitList } from './SearchDrawer.tsx';

afterEach(cleanup);

const hit = (pointer: string, change: Partial<PayloadHit> = {}): PayloadHit => ({
  pointer,
  part: 'value',
  text: words`a needle here`,
  value: null,
  places: [{ from: 2, to: 8 }],
  isMasked: false,
  isCut: [true, false],
  ...change,
});
const EVENT: EventHits = {
  ordinal: 3,
  place: 3,
  sequence: 3,
  type: words`log.appended`,
  nodeId: words`draft`,
  total: 80,
  hits: [
    hit('/payload/said'),
    hit('/payload/token', {
      text: words`ghp_…[masked:github]`,
      places: [],
      isMasked: true,
      isCut: [false, false],
    }),
    hit('/payload/needle', {
      part: 'name',
      text: words`needle`,
      value: words`7`,
      places: [],
      isCut: [false, false],
    }),
  ],
};
const ROWS = layOutHits([EVENT]);

function Harness({ opened }: { readonly opened: number[] }) {
  const [current, setCurrent] = useState<HitPlace | null>(null);
  const show = (row: number, takesFocus: boolean) => {
    const found = hitRowAt(ROWS, row);
    if (found !== null) setCurrent({ ordinal: found.event.ordinal, at: found.at });
    if (takesFocus) opened.push(row);
  };
  return <HitList rows={ROWS} current={current} onShow={show} listRef={createRef()} />;
}

test('hits are under their event with pointer, piece and masks', () => {
  render(<Harness opened={[]} />);
  const names = screen.getAllByRole('treeitem').map((item) => item.textContent);
  expect(names).toEqual([
    '#3log.appendeddraft80 hits, 3 of them listed',
    '/payload/said…a needle here',
    '/payload/token in masked textghp_…[masked:github]',
    '/payload/needlenameneedle: 7',
  ]);
  expect([...document.querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual(['needle']);
});

test('keys go from hit to hit, to the header and back, and Enter focuses the payload', async () => {
  const opened: number[] = [];
  render(<Harness opened={opened} />);
  screen.getByRole('tree', { name: 'Hits in payloads' }).focus();
  await userEvent.keyboard('jjj');
  expect(screen.getByRole('treeitem', { selected: true }).textContent).toContain('/payload/token');
  await userEvent.keyboard('h');
  expect(screen.getByRole('treeitem', { selected: true }).getAttribute('aria-level')).toBe('1');
  await userEvent.keyboard('l{Enter}');
  expect(screen.getByRole('treeitem', { selected: true }).textContent).toContain('/payload/said');
  expect(opened).toEqual([1]);
});
