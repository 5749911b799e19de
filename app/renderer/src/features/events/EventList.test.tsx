// @vitest-environment jsdom
import { masker, words } from '@openwop-inspector/base';
import type { EventRow, SequenceGap } from '@openwop-inspector/run-log';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { madeRow } from '../../test/made.ts';
import { indexNotes, type NoteIndex, placeOfRow } from '../notes/notes.ts';
import { EventList } from './EventList.tsx';

afterEach(cleanup);

const GAPS: readonly SequenceGap[] = [{ runId: words`r1`, first: 2, last: 3, before: 2 }];

const row = (ordinal: number): EventRow =>
  madeRow(ordinal, {
    sequence: ordinal < 2 ? ordinal : ordinal + 2,
    nodeId: words`draft`,
    byteLength: 1,
  });

function List({
  onFetchGap,
  clearText = null,
  rowAt = row,
  onFold = () => undefined,
  notes = indexNotes([]),
}: {
  readonly onFetchGap: () => void;
  readonly notes?: NoteIndex;
  readonly clearText?: string | null;
  readonly rowAt?: (ordinal: number) => EventRow;
  readonly onFold?: (head: number, isUnfolded: boolean) => void;
}) {
  const [at, setAt] = useState<number | null>(null);
  return (
    <EventList
      rows={{ total: 4, rowAt, onRange: () => undefined, isWhole: true, isOld: false }}
      cursor={{
        activeIndex: at,
        selected: at,
        onMove: setAt,
        onOpen: () => undefined,
        onMenu: () => undefined,
      }}
      columns={{
        displayed: new Set(['time', 'run', 'node', 'type']),
        widths: {},
        onWidth: () => undefined,
        runLabels: null,
        sequenceDigits: 4,
      }}
      marks={{ path: new Map(), taint: null, notes, rules: [], endings: new Set(), openAt: [3] }}
      axis={null}
      startMs={null}
      clearText={clearText}
      onFold={onFold}
      live={{ gaps: GAPS, follows: false, onFetchGap }}
      listRef={null}
      empty={null}
    />
  );
}

const list = () => screen.getByRole('listbox', { name: 'Events' });
const active = () => document.getElementById(list().getAttribute('aria-activedescendant') ?? '');
const selected = () => within(list()).queryByRole('option', { selected: true })?.textContent ?? null;

describe('a gap in a live session', () => {
  test('is at its position, as a row with a name', () => {
    render(<List onFetchGap={() => undefined} />);
    const names = within(list())
      .getAllByRole('option')
      .map((option) => option.getAttribute('aria-label') ?? option.textContent?.slice(0, 1));
    expect(names).toEqual(['0', '1', 'Missing 2–3, 2 events were not delivered', '4', '5']);
  });

  test('can be reached by keys without changing the selection, and Enter fetches', async () => {
    const onFetchGap = vi.fn();
    render(<List onFetchGap={onFetchGap} />);
    list().focus();
    await userEvent.keyboard('jjj');
    expect(active()?.getAttribute('aria-label')).toContain('Missing 2–3');
    expect(selected()).toContain('1');
    await userEvent.keyboard('{Enter}');
    expect(onFetchGap).toHaveBeenCalledOnce();
    await userEvent.keyboard('j');
    expect(selected()).toContain('4');
  });

  test('a click on its word fetches', async () => {
    const onFetchGap = vi.fn();
    render(<List onFetchGap={onFetchGap} />);
    await userEvent.click(screen.getByText('Fetch'));
    expect(onFetchGap).toHaveBeenCalledOnce();
  });

  test('an open interrupt has a badge at its row', () => {
    render(<List onFetchGap={() => undefined} />);
    expect(within(list()).getByText('Waiting').closest('[role=option]')?.textContent).toContain('5');
  });
});

test('the selected event alone is displayed in clear, with hidden characters displayed (security S-14)', async () => {
  render(<List onFetchGap={() => undefined} clearText={'{"token":"in\u202eclear"}'} />);
  list().focus();
  await userEvent.keyboard('j');
  const displayed = within(list())
    .getAllByRole('option')
    .filter((option) => option.textContent?.includes('"token"'));
  expect(displayed.map((option) => option.getAttribute('aria-selected'))).toEqual(['true']);
  expect(displayed[0]?.textContent).not.toContain('\u202e');
});

describe('a folded stream', () => {
  const folded = (ordinal: number): EventRow => ({
    ...row(ordinal),
    summary: words`“One”`,
    contentTrust: ordinal === 0 ? 'untrusted' : null,
    taintFrom: ordinal === 0 ? { ordinal: 9, sequence: 9 } : null,
    ...(ordinal === 0
      ? {
          stream: {
            head: 0,
            fold: {
              pieces: 63,
              bytes: 4300,
              durationMs: 8300,
              lastSequence: 62,
              lastTimeMs: null,
              text: words`One two three`,
            },
          },
        }
      : {}),
  });

  test('has its number of pieces, their size and time, and its text', () => {
    render(<List onFetchGap={() => undefined} rowAt={folded} />);
    const [first] = within(list()).getAllByRole('option');
    expect(first?.textContent).toContain('63 pieces, 4.3 KB, 8.3 s');
    expect(first?.textContent).toContain('One two three');
    expect(first?.textContent).not.toContain('“One”');
  });

  test('names the source of its untrusted content, by a strip and by word', () => {
    render(<List onFetchGap={() => undefined} rowAt={folded} />);
    expect(screen.getAllByRole('img', { name: 'Untrusted, from #9' })).toHaveLength(1);
  });

  test('is unfolded by a click on its mark', async () => {
    const onFold = vi.fn();
    render(<List onFetchGap={() => undefined} rowAt={folded} onFold={onFold} />);
    await userEvent.click(screen.getByTitle('Show each piece (l)'));
    expect(onFold).toHaveBeenCalledExactlyOnceWith(0, true);
  });
});

test('the row of an event has a badge for a note, or a bookmark, next to its other badges', () => {
  const note = (ordinal: number, text: string) => ({
    ...placeOfRow(row(ordinal), null),
    text: masker.text(text),
    writtenAtMs: 0,
  });
  render(<List onFetchGap={() => undefined} notes={indexNotes([note(0, 'look'), note(1, '')])} />);
  const signs = screen
    .getAllByRole('option')
    .map(({ textContent }) => /Noted|Bookmark/.exec(textContent ?? '')?.[0]);
  expect(signs).toEqual(['Noted', 'Bookmark', undefined, undefined, undefined]);
});
