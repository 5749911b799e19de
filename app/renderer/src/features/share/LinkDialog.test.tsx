// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { linkFacts } from '../../shared/link-facts.ts';
import { LinkDialog } from './LinkDialog.tsx';

afterEach(cleanup);

function ask(address: string) {
  const link = linkFacts(address);
  if (link === null) throw new Error('not a link');
  vi.stubGlobal('CSS', { escape: String }); // jsdom has none
  const open = vi.fn();
  vi.stubGlobal('open', open);
  let closed = 0;
  render(
    <LinkDialog
      link={link}
      onClose={() => {
        closed += 1;
      }}
    />,
  );
  return { open, closed: () => closed, dialog: screen.getByRole('dialog') };
}

describe('before a link is opened outside (security S-04)', () => {
  test('its address is displayed whole, and nothing is opened by itself', async () => {
    const { dialog, open } = ask('https://docs.acme.example/a%20b');
    expect(dialog.textContent).toContain('docs.acme.example');
    expect(dialog.textContent).toContain('https://docs.acme.example/a b');
    expect(dialog.textContent).toContain('https://docs.acme.example/a%20b');
    expect(open).not.toHaveBeenCalled();
    // The focus comes at the next frame where the last press before was not one of a pointer or a key.
    await vi.waitFor(() => expect(document.activeElement?.textContent).toBe('Cancel'));
  });

  test('Open opens it without a way back to the window', async () => {
    const { open, closed } = ask('https://docs.acme.example/');
    await userEvent.click(screen.getByRole('button', { name: 'Open' }));
    expect(open.mock.calls).toEqual([['https://docs.acme.example/', '_blank', 'noopener,noreferrer']]);
    expect(closed()).toBe(1);
  });

  test.each(['Cancel', 'Escape'])('%s opens nothing', async (way) => {
    const { open, closed } = ask('https://docs.acme.example/');
    if (way === 'Escape') await userEvent.keyboard('{Escape}');
    else await userEvent.click(screen.getByRole('button', { name: way }));
    expect(open).not.toHaveBeenCalled();
    expect(closed()).toBe(1);
  });

  test.each([
    ['http://docs.acme.example/', /plain http/],
    ['https://аррӏе.example/', /another alphabet/],
  ])('%s is warned of', (address, words) => expect(ask(address).dialog.textContent).toMatch(words));

  test('direction marks in an address are displayed as what they are', () => {
    const { dialog } = ask('https://docs.acme.example/%E2%80%AEgpj.exe');
    expect(dialog.textContent).not.toContain('\u202e');
    expect(dialog.textContent).toContain('202E');
  });
});
