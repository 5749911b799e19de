import { writeFileSync } from 'node:fs';
import { recording, sample } from '@openwop-inspector/testing/files';
import { expectClean } from '../axe.ts';
import { eventName } from '../pages/frame.ts';
import { expect, test } from '../shells.ts';

/** A host that names one code for everything invalid (acceptor R6) and does not record all payloads. */
const DEVIATING = recording('app', '_envelopes', 'story.test-events.json');

test('an audit has three answers, and findings with both values @desktop', async ({ inspector }) => {
  const window = await inspector.open(DEVIATING);
  await window.press('6');
  const { audit } = window;
  await expect(window.views.current).toHaveAccessibleName(/^Audit/);
  await expect(audit.totals).toContainText('20 deviate');
  await expect(audit.totals).toContainText('20 not reconstructable');
  await expect(audit.detail).toContainText('the log holds no envelope as the model wrote it');
  await audit.list.focus();
  await window.press('j');
  await expect(audit.selected).toHaveAccessibleName(/^Error, acceptor R6: .*, 16 times$/);
  await expect(audit.detail).toContainText('envelope_validation_failed');
  await expect(audit.detail).toContainText('envelope_invalid');
  await expectClean(window.page, 'audit 1');
  await window.press('G');
  await expect(audit.selected).toHaveAccessibleName(/^Not in the log: /);
  await expect(audit.detail).toContainText('Needed: ');
  await expectClean(window.page, 'audit 2');
});

test('a finding leads to its event; a declaration and a baseline', async ({ inspector }, testInfo) => {
  const window = await inspector.open(DEVIATING, sample('acme-prd-draft.bundle.json'));
  const { audit } = window;

  await test.step('a finding leads to its event and its envelope into the acceptor, by keyboard alone too', async () => {
    await window.views.view('Audit').click();
    await audit.list.getByRole('option').first().click();
    await audit.detail
      .getByRole('button', { name: /^Event / })
      .first()
      .click();
    await expect(window.views.current).toHaveAccessibleName(/^Events/);
    await window.press('6');
    await window.tabTo(audit.list, 120);
    await window.press('j', 'k');
    await expect(audit.selected).toHaveAccessibleName(/acceptor R6/);
    await window.tabTo(audit.detail.getByRole('button', { name: 'Open in acceptor' }).first());
    await window.press('Enter');
    await expect(window.acceptor.region).toBeVisible();
    await window.press('Escape');
    await expect(audit.region).toBeVisible();
    await window.tabTo(audit.list, 120);
    await window.press('Enter');
    await expect(window.events.selected).toHaveAccessibleName(eventName(2));
  });

  await test.step('a discovery document and a baseline are dropped into an audit; what is wrong is named, the report is saved', async () => {
    await window.press('6');
    await expect(audit.totals).toContainText('20 deviate');
    const put = async (name: string, document: unknown) => {
      const file = testInfo.outputPath(name);
      writeFileSync(file, JSON.stringify(document));
      await window.drop(file);
    };
    await put('broken.json', {
      supportedEnvelopes: ['vendor.acme.prd.create'],
      implementation: { name: 'another-host' },
      envelopes: { reliability: { completion: { truncationBudgetMultiplier: 12 }, events: [] } },
    });
    await expect(audit.comparedWith).toContainText('discovery document broken.json');
    await put('old.json', { baseline: 'openwop-inspector-audit/0', known: [] });
    await expect(audit.comparedWith.getByRole('alert')).toContainText('old.json: This is no baseline');
    await put('known.json', {
      baseline: 'openwop-inspector-audit/1',
      known: [
        { source: 'discovery', clause: 'envelope 9', id: 'reliability_multiplier_range' },
        { source: 'deviation', clause: 'acceptor R9', id: 'R9' },
      ],
    });
    await expect(audit.comparedWith).toContainText('1 known kind, 1 in the baseline no longer found');
    await audit.comparedWith.getByRole('button', { name: 'Show what is known' }).click();
    await audit.list.focus();
    await window.press('G');
    await expect(audit.selected).toHaveAccessibleName(/^Known: Error, envelope 9/);
    await audit.comparedWith.getByRole('button', { name: 'Save the audit' }).click();
    await expect(window.page.getByRole('menuitem')).toHaveCount(5);
    await window.press('Escape');
    await expectClean(window.page, 'audit 3');
  });

  await test.step('an audit has what each profile says', async () => {
    await window.titleBar.tabs.nth(1).click();
    await window.press('6');
    const { detail } = window.audit;
    await expect(detail.getByRole('columnheader', { name: 'reference' })).toBeVisible();
    await expect(detail.getByRole('rowheader').first()).toBeVisible();
    await expectClean(window.page, 'audit 4');
  });
});
