import { failedDraft, recording, sample } from '@openwop-inspector/testing/files';
import { axeFindings, FRAMES } from '../axe.ts';
import type { AppWindow } from '../pages/app-window.ts';
import { eventName } from '../pages/frame.ts';
import { expect, test } from '../shells.ts';

test('markdown, code, card, image, audio, file and surface are displayed @desktop', async ({ inspector }) => {
  const window = await inspector.open(sample('media-and-surface.events.json'));
  const { envelopes } = window;
  await window.press('4');
  await envelopes.list.focus();
  await window.press('g');
  const seen = new Set<string>();
  const total = await envelopes.options.count();
  for (let at = 0; at < total; at += 1) {
    await expect(envelopes.selected).toHaveAttribute('aria-posinset', String(at + 1));
    // What was visible before may stay for a moment.
    const kind = await envelopes.kind.innerText();
    const article = envelopes.detail.getByRole('article', { name: kind, exact: true });
    seen.add(await article.getByText(/^as /).first().innerText());
    await window.press('j');
  }
  for (const name of ['markdown', 'code', 'card', 'image', 'audio', 'file', 'surface'])
    expect([...seen]).toContain(`as ${name}`);
});

/** Goes to an event, and to what is displayed of its surface. */
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

test('an event is rendered, its surface is filled, and displayed next to its answer', async ({
  inspector,
}) => {
  const window = await inspector.open(
    sample('media-and-surface.events.json'),
    recording('app', '_envelopes', 'a2ui-run', 'debug-bundle.json'),
  );
  const { rendered } = window.detail;
  const { envelopes } = window;

  await test.step('what an event holds is rendered first among its tabs, the event around it on request', async () => {
    await expect(window.detail.tabs.getByRole('tab').first()).toHaveText('Rendered');
    await window.events.row(26).click();
    await window.detail.tab('Rendered').click();
    await expect(rendered.subject('media.image').getByRole('img', { name: /Bar chart/ })).toBeVisible();
    await rendered.region.getByRole('button', { name: 'The event that holds it' }).click();
    await expect(rendered.subject('log.appended')).toBeVisible();
    await window.events.list.focus();
    await window.press('j');
    await expect(window.detail.tab('Rendered')).toHaveAttribute('aria-selected', 'true');
  });

  await test.step('a surface is filled and pressed by keyboard, and shows the exact request it would send', async () => {
    await window.press('4');
    await envelopes.row('ui.a2ui-surface').click();
    const { surface } = envelopes;
    const confirm = surface.getByRole('button', { name: /^Confirm/ });
    await expect(confirm).toBeVisible();
    await expect(surface.locator('body')).toContainText('Date is required');
    await surface.getByRole('combobox', { name: /^Market first/ }).focus();
    await window.press('ArrowDown', 'Tab');
    await surface.getByLabel(/^Date/).fill('2026-04-02');
    await window.press('Tab');
    await surface.getByLabel('Note for the room').focus();
    await window.page.keyboard.type('Room 3');
    await expect(surface.locator('body')).not.toContainText('Date is required');
    await confirm.focus();
    await window.press('Enter');
    await expect(envelopes.detail).toContainText('POST /v1/runs/kickoff-c58d/interrupts/form');
    await expect(envelopes.detail).toContainText('"when": "2026-04-02"');
    await expect(envelopes.detail).toContainText('"note": "Room 3"');
    await expect(envelopes.detail).toContainText(/"action": "\w+"/);
  });

  await test.step('a surface is displayed next to its answer, with what was submitted', async () => {
    await envelopes.row('ui.a2ui-surface').click();
    await window.press('1');
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
    await window.press('4');
    await envelopes.row('ui.a2ui-surface').click();
    const answer = window.detail.region.getByRole('region', { name: 'Answer' });
    await expect(answer).toContainText('principal:release-lead');
    await window.detail.region.getByRole('radio', { name: 'Submitted' }).click();
    await expect(envelopes.surface.getByLabel('Date')).toHaveValue('2026-04-02');
    await expect(envelopes.surface.getByLabel('Note for the room')).toHaveValue('Room 3, 会議室');
    expect(await axeFindings(window.page, { exclude: FRAMES }), 'axe on the story of a surface').toEqual([]);
  });

  await test.step('an answer that is not recorded is named, and updates replace the surface', async () => {
    await window.titleBar.tabs.nth(1).click();
    const { region, moments, answer, fields } = await renderedOf(window, 4);
    await expect(answer).toContainText('answered bynot recorded');
    await expect(answer).toContainText('What was entered is not recorded.');
    await moments.getByRole('radio', { name: 'Edited' }).click();
    await expect(region).toContainText('As #8 shows it, updated 4 times before the answer');
    await expect(fields.getByRole('button', { name: 'Confirm 9' })).toBeVisible();
    await moments.getByRole('radio', { name: 'Submitted' }).click();
    await expect(region).toContainText('Not recorded: #9 does not say what was entered.');
  });
});

test('envelopes of a run: untrusted content, attempts, a reload, the list', async ({ inspector }) => {
  const window = await inspector.open(failedDraft, recording('app', 'conformance-noop', 'poll.json'));
  const { envelopes } = window;

  await test.step('u goes to what brought untrusted content, and says so where nothing did', async () => {
    await expect(window.events.selected).toHaveAccessibleName(/Untrusted, from #137/);
    await expect(window.detail.facts).toContainText('from #137 docs.search');
    await window.press('u');
    await expect(window.events.selected).toHaveAccessibleName(eventName(137, 'agent.toolReturned'));
    await window.press('u');
    await expect(window.status.region).toContainText('came into the run with this event');
    await window.press('c', 'u');
    await expect(window.status.region).toContainText('not untrusted');
  });

  await test.step('the story of an envelope: its attempts, why each was tried again, and where the taint came from', async () => {
    await window.showFailure();
    await window.events.list.focus();
    await window.press('4');
    await expect(envelopes.selected).toHaveAccessibleName(
      /^vendor\.acme\.prd\.create, draft, Invalid, Untrusted/,
    );
    await expect(envelopes.region).toContainText('6 logical envelopes from 10 attempts');
    await envelopes.row('ui.a2ui-surface').click();
    await expect(envelopes.kind).toHaveText('ui.a2ui-surface');
    await expect(envelopes.detail).toContainText(
      'accepted at attempt 3 of 3: one retry for truncation, one for schema',
    );
    await expect(envelopes.attempt(1)).toContainText('Truncated');
    await expect(envelopes.attempt(1)).toContainText('max_tokens at 512, JSON left open');
    await expect(envelopes.attempt(2)).toContainText('Schema violation');
    await expect(envelopes.attempt(3)).toContainText('Accepted');
    await expect(envelopes.attempt(3)).toHaveAttribute('aria-current', 'true');
    await expect(envelopes.attempts).toContainText(/retry for truncation.*budget 512 → 1,024/);
    await expect(envelopes.attempts).toContainText(/retry for schema.*corrective fragment/);
    await envelopes.attempt(2).click();
    await expect(envelopes.attempt(2)).toHaveAttribute('aria-current', 'true');
    const content = envelopes.detail.getByRole('region', { name: 'Attempt 2, content' });
    await expect(content).toContainText('/surface/components/3');
    await expect(envelopes.taintSource).toHaveText('from #15 docs.search');
    await envelopes.taintSource.click();
    await window.press('1');
    await expect(window.events.selected).toHaveAccessibleName(eventName(15, 'agent.toolReturned'));
  });

  await test.step('a reload comes back to the envelope and the attempt', async () => {
    await window.press('4');
    await envelopes.row('ui.a2ui-surface').click();
    await envelopes.attempt(2).click();
    await expect(window.page).toHaveURL(/view=envelopes/);
    await expect(window.page).toHaveURL(/seq=124/);
    await window.page.reload();
    await expect(envelopes.selected).toHaveAccessibleName(/^ui\.a2ui-surface/);
    await expect(envelopes.attempt(2)).toHaveAttribute('aria-current', 'true');
  });

  await test.step('the list is walked by keyboard, narrowed by fields, and shares its selection', async () => {
    await window.press('4');
    await expect(envelopes.selected).toBeVisible();
    await envelopes.list.focus();
    await window.press('g');
    await expect(envelopes.selected).toHaveAccessibleName(/^schema\.request/);
    await window.press('j', 'j', 'k');
    await expect(envelopes.selected).toHaveAccessibleName(/^media\.image/);
    await window.press('G');
    await expect(envelopes.selected).toHaveAccessibleName(/^vendor\.acme\.prd\.create/);
    await window.press('/');
    await expect(envelopes.field).toBeFocused();
    await window.page.keyboard.type('node:ask kind:clar');
    await expect(envelopes.options).toHaveCount(1);
    await window.press('Enter', 'j');
    await expect(envelopes.selected).toHaveAccessibleName(/^clarification\.request/);
    await expect(envelopes.kind).toHaveText('clarification.request');
    await window.press('1');
    await expect(window.events.selected).toHaveAccessibleName(/clarification|interrupt/);
    await window.press('4');
    await envelopes.field.fill('no such words');
    await expect(envelopes.region).toContainText('No envelope has these words');
    await envelopes.region.getByRole('button', { name: /^Show all/ }).click();
    await expect(envelopes.options).toHaveCount(6);
  });

  await test.step('a log without envelopes says what that means', async () => {
    await window.titleBar.tabs.nth(1).click();
    await window.press('4');
    await expect(window.envelopes.region).toContainText('This log holds no envelope');
    await window.press('1');
    await expect(window.events.selected).toBeVisible();
  });
});

test('delta frames of a captured stream are played one by one @desktop', async ({ inspector }) => {
  const window = await inspector.open(recording('app', '_envelopes', 'a2ui-run', 'sse.debug.a2uiDelta1.sse'));
  await window.events.row(4).click();
  await window.detail.tab('Rendered').click();
  const { rendered } = window.detail;
  // The answer of the surface comes last, and moves what is below it.
  await expect(rendered.region).toContainText('What the host did with it');
  await rendered.region.getByRole('button', { name: /^\d+ delta frames?/ }).click();
  await expect(rendered.region).toContainText('The full surface, as it was delivered.');
  await rendered.region.getByRole('button', { name: 'Next frame' }).click();
  await expect(rendered.region).toContainText('Frame 1 of 4');
  await rendered.region.getByRole('button', { name: 'Last' }).click();
  await expect(rendered.region).toContainText('Frame 4 of 4');
});
