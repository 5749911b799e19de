import { recording, sample } from '@openwop-inspector/testing/files';
import { expectClean } from '../axe.ts';
import { expect, test } from '../shells.ts';

test('why an envelope took two attempts: budgets, prompts, repair, last rule', async ({ inspector }) => {
  const file = recording('app', 'conformance-envelope-retry-attempted', 'debug-bundle.json');
  const window = await inspector.open(sample('repaired-ticket.ndjson'), file);
  await window.events.list.focus();
  await window.press('4');
  await window.envelopes.options.first().click();
  const story = window.page.getByRole('region', { name: 'Story of the attempts' });
  await story.getByRole('button', { name: 'Why it took these attempts' }).click();
  const first = story.getByRole('listitem', { name: 'Attempt 1' });
  const second = story.getByRole('listitem', { name: 'Attempt 2' });
  await expect(first.getByRole('table', { name: 'Budgets' })).toContainText('schemaRounds');
  await expect(first).toContainText('The acceptor refuses it');
  await expect(first).toContainText('With this it would have been accepted');
  await expect(second).toContainText('not known: the log has no prompt.composed of attempt 2');
  await expect(story).toContainText('Attempt 2 was accepted');
  await expectClean(window.page, 'attempt-story 1');

  await test.step('one event for two attempts: the prompt between them is unknown', async () => {
    await window.titleBar.tabs.nth(1).click();
    await window.press('4');
    await window.envelopes.options.first().click();
    await story.getByRole('button', { name: 'Why it took these attempts' }).click();
    await expect(second).toContainText('unknown: one event reports attempts 1 and 2');
    await expect(story.getByText(/attempt 0/)).toHaveCount(0);
  });
});
