// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';
import { keepReferenceValid } from './Palette.tsx';

test.each([
  ['an entry that is removed', (_field: Element, entry: Element) => entry.remove(), null],
  ['an entry that is gone', (field: Element) => field.setAttribute('aria-activedescendant', 'old'), null],
  ['an entry that is there', (field: Element) => field.after('text'), 'entry'],
])('the field of the palette with a reference to %s', async (_title, change, expected) => {
  document.body.innerHTML =
    '<div role="dialog"><input aria-activedescendant="entry"><p id="entry"></p></div>';
  const [field, entry] = [document.querySelector('input'), document.querySelector('p')];
  if (field === null || entry === null) throw new Error('no palette');
  const stop = keepReferenceValid(field);
  change(field, entry);
  await vi.waitFor(() => expect(field.getAttribute('aria-activedescendant')).toBe(expected));
  stop?.();
});
