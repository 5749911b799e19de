// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useLayoutEffect, useRef, useState } from 'react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  type ListHandlers,
  VirtualRows,
  type VirtualRowsHandle,
  type VirtualRowsProps,
} from './VirtualRows.tsx';

afterEach(cleanup);

interface NumbersProps extends Partial<Omit<VirtualRowsProps, 'handlers'>> {
  readonly count: number;
  readonly handlers?: Partial<ListHandlers>;
}

/** A list with its own active row, as in screens. */
function Numbers({ handlers, ...rest }: NumbersProps) {
  const [active, setActive] = useState<number | null>(null);
  return (
    <VirtualRows
      label="Numbers"
      activeIndex={active}
      renderRow={(index) => `number ${index}`}
      {...rest}
      handlers={{ onMove: setActive, ...handlers }}
    />
  );
}

const list = () => screen.getByRole('listbox', { name: 'Numbers' });
const selected = () => within(list()).queryByRole('option', { selected: true })?.textContent ?? null;

describe('a virtual list', () => {
  test('renders a window of rows and exposes the total size', () => {
    render(<Numbers count={5_000_000} />);
    const options = within(list()).getAllByRole('option');
    expect(options.length).toBeLessThan(60);
    expect(options[0]).toHaveProperty('ariaSetSize', '5000000');
    expect(options[0]?.getAttribute('aria-posinset')).toBe('1');
  });

  test.each([
    ['{ArrowDown}', 'number 0'],
    ['jjj', 'number 2'],
    ['jjk', 'number 0'],
    ['G', 'number 4999999'],
    ['{End}{ArrowUp}', 'number 4999998'],
    ['G{Home}', 'number 0'],
    ['{PageDown}', 'number 24'],
  ])('keys %s lead to %s', async (keys, text) => {
    render(<Numbers count={5_000_000} />);
    list().focus();
    await userEvent.keyboard(keys);
    expect(selected()).toBe(text);
  });

  test.each([
    ['{End}', 'number 9999999', '10000000'],
    ['{End}{PageUp}', 'number 9999975', '9999976'],
    ['{End}{Home}', 'number 0', '1'],
  ])('of ten million rows, keys %s lead to %s, and its place is announced', async (keys, text, place) => {
    render(<Numbers count={10_000_000} />);
    list().focus();
    await userEvent.keyboard(keys);
    const row = within(list()).getByRole('option', { selected: true });
    expect([row.textContent, row.getAttribute('aria-posinset')]).toEqual([text, place]);
    expect(row.getAttribute('aria-setsize')).toBe('10000000');
    expect(list().getAttribute('aria-activedescendant')).toBe(row.id);
  });

  test('a grid of ten million rows counts them and numbers each', async () => {
    render(<Numbers count={10_000_000} kind="grid" />);
    const grid = screen.getByRole('grid', { name: 'Numbers' });
    expect(grid.getAttribute('aria-rowcount')).toBe('10000000');
    grid.focus();
    await userEvent.keyboard('{End}');
    const row = within(grid).getByRole('row', { selected: true });
    expect([row.textContent, row.getAttribute('aria-rowindex')]).toEqual(['number 9999999', '10000000']);
    const drawn = within(grid).getAllByRole('row');
    for (const one of drawn) expect(`number ${Number(one.ariaRowIndex) - 1}`).toBe(one.textContent);
  });

  test('rows that arrive do not move the selected one and the visible ones', async () => {
    const { rerender } = render(<Numbers count={9_000_000} />);
    list().focus();
    await userEvent.keyboard('{End}{PageUp}');
    const before = within(list())
      .getAllByRole('option')
      .map(({ style, textContent }) => `${textContent} ${style.transform}`);
    rerender(<Numbers count={10_000_000} />);
    expect(selected()).toBe('number 8999975');
    const drawn = within(list())
      .getAllByRole('option')
      .map(({ style, textContent }) => `${textContent} ${style.transform}`);
    expect(drawn).toEqual(expect.arrayContaining(before));
  });

  test('the list names its active row, drawn even when far away', async () => {
    render(<Numbers count={1000} />);
    list().focus();
    await userEvent.keyboard('G');
    const named = list().getAttribute('aria-activedescendant');
    expect(named).not.toBeNull();
    expect(document.getElementById(named ?? '')?.textContent).toBe('number 999');
  });

  test('a click moves, a double click and Enter open', async () => {
    const opened: number[] = [];
    render(<Numbers count={10} handlers={{ onOpen: (index) => opened.push(index) }} />);
    await userEvent.click(screen.getByRole('option', { name: 'number 3' }));
    expect(selected()).toBe('number 3');
    await userEvent.dblClick(screen.getByRole('option', { name: 'number 4' }));
    list().focus();
    await userEvent.keyboard('{Enter}');
    expect(opened).toEqual([4, 4]);
  });

  test('presses with a modifier are left to the window', async () => {
    render(<Numbers count={10} />);
    list().focus();
    await userEvent.keyboard('{Control>}j{/Control}');
    expect(selected()).toBeNull();
  });

  test('with keepsEnd it goes to the newest rows, until the user moves away', () => {
    const onLeaveEnd = vi.fn();
    const { rerender } = render(<Numbers count={1000} keepsEnd handlers={{ onLeaveEnd }} />);
    rerender(<Numbers count={2000} keepsEnd handlers={{ onLeaveEnd }} />);
    expect(within(list()).getByText('number 1999')).toBeTruthy();
    expect(onLeaveEnd).not.toHaveBeenCalled();
    list().scrollTop = 100;
    fireEvent.scroll(list());
    expect(onLeaveEnd).toHaveBeenCalledOnce();
  });

  test('with keepsEnd a row near the end that is revealed as the rows come leaves the list at its end', () => {
    function Revealing({ count }: { readonly count: number }) {
      const ref = useRef<VirtualRowsHandle>(null);
      useLayoutEffect(() => ref.current?.reveal(count - 2), [count]);
      return <Numbers count={count} keepsEnd ref={ref} />;
    }
    const { rerender } = render(<Revealing count={1000} />);
    const end = list().scrollTop;
    rerender(<Revealing count={1001} />);
    expect(list().scrollTop).toBeGreaterThan(end);
    expect(within(list()).getByText('number 1000')).toBeTruthy();
  });

  test('a list that the browser moves back because it grew taller has not been left', () => {
    const onLeaveEnd = vi.fn();
    render(<Numbers count={1000} keepsEnd handlers={{ onLeaveEnd }} />);
    Object.defineProperty(list(), 'scrollHeight', { value: 24_000 });
    const scrollBackAt = (clientHeight: number) => {
      Object.defineProperty(list(), 'clientHeight', { value: clientHeight, configurable: true });
      list().scrollTop -= 100;
      fireEvent.scroll(list());
    };
    scrollBackAt(700);
    expect(onLeaveEnd).not.toHaveBeenCalled();
    scrollBackAt(560); // taller for a moment, and shorter when the event comes
    expect(onLeaveEnd).not.toHaveBeenCalled();
    scrollBackAt(600);
    expect(onLeaveEnd).toHaveBeenCalledOnce();
  });

  test('new rows at the end move neither the visible rows nor the selection', async () => {
    const { rerender } = render(<Numbers count={100} />);
    list().focus();
    await userEvent.keyboard('jj');
    const before = within(list()).getAllByRole('option')[0]?.textContent;
    rerender(<Numbers count={100_000} />);
    expect(within(list()).getAllByRole('option')[0]?.textContent).toBe(before);
    expect(selected()).toBe('number 1');
  });

  test('a tree gives its rows level, state and place among their siblings', () => {
    render(
      <Numbers
        count={2}
        kind="tree"
        rowAttributes={(index) => ({
          name: `item ${index}`,
          level: index + 1,
          expanded: true,
          posInSet: 1,
          setSize: 1,
        })}
      />,
    );
    const item = screen.getByRole('treeitem', { name: 'item 1' });
    expect(item.getAttribute('aria-level')).toBe('2');
    expect(item.getAttribute('aria-expanded')).toBe('true');
    expect(item.getAttribute('aria-setsize')).toBe('1');
  });

  test('an empty list has no rows and no key does anything', async () => {
    render(<Numbers count={0} />);
    list().focus();
    await userEvent.keyboard('jG{Enter}');
    expect(within(list()).queryAllByRole('option')).toHaveLength(0);
  });
});
