import { recording, sample } from '@openwop-inspector/testing/files';
import { axeFindings, FRAMES } from '../axe.ts';
import type { AppWindow } from '../pages/app-window.ts';
import { eventName } from '../pages/frame.ts';
import { expect, test } from '../shells.ts';

async function renderedOf(window: AppWindow, sequence: number) {
  await window.palette.find(`#${sequence}`, 'Events');
  await expect(window.events.selected).toHaveAccessibleName(eventName(sequence));
  await window.detail.tab('Rendered').click();
  const { region } = window.detail.rendered;
  return {
    region,
    moments: region.getByRole('radiogroup', { name: 'Moment of the surface' }),
    answer: region.getByRole('region', { name: 'Answer' }),
    fields: region.frameLocator('iframe[title="Surface"]'),
  };
}

test('a surface is displayed next to its answer, in the list and in its envelope', async ({ inspector }) => {
  const window = await inspector.open(sample('media-and-surface.events.json'));

  await test.step('a surface is displayed next to its answer, with what was submitted', async () => {
    const { region, moments, answer, fields } = await renderedOf(window, 5);
    await expect(answer).toContainText('principal:release-lead');
    await expect(answer).toContainText('48.9 s');
    const values = answer.getByRole('table', { name: 'Values that were entered' });
    await expect(values.getByRole('row', { name: '/when 2026-04-02' })).toBeVisible();
    await expect(fields.getByLabel('Date')).toHaveValue('');
    await moments.getByRole('radio', { name: 'Displayed' }).focus();
    await window.press('ArrowRight', 'ArrowRight', 'Space');
    await expect(moments.getByRole('radio', { name: 'Submitted' })).toBeChecked();
    await expect(region).toContainText('With the values of #10, 48.9 s after display.');
    await expect(fields.getByLabel('Date')).toHaveValue('2026-04-02');
    await fields.getByLabel('Note for the room').fill('Room 9');
    await expect(fields.getByLabel('Note for the room')).toHaveValue('Room 3, 会議室');
    expect(await axeFindings(window.page, { exclude: FRAMES }), 'axe on an answered surface').toEqual([]);
    await answer.getByRole('button', { name: '#12 node.resumed' }).click();
    await expect(window.events.selected).toHaveAccessibleName(eventName(12));
  });

  await test.step('the story of an envelope shows its surface with the answer as well', async () => {
    const { envelopes } = window;
    await window.press('4');
    await envelopes.row('ui.a2ui-surface').click();
    const answer = window.detail.region.getByRole('region', { name: 'Answer' });
    await expect(answer).toContainText('principal:release-lead');
    await window.detail.region.getByRole('radio', { name: 'Submitted' }).click();
    await expect(envelopes.surface.getByLabel('Date')).toHaveValue('2026-04-02');
    expect(await axeFindings(window.page, { exclude: FRAMES }), 'axe on the story of a surface').toEqual([]);
  });
});

test('an answer that is not recorded is named, and updates replace the surface', async ({ inspector }) => {
  const window = await inspector.open(recording('app', '_envelopes', 'a2ui-run', 'debug-bundle.json'));
  const { region, moments, answer, fields } = await renderedOf(window, 4);
  await expect(answer).toContainText('answered bynot recorded');
  await expect(answer).toContainText('What was entered is not recorded.');
  await moments.getByRole('radio', { name: 'Edited' }).click();
  await expect(region).toContainText('As #8 shows it, updated 4 times before the answer');
  await expect(fields.getByRole('button', { name: 'Confirm 9' })).toBeVisible();
  await moments.getByRole('radio', { name: 'Submitted' }).click();
  await expect(region).toContainText('Not recorded: #9 does not say what was entered.');
});
