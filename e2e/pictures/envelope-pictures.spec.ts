/** The pictures of the second half of the guide: envelopes, what they show, the rehearsal of a surface. From the samples. */
import { failedDraft, sample } from '@openwop-inspector/testing/files';
import { expect, type Inspector, test } from '../shells.ts';
import { openSteady, steady, type Theme } from './steady-window.ts';
import { takePicture } from './take-picture.ts';

/** Kinds of the media sample with the picture each gives, and what is there once it has drawn. */
const displayed: readonly (readonly [theme: Theme, kind: string, picture: string, drawn: RegExp])[] = [
  ['light', 'vendor.acme.brief.create', 'rendered-markdown.light', /Remote image not loaded/],
  ['light', 'media.image', 'rendered-image.light', /96 × 48/],
  ['dark', 'vendor.acme.snippet.create', 'rendered-code.dark', /createWriteStream/],
  ['dark', 'vendor.acme.estimate.create', 'rendered-card.dark', /1 min 30 s/],
];

test('the story of an envelope', async ({ inspector }) => {
  const window = await openSteady(inspector, failedDraft);
  await window.press('4');
  await window.envelopes.row('ui.a2ui-surface').click();
  await expect(window.envelopes.surface.getByRole('button', { name: /^Confirm/ })).toBeVisible();
  await window.envelopes.reasoning.getByRole('button', { name: /^Reasoning/ }).click();
  await expect(window.envelopes.reasoning).toContainText('prompt.composed');
  await takePicture(window.page, 'envelopes.light');
});

test('why it took these attempts', async ({ inspector }) => {
  const window = await openSteady(inspector, sample('repaired-ticket.ndjson'));
  await window.press('4');
  await window.envelopes.options.first().click();
  await window.page.getByRole('button', { name: 'Why it took these attempts' }).click();
  await expect(window.page.getByText('The end.')).toBeAttached();
  await takePicture(window.page, 'attempt-story.light');
});

async function openMedia(inspector: Inspector, theme: Theme) {
  const files = [sample('media-and-surface.events.json')];
  const window = await inspector.start({ files, theme });
  await steady(window.page);
  await expect(window.verdict.title).toHaveText('Completed');
  await window.press('4');
  for (const [, kind, picture, drawn] of displayed.filter(([of]) => of === theme)) {
    await window.envelopes.row(kind).click();
    await expect(window.envelopes.detail).toContainText(drawn);
    await takePicture(window.page, picture);
  }
  return window;
}

test('what a model can show, light', async ({ inspector }) => {
  const window = await openMedia(inspector, 'light');
  await window.envelopes.list.focus();
  await window.press('G', 'k');
  await expect(window.envelopes.detail.locator('audio')).toBeVisible();
  await takePicture(window.page, 'rendered-audio.light');
});

test('what a model can show, dark, and a surface rehearsed', async ({ inspector }) => {
  const window = await openMedia(inspector, 'dark');
  await window.envelopes.row('ui.a2ui-surface').click();
  const { surface } = window.envelopes;
  await surface.getByLabel(/^Date/).fill('2026-04-02');
  await surface.getByLabel('Note for the room').fill('Room 3');
  await surface.getByRole('button', { name: /^Confirm/ }).click();
  await expect(window.envelopes.detail).toContainText('"note": "Room 3"');
  await takePicture(window.page, 'rehearsal.dark');
});
