import { recording, sample } from '@openwop-inspector/testing/files';
import { expectClean } from '../axe.ts';
import { expect, test } from '../shells.ts';

test('why an envelope took two attempts: budgets, prompts, repair, last rule', async ({ inspector }) => {
  const window = await inspector.open(sample('repaired-ticket.ndjson'));
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
});

test('one event for two attempts: the prompt between them is unknown', async ({ inspector }) => {
  const file = recording('app', 'conformance-envelope-retry-attempted', 'debug-bundle.json');
  const window = await inspector.open(file);
  await window.press('4');
  await window.envelopes.options.first().click();
  const story = window.page.getByRole('region', { name: 'Story of the attempts' });
  await story.getByRole('button', { name: 'Why it took these attempts' }).click();
  const second = story.getByRole('listitem', { name: 'Attempt 2' });
  await expect(second).toContainText('unknown: one event reports attempts 1 and 2');
  await expect(story.getByText(/attempt 0/)).toHaveCount(0);
});

test('a refusal has a place, a mark and a suggestion, as a compiler error has', async ({ inspector }) => {
  const window = await inspector.start();
  const { acceptor } = window;
  await window.press('a');
  await expect(acceptor.outcome).toContainText('Accepted');
  await acceptor.write('{ "tpye": "error", "payload": {}, "meta": {} }');
  await window.press('Control+Enter');
  const violations = acceptor.section('Violations');
  await expect(violations).toContainText('1:3');
  await expect(violations).toContainText('Did you mean type?');
  await expectClean(window.page, 'attempt-story 2');
});
