import { writeFileSync } from 'node:fs';
import { failedDraft, recording } from '@openwop-inspector/testing/files';
import { event, many } from '@openwop-inspector/testing/hostile-shapes';
import { eventName } from '../pages/frame.ts';
import { expect, test } from '../shells.ts';

test('problems stand in groups, unfold, are walked, and cite their clause', async ({ inspector }, info) => {
  const file = info.outputPath('faulty.json');
  // Their payloads lack what their type requires.
  const events = many(300, (at) => event(at, { type: 'cap.breached', payload: {}, nodeId: undefined }));
  writeFileSync(file, JSON.stringify(events));
  const window = await inspector.open(
    recording('app', 'conformance-dispatch-loop', 'debug-bundle.json'),
    file,
    recording('app', 'conformance-failure', 'poll.json'),
    failedDraft,
  );
  await expect(window.status.problems).toHaveText('6 problems');
  await window.status.problems.click();
  const { problems } = window;
  await expect(problems.items.first()).toHaveAccessibleName(/1 warning/);
  await expect(problems.items.last()).toHaveAccessibleName(/nodeId on the event/);
  await problems.group('payload_schema').click();
  await problems.tree.focus();
  await window.press('j');
  await expect(problems.detail).toContainText('payload_schema');
  await expect(problems.detail).toContainText('What to do');
  await expect(problems.detail).toContainText('/payload');
  await problems.detail.getByRole('button', { name: 'Show the event in its list' }).click();
  await expect(window.views.current).toHaveAccessibleName(/^Events/);
  await expect(window.events.selected).toHaveAccessibleName(eventName(5));

  await test.step('many problems open as kinds; groups unfold, severities are hidden', async () => {
    await window.titleBar.tabs.nth(1).click();
    await expect(window.status.problems).toHaveText(/^\d kinds of problems, 90\d places$/);
    await window.press('5');
    const group = problems.group('payload_schema');
    await expect(group).toHaveAttribute('aria-expanded', 'false');
    expect(await problems.items.count()).toBeLessThanOrEqual(15);
    await group.click();
    await problems.tree.focus();
    await window.press('l');
    await expect(group).toHaveAttribute('aria-expanded', 'true');
    await window.press('h');
    await expect(group).toHaveAttribute('aria-expanded', 'false');
    await window.press('l', 'l');
    await expect(problems.tree.getByRole('treeitem', { selected: true })).toHaveAccessibleName(/kind/);
    await problems.severity(/warning/).click();
    await expect(group).toBeHidden();
    await problems.severity(/note/).click();
    await expect(problems.region).toContainText('All problems are hidden');
  });

  await test.step('n and p walk from problem to problem, from any view', async () => {
    await window.titleBar.tabs.nth(2).click();
    await expect(window.status.problems).toHaveText(/[1-9]\d* problems?/);
    await window.press('g', 'n');
    await expect(window.events.selected).not.toHaveAttribute('aria-posinset', '1');
    const first = await window.events.selected.getAttribute('aria-posinset');
    await window.press('3', 'n', 'p', '1');
    await expect(window.events.selected).toHaveAttribute('aria-posinset', first ?? '');
  });

  await test.step('the clause of a problem opens its page at that place, and leads on and back', async () => {
    await window.titleBar.tabs.nth(3).click();
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
    await window.clauses.dialog.getByRole('button', { name: 'Back' }).click();
    await expect(section).toBeInViewport();
    await window.press('Escape');
    await expect(window.clauses.dialog).toBeHidden();
    await expect(link).toBeFocused();
  });
});
