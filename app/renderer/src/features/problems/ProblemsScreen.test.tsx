// @vitest-environment jsdom
import { words } from '@openwop-inspector/base';
import type { ProblemGroup, ProblemRow } from '@openwop-inspector/run-log';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, test } from 'vitest';
import { layOutProblems, problemRowAt } from '../../shared/grouped-rows.ts';
import { foldRow, ProblemList } from './ProblemsScreen.tsx';

afterEach(cleanup);

const GROUPS: readonly ProblemGroup[] = [
  { code: words`sequence_gap`, severity: 'error', title: words`Numbers are missing`, count: 1 },
  {
    code: words`payload_schema`,
    severity: 'warning',
    title: words`Payload does not fit its type`,
    count: 100_000,
  },
];

const problemAt = (code: string, offset: number): ProblemRow => ({
  id: offset,
  problem: {
    code: code === 'sequence_gap' ? 'sequence_gap' : 'payload_schema',
    severity: code === 'sequence_gap' ? 'error' : 'warning',
    message: `finding ${offset}`,
    sequence: offset + 10,
    pointer: '/payload/typeId',
    line: offset + 1,
  },
  ordinal: offset,
  nodeId: words`draft`,
});

function Harness() {
  const [isFolded, setFolded] = useState(false);
  const [active, setActive] = useState<number | null>(null);
  const layout = layOutProblems(GROUPS, { payload_schema: isFolded, sequence_gap: false });
  const row = active === null ? null : problemRowAt(layout, active);
  return (
    <ProblemList
      tree={layout}
      problemAt={problemAt}
      activeIndex={active}
      selectedId={row?.kind === 'problem' && row.group.code === 'payload_schema' ? row.offset : null}
      handlers={{
        onMove: setActive,
        onFold: (direction) =>
          foldRow(layout, active, direction, () => setFolded((before) => !before), setActive),
      }}
      listRef={null}
    />
  );
}

const item = (name: RegExp) => screen.queryByRole('treeitem', { name });

describe('the list of problems', () => {
  test('groups come with their count in words and their problems under them', () => {
    render(<Harness />);
    const group = item(/^payload_schema ?Payload does not fit its type ?100,000 warnings$/);
    expect(group?.getAttribute('aria-level')).toBe('1');
    expect(group?.getAttribute('aria-expanded')).toBe('true');
    const problem = item(/^13 ?draft ?\/payload\/typeId ?finding 3 ?line 4$/);
    expect(problem?.getAttribute('aria-level')).toBe('2');
    expect(problem?.getAttribute('aria-setsize')).toBe('100000');
  });

  test('h goes to the header and folds it, l unfolds it and goes in', async () => {
    render(<Harness />);
    screen.getByRole('tree', { name: 'Problems' }).focus();
    await userEvent.keyboard('jjjjj');
    expect(item(/finding 1 ?line 2$/)?.getAttribute('aria-selected')).toBe('true');
    await userEvent.keyboard('hh');
    expect(item(/^payload_schema/)?.getAttribute('aria-expanded')).toBe('false');
    expect(item(/finding 1 ?line 2$/)).toBeNull();
    await userEvent.keyboard('{ArrowRight}{ArrowRight}');
    const [first] = screen.getAllByRole('treeitem', { name: /finding 0 ?line 1$/, selected: true });
    expect(first?.getAttribute('aria-posinset')).toBe('1');
  });
});
