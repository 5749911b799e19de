import { recording } from '@openwop-inspector/testing/files';
import { expect, test } from '../shells.ts';
const files = {
  fail: recording('app', 'conformance-cap-breach', 'debug-bundle.json'),
  fail2: recording('app', 'conformance-failure', 'debug-bundle.json'),
  refusal: recording('app', 'conformance-envelope-refusal', 'debug-bundle.json'),
  retry: recording('app', 'conformance-envelope-retry-attempted', 'debug-bundle.json'),
  clar: recording('app', '_extra', 'a2ui-clarify', 'debug-bundle.json'),
  story: recording('app', '_envelopes', 'story.test-events.json'),
};
for (const [name, file] of Object.entries(files))
test(`look ${name}`, async ({ inspector }) => {
  const window = await inspector.start({ files: [file], settings: { theme: 'light' } });
  await expect(window.verdict.region).toBeVisible();
  await window.page.waitForTimeout(500);
  await window.page.screenshot({ path: `.cache/t-${name}.png` });
  await window.press('a');
  await window.page.waitForTimeout(1500);
  await window.page.screenshot({ path: `.cache/t-${name}-a.png` });
});
test('adverse', async ({ inspector }) => {
  test.setTimeout(200000);
  const window = await inspector.start({ files: ['.cache/bench/g1-seed7-250000.adverse'].map((one) => `/work/main/${one}`), settings: { theme: 'light' } });
  await expect(window.status.region).toContainText('events', { timeout: 120000 });
  await expect(window.verdict.region).toContainText('Failed', { timeout: 120000 });
  await window.page.waitForTimeout(15000);
  await window.page.screenshot({ path: '.cache/t-adv0.png' });
  await window.press('f');
  await window.page.waitForTimeout(1500);
  await window.page.screenshot({ path: '.cache/t-adv1.png' });
  await window.press('3');
  await window.page.waitForTimeout(4000);
  await window.page.screenshot({ path: '.cache/t-adv2.png' });
  await window.press('1');
  await window.filter.field.fill('node:draft-22 is:failed at:10:58..');
  await window.page.waitForTimeout(3000);
  await window.page.screenshot({ path: '.cache/t-adv3.png' });
});
