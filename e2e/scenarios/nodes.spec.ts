import { failedDraft, sample } from '@openwop-inspector/testing/files';
import { expectClean, regions } from '../axe.ts';
import { expect, test } from '../shells.ts';

test('lanes, the brush over time, slowest spans and critical path of one run', async ({ inspector }) => {
  const window = await inspector.open(failedDraft);
  const { start } = window.minimap;
  const { nodes } = window;

  await test.step('the brush can be set and lifted by keyboard, and says where it is', async () => {
    await expect(start).toHaveAttribute('aria-valuetext', '+0:00.000');
    await start.focus();
    await window.press('ArrowRight', 'ArrowRight', 'ArrowRight');
    await expect(start).not.toHaveAttribute('aria-valuetext', '+0:00.000');
    await expect(window.filter.region).toContainText(/\d+ of 219/);
    await window.press('Escape');
    await expect(window.filter.region).not.toContainText(/\d+ of 219/);
  });

  await test.step('a brush drawn with the mouse narrows lanes and list until it is lifted', async () => {
    const strip = await window.minimap.region.boundingBox();
    if (strip === null) throw new Error('the minimap has no place');
    const y = strip.y + strip.height / 2;
    await window.page.mouse.move(strip.x + strip.width * 0.1, y);
    await window.page.mouse.down();
    await window.page.mouse.move(strip.x + strip.width * 0.3, y, { steps: 5 });
    await window.page.mouse.up();
    await expect(window.filter.region).toContainText(/\d+ of 219/);
    await window.press('3');
    await expect(window.nodes.wholeRun).toBeEnabled();
    await window.nodes.wholeRun.click();
    await window.press('1');
    await expect(window.filter.region).not.toContainText(/\d+ of 219/);
  });

  await test.step('nodes that were not reached are listed, and lanes can be ordered by duration', async () => {
    await window.showFailure();
    await window.press('3');
    await expect(nodes.region).toContainText('6 nodes: 5 completed, 1 failed; 2 more not reached');
    await nodes.lanes.focus();
    await window.press('G');
    await expect(nodes.items.last()).toHaveAccessibleName(/not reached/);
    await nodes.order.getByRole('radio', { name: 'By duration' }).click();
    await window.press('g');
    await expect(nodes.lane('ask')).toHaveAttribute('aria-posinset', '2');
    await nodes.order.getByRole('radio', { name: 'By start' }).click();
  });

  await test.step('lanes are walked, folded and opened by keyboard', async () => {
    await window.showFailure();
    await window.press('3');
    await expect(nodes.selected).toHaveAccessibleName(/^draft, .*failed/);
    await nodes.lanes.focus();
    await window.press('g', 'j', 'j');
    await expect(nodes.lane('research')).toHaveAttribute('aria-expanded', 'true');
    await expect(nodes.lane('docs.search').first()).toHaveAttribute('aria-level', '2');
    await window.press('h');
    await expect(nodes.lane('research')).toHaveAttribute('aria-expanded', 'false');
    await window.press('l', 'ArrowRight');
    await expect(nodes.region).toContainText(/research, .*completed/);
    await window.press('Enter');
    await expect(nodes.selected).toHaveAccessibleName(/^research/);
    await expect(window.detail.facts).toContainText('node.started');
  });

  await test.step('idle time folds away and comes back', async () => {
    await window.press('3');
    await expect(window.minimap.region).toContainText('1:44 folded');
    await window.nodes.foldIdle.uncheck();
    await expect(window.minimap.region).not.toContainText('folded');
    await window.nodes.foldIdle.check();
    await expect(window.minimap.region).toContainText('1:44 folded');
  });

  await test.step('the slow part of a run is the first total, with its single spans a level below', async () => {
    await window.press('3');
    await nodes.modes.getByRole('radio', { name: 'Slowest' }).click();
    const rows = nodes.slowest.getByRole('treeitem');
    await expect(rows.first()).toHaveAccessibleName(
      '1:44.4 in total, wait, ask, 1 span, 95 % within 1:44.4, longest 1:44.4',
    );
    await nodes.spanTypes.getByRole('radio', { name: /^Models/ }).click();
    await expect(rows.first()).toHaveAccessibleName(/ in total, model, /);
    const total = await rows.count();
    await nodes.slowest.focus();
    await window.press('g', 'l');
    await expect(rows.first()).toHaveAttribute('aria-expanded', 'true');
    await expect(rows.nth(1)).toHaveAttribute('aria-level', '2');
    await window.press('l');
    await expect(window.detail.region).toContainText(/provider\.usage|output\.chunk|agent\.reason/);
    await expectClean(window.page, 'slowest spans', regions('Nodes'));
    await window.press('h', 'h');
    await expect(rows).toHaveCount(total);
    await window.press('Enter', 'j', 'Enter');
    await expect(window.views.current).toHaveAccessibleName(/^Events/);
    await window.press('3');
    await expect(rows.nth(1)).toHaveAttribute('aria-selected', 'true');
    await nodes.modes.getByRole('radio', { name: 'Lanes' }).click();
    await expect(nodes.items.first()).toBeVisible();
  });

  await test.step('what used most tokens or cost most comes first when it is requested', async () => {
    await window.press('3');
    await nodes.modes.getByRole('radio', { name: 'Slowest' }).click();
    const rows = nodes.slowest.getByRole('treeitem');
    await nodes.spanTypes.getByRole('radio', { name: /^All/ }).click();
    await nodes.orderOfSpans.getByRole('radio', { name: 'By tokens' }).click();
    await expect(rows.first()).toHaveAccessibleName(
      / in total, model, mock-mini, 8 spans, .* 16,247 tokens in, 4,909 tokens out, 0\.015486 USD$/,
    );
    await expect(nodes.slowest.getByRole('treeitem', { name: /node at work, draft, / })).toHaveAccessibleName(
      / in total, .* 9,762 tokens in, 1,449 tokens out, 0\.007054 USD$/,
    );
    await nodes.orderOfSpans.getByRole('radio', { name: 'By cost' }).click();
    await nodes.spanTypes.getByRole('radio', { name: /^Models/ }).click();
    await expect(rows.nth(1)).toHaveAccessibleName(
      /, model, .*2,904 tokens in, 811 tokens out, 0\.002668 USD$/,
    );
  });

  await test.step('the critical path shows where the time of the run went, step by step', async () => {
    await window.palette.type('critical path');
    await expect(window.palette.actions.first()).toHaveAccessibleName(/^Show the critical path/);
    await window.press('Enter');
    await expect(nodes.region).toContainText('2 min 14 s of run prd-5f2c');
    await expect(nodes.region).toContainText('waiting for people 1 min 44 s (78%)');
    await expect(nodes.region).toContainText('6 links by recorded causes');
    const rows = nodes.path.getByRole('option');
    await expect(rows.first()).toHaveAccessibleName(
      '1:44.4, 78% of the run, waiting for people, ask, 1 step',
    );
    await expect(rows.last()).toHaveAccessibleName(/of the run, \d+ others?, each below 1%, \d+ steps?$/);
    await rows.first().click();
    await expect(window.detail.facts).toContainText('interrupt.requested');
    await expectClean(window.page, 'contributors to the critical path', regions('Nodes'));
    await window.press('l');
    const selected = nodes.path.getByRole('option', { selected: true });
    await expect(selected).toHaveAccessibleName(/^1:44\.4, 78% of the run, waiting for people, ask, from /);
    await window.press('h');
    await expect(selected).toHaveAccessibleName(/, 1 step$/);
    await window.press('Enter', 'j');
    await expect(window.detail.facts).toContainText('interrupt.resolved');
    await expectClean(window.page, 'critical path', regions('Nodes'));
    await nodes.modes.getByRole('radio', { name: 'Lanes' }).click();
    await expect(nodes.lane('ask')).not.toHaveAccessibleName(/critical path/);
    await nodes.region.getByRole('checkbox', { name: 'Critical path' }).check();
    await expect(nodes.lane('ask')).toHaveAccessibleName(
      /, on the critical path for 1 min 4\d s, \d\d% of the run$/,
    );
    await expect(nodes.region).toContainText('critical path, working');
    await expectClean(window.page, 'lanes with the critical path', regions('Nodes'));
  });
});

test('child runs have lanes under the run that sent them', async ({ inspector }) => {
  const window = await inspector.open(sample('fan-out.ndjson.gz'));
  await expect(window.verdict.title).toHaveText('Failed');
  await window.press('3');
  await expect(window.nodes.region).toContainText(/nodes?: /);
  await expect(window.nodes.items.first()).toBeVisible();
});
