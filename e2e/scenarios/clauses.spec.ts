import { failedDraft } from '@openwop-inspector/testing/files';
import { expect, test } from '../shells.ts';

test('the clause of a problem opens its page at that place, and leads on and back', async ({ inspector }) => {
  const window = await inspector.open(failedDraft);
  await window.views.view('Problems').click();
  await window.problems.items.nth(1).click();
  const link = window.problems.detail.getByRole('button', { name: /^(run-events|bundles|envelope) / });
  const cited = (await link.textContent()) ?? '';
  await link.click();
  await expect(window.clauses.heading(`Protocol: ${cited}`)).toBeVisible();
  const section = window.clauses.heading(new RegExp(`^${cited.split(' ')[1]} `));
  await expect(section).toBeInViewport();
  await expect(section).toBeFocused();
  await window.clauses.pages.getByRole('button', { name: 'Acceptor' }).click();
  await expect(window.clauses.heading('2 Ordered pipeline')).toBeVisible();
  await window.clauses.back.click();
  await expect(section).toBeInViewport();
  await window.press('Escape');
  await expect(window.clauses.dialog).toBeHidden();
  await expect(link).toBeFocused();
});
