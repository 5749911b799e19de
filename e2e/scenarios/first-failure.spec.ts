import { failedDraft, recording, sample } from '@openwop-inspector/testing/files';
import { eventName } from '../pages/frame.ts';
import { expect, test } from '../shells.ts';

test('a run opens on its failure, and leads to the start of its chain', async ({ inspector }) => {
  const window = await inspector.open(failedDraft);

  await test.step('a failed run opens on the failure that ended it, with its cause and the start of its chain visible', async () => {
    await expect(window.verdict.title).toHaveText('Failed');
    const { sentence } = window.verdict;
    await expect(sentence).toContainText('Node draft failed with envelope_invalid after 3 attempts');
    await expect(sentence).toContainText('because of untrusted content from docs.search.');
    await expect(window.verdict.origin).toHaveAccessibleName('Cause #137');
    await expect(window.events.selected).toHaveAccessibleName(eventName(216, 'node.failed'));
    await expect(window.events.selected).toContainText('Ended the run');
    await expect(window.detail.chain.region.getByRole('link')).toHaveText([
      /136 ?agent\.toolCalled/,
      /137 ?agent\.toolReturned/,
      /139 ?runOrchestrator\.decided/,
      /141 ?node\.started/,
      /216 ?node\.failed/,
      /218 ?run\.failed/,
    ]);
    await expect(window.detail.chain.here).toHaveAccessibleName(/216 node\.failed/);
    await expect(window.detail.chain.region).toContainText('by correlationId');
    await expect(window.detail.chain.region).toContainText('Cause: #137, untrusted content that was used.');
    await expect(window.page.getByRole('status').last()).toHaveText(/Read\. Failed\./);
  });

  await test.step('from the failure the user walks to the start of its chain and back, by keyboard', async () => {
    const { selected } = window.events;
    await expect(selected).toHaveAccessibleName(eventName(216, 'node.failed'));
    for (const step of [
      eventName(141, 'node.started'),
      eventName(139, 'runOrchestrator.decided'),
      eventName(137, 'agent.toolReturned'),
    ]) {
      await window.press('c');
      await expect(selected).toHaveAccessibleName(step);
    }
    await window.press('c');
    await expect(selected).toHaveAccessibleName(eventName(136, 'agent.toolCalled'));
    await expect(selected).toBeInViewport();
    await window.press('c');
    await expect(window.status.region).toContainText('Event #136 has no cause in this log.');
    await window.press('e');
    await expect(selected).toHaveAccessibleName(eventName(137, 'agent.toolReturned'));
    await window.press('G', 'r');
    await expect(selected).toHaveAccessibleName(eventName(136, 'agent.toolCalled'));
  });

  await test.step('the cause is one press away, and a chain can be walked link by link', async () => {
    await window.verdict.origin.click();
    await expect(window.events.selected).toHaveAccessibleName(eventName(137));
    await window.detail.chain.link(136).first().click();
    await expect(window.detail.chain.here).toHaveAccessibleName(/136 agent\.toolCalled/);
    await window.detail.chain.link(137).first().click();
    await expect(window.detail.chain.here).toHaveAccessibleName(/137 agent\.toolReturned/);
    await expect(window.detail.chain.here).toBeFocused();
    await window.press('ArrowUp', 'Enter');
    await expect(window.detail.chain.here).toHaveAccessibleName(/136 agent\.toolCalled/);
  });
});

test('runs open on what went wrong in them', async ({ inspector }) => {
  const window = await inspector.open(
    sample('blocked-approval.app-bundle.json'),
    recording('app', '_extra', 'fail-then-never', 'debug-bundle.json'),
    recording('app', 'conformance-failure', 'debug-bundle.json'),
    recording('app', '_envelopes', 'story.test-events.json'),
  );

  await test.step('an answer that was blocked is reported and selected', async () => {
    await expect(window.verdict.title).toHaveText('Completed');
    await expect(window.verdict.sentence).toContainText('1 envelope was blocked');
    await expect(window.events.selected).toHaveAccessibleName(eventName(26, 'log.appended'));
    await expect(window.events.selected).toContainText('untrusted content must not answer an approval');
  });

  await test.step('n and is:failed know a failure that is no problem of the file', async () => {
    await window.titleBar.tabs.nth(1).click();
    await expect(window.verdict.title).toHaveText('Failed');
    await window.filter.field.fill('is:failed');
    await expect(window.filter.count('2 of 6')).toBeVisible();
    await window.filter.field.fill('');
    await window.events.row(4).click();
    for (const row of [eventName(5, 'node.failed'), eventName(6, 'run.failed')]) {
      await window.press('n');
      await expect(window.events.selected).toHaveAccessibleName(row);
    }
  });

  await test.step('a recording opens on its failure and says that causes are missing', async () => {
    await window.titleBar.tabs.nth(2).click();
    await expect(window.verdict.sentence).toContainText('Node fail failed with deterministic_fail');
    await expect(window.verdict.origin).toBeHidden();
    await expect(window.events.selected).toHaveAccessibleName(eventName(3, 'node.failed'));
    await expect(window.events.selected).toContainText('Ended the run');
    await expect(window.detail.chain.region).toContainText('not a causationId');
    await window.events.row(1).click();
    await expect(window.detail.chain.region).toContainText('The host omitted causation');
    await window.press('c');
    await expect(window.status.region).toContainText('its host recorded no causes');
    await window.press('2');
    await expect(window.causes.banner).toContainText('Inferred, not recorded');
  });

  await test.step('the events of one recorded envelope are linked by its correlationId', async () => {
    await window.titleBar.tabs.nth(3).click();
    await expect(window.status.region).toContainText('44 by correlationId');
    await window.filter.field.fill('type:node.failed');
    await expect(window.filter.count('19 of 45')).toBeVisible();
    await window.events.row(3).click();
    await expect(window.detail.chain.region).toContainText('by correlationId');
    await expect(window.detail.chain.region).toContainText('the envelope itself is not in this log');
  });
});

test('the verdict is copied as a report with the whole chain @desktop', async ({ inspector }) => {
  const window = await inspector.open(failedDraft);
  await window.verdict.share.click();
  await window.verdict.shared('Copy report (Markdown)').click();
  await expect(window.status.region).toContainText('Copied the report.');
  const report = await inspector.shell.readClipboard();
  expect(report).toContain('# Failed: acme-prd-draft.bundle.json');
  expect(report).toMatch(/^- Cause: \*\*\\#137\*\* .*, untrusted content that was used: /m);
  expect(report).toContain('1. **\\#136** `agent.toolCalled` at node `plan`');
  expect(report).toMatch(/\d\. \*\*\\#216\*\* `node\.failed` at node `draft`/);
});
