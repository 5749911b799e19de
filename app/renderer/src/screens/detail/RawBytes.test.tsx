// @vitest-environment jsdom
import type { RawPage } from '@openwop-inspector/run-log';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test } from 'vitest';
import { RawBytes } from './RawBytes.tsx';

afterEach(cleanup);

const page: RawPage = {
  text: '{"token":"Bearer ***","file":"gpj.\u202eexe\u0000"}',
  offset: 65_536,
  length: 65_536,
  byteOffset: 1_968_658,
  byteLength: 200_000,
  line: 1_282,
  masked: 1,
  places: Uint32Array.of(0, 0, 0),
};

function show(part: Partial<RawPage> = {}, held = false) {
  const log: unknown[] = [];
  const user = userEvent.setup();
  render(
    <RawBytes
      page={{ ...page, ...part }}
      eventLength={200_000}
      held={held}
      onHold={(down) => log.push(down)}
      onGo={(offset) => log.push(offset)}
    />,
  );
  return { user, log };
}

describe('the bytes of an event', () => {
  test('say where they are', () => {
    show();
    screen.getByText('byte 1,968,658, line 1,282, bytes 65,537 to 131,072 of 200,000 in the event');
  });

  test('come in pages', async () => {
    const { user, log } = show();
    await user.click(screen.getByRole('button', { name: 'Next page' }));
    await user.click(screen.getByRole('button', { name: 'Previous page' }));
    expect(log).toEqual([131_072, 32_768]);
  });

  test('show hidden characters as codes', () => {
    show();
    const text = screen.getByRole('region', { name: 'Bytes as text' }).textContent;
    expect(text).toContain('gpj.U+202Eexe');
    expect(text).toContain('U+0000');
    screen.getByText('2 hidden characters shown as codes');
  });

  test('keep tokens masked except while the button is held', () => {
    const { log } = show();
    screen.getByText('1 token masked');
    const button = screen.getByRole('button', { name: 'Hold to reveal' });
    fireEvent.keyDown(button, { key: ' ' });
    fireEvent.keyUp(button, { key: ' ' });
    expect(log).toEqual([true, false]);
  });
});
