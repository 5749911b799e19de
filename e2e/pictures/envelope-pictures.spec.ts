/**
 * The pictures of the second half of the guide: envelopes, what they show, the rehearsal of a surface. From the samples,
 * light and dark; `npm run pictures` runs this.
 */
import { failedDraft, sample } from '@openwop-inspector/testing/files';
import type { AppWindow } from '../pages/app-window.ts';
import { expect, test } from '../shells.ts';
import { steady } from './steady-window.ts';
import { takePicture } from './take-picture.ts';

/** Kinds of the media sample with the picture each gives, and what is there once it has drawn. */
const shown: readonly (readonly [kind: string, picture: string, drawn: RegExp])[] = [
  ['vendor.acme.brief.create', 'rendered-markdown', /Remote image not loaded/],
  ['vendor.acme.snippet.create', 'rendered-code', /createWriteStream/],
  ['vendor.acme.estimate.create', 'rendered-card', /1 min 30 s/],
  ['media.image', 'rendered-image', /96 × 48/],
];

for (const theme of ['light', 'dark'] as const) {
  const take = (window: AppWindow, name: string) => takePicture(window.page, `${name}.${theme}`);

  test(`the story of an envelope (${theme})`, async ({ inspector }) => {
    const window = await inspector.start({ files: [failedDraft], settings: { theme } });
    await steady(window.page);
    await expect(window.verdict.title).toHaveText('Failed');
    await window.press('4');
    await window.envelopes.row('ui.a2ui-surface').click();
    await expect(window.envelopes.surface.getByRole('button', { name: /^Confirm/ })).toBeVisible();
    await window.envelopes.reasoning.getByRole('button', { name: /^Reasoning/ }).click();
    await expect(window.envelopes.reasoning).toContainText('prompt.composed');
    await take(window, 'envelopes');
  });

  test(`why it took these attempts (${theme})`, async ({ inspector }) => {
    const files = [sample('repaired-ticket.ndjson')];
    const window = await inspector.start({ files, settings: { theme } });
    await steady(window.page);
    await expect(window.verdict.title).toHaveText('Completed');
    await window.press('4');
    await window.envelopes.options.first().click();
    await window.page.getByRole('button', { name: 'Why it took these attempts' }).click();
    await expect(window.page.getByText('The end.')).toBeAttached();
    await take(window, 'attempt-story');
  });

  test(`what a model can show (${theme})`, async ({ inspector }) => {
    const file = sample('media-and-surface.events.json');
    const window = await inspector.start({ files: [file], settings: { theme } });
    await steady(window.page);
    await expect(window.verdict.title).toHaveText('Completed');
    await window.press('4');
    for (const [kind, picture, drawn] of shown) {
      await window.envelopes.row(kind).click();
      await expect(window.envelopes.detail).toContainText(drawn);
      await take(window, picture);
    }
    await window.envelopes.list.focus();
    await window.press('G', 'k');
    await expect(window.envelopes.detail.locator('audio')).toBeVisible();
    await take(window, 'rendered-audio');
  });

  test(`a surface is rehearsed (${theme})`, async ({ inspector }) => {
    const file = sample('media-and-surface.events.json');
    const window = await inspector.start({ files: [file], settings: { theme } });
    await steady(window.page);
    await expect(window.verdict.title).toHaveText('Completed');
    await window.press('4');
    await window.envelopes.row('ui.a2ui-surface').click();
    const { surface } = window.envelopes;
    await surface.getByLabel(/^Date/).fill('2026-04-02');
    await surface.getByLabel('Note for the room').fill('Room 3');
    await surface.getByRole('button', { name: /^Confirm/ }).click();
    await expect(window.envelopes.detail).toContainText('"note": "Room 3"');
    await take(window, 'rehearsal');
  });
}
