// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Dialog } from './Dialog.tsx';

beforeEach(() => void vi.stubGlobal('CSS', { escape: String })); // jsdom has none
afterEach(cleanup);

test.each(['Escape', 'x'])('a dialog takes %s after the element with the focus was removed', (key) => {
  const [onClose, onWindowKey] = [vi.fn(), vi.fn()];
  window.addEventListener('keydown', onWindowKey);
  render(
    <Dialog title="Rules" onClose={onClose}>
      <button type="button">Remove</button>
    </Dialog>,
  );
  const button = screen.getByRole('button', { name: 'Remove' });
  button.focus();
  button.remove();
  fireEvent.keyDown(document.body, { key });
  window.removeEventListener('keydown', onWindowKey);
  expect(onClose).toHaveBeenCalledTimes(key === 'Escape' ? 1 : 0);
  const dialog = screen.getByRole('dialog', { name: 'Rules' });
  expect(document.activeElement).toBe(dialog);
  for (const [event] of onWindowKey.mock.calls) expect(event.target).toBe(dialog);
});
