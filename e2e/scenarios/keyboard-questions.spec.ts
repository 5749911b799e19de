/** The screens about a host, two runs, other hosts, a model turn, untrusted content and conversations, by keyboard alone. */
import { recording, sample } from '@openwop-inspector/testing/files';
import { eventName } from '../pages/frame.ts';
import { hostDeclarations, TICKET, ticketAgain } from '../scenario-files.ts';
import { expect, test } from '../shells.ts';

test('from the audit to an event and into the acceptor', async ({ inspector }) => {
  const window = await inspector.open(recording('app', '_envelopes', 'story.test-events.json'));
  const { audit } = window;
  await window.press('6');
  await expect(audit.totals).toContainText('deviate');
  await window.tabTo(audit.list);
  await window.press('j');
  await expect(audit.selected).toHaveAccessibleName(/acceptor R6/);
  await window.tabTo(audit.intoAcceptor.first());
  await window.press('Enter');
  await expect(window.acceptor.region).toBeVisible();
  await window.press('Escape');
  await expect(audit.region).toBeVisible();
  await window.tabTo(audit.list, 120);
  await window.press('Enter');
  await expect(window.events.selected).toHaveAccessibleName(eventName(2));
});

test('from a comparison to the event of either side, and back', async ({ inspector }) => {
  const window = await inspector.open(TICKET);
  await window.drop(await ticketAgain());
  await expect(window.titleBar.activeTab).toHaveAccessibleName(/again\.ndjson.*Completed/);
  const { compare } = window;
  await window.press('C');
  await expect(compare.verdict).toContainText('Differ.');
  await window.tabTo(compare.list);
  await window.press('j', 'j');
  await expect(compare.selected).toHaveAccessibleName(/log\.appended differs/);
  await window.tabTo(compare.detail.getByRole('button', { name: /^Event #39/ }).first());
  await window.press('Enter');
  await expect(window.events.selected).toHaveAccessibleName(eventName(39));
});

test('a model turn is played again, and other hosts are compared', async ({ inspector }) => {
  const window = await inspector.open(sample('acme-prd-draft.bundle.json'));

  await test.step('over the grid of other hosts into the acceptor', async () => {
    const { portability } = window;
    await window.press('H');
    await window.drop(await hostDeclarations());
    await expect(portability.detail).toContainText('at narrow-host');
    await window.tabTo(portability.selected);
    await window.press('ArrowRight');
    await expect(portability.detail).toContainText('at silent-host');
    await window.press('ArrowLeft');
    await window.tabTo(portability.detail.getByRole('button', { name: 'Open in acceptor at this host' }));
    await window.press('Enter');
    await expect(window.acceptor.region).toContainText('unknown_envelope_kind');
    await window.press('Escape', 'H', 'Escape');
    await expect(window.events.list).toBeVisible();
  });

  await test.step('a model turn is changed and played again', async () => {
    const { acceptor } = window;
    await window.tabTo(window.events.list, 120);
    await window.press('t');
    await expect(acceptor.hostRecord).toContainText('Agrees');
    await window.tabTo(acceptor.part('Model turn'));
    await window.press('ArrowRight');
    await expect(acceptor.gateText).toBeVisible();
    await window.press('ArrowLeft', 'i');
    await expect(acceptor.turnText).toBeFocused();
    await window.press('Control+Home', 'Delete', 'Control+Enter');
    await expect(acceptor.region.getByRole('alert')).toContainText('This is not JSON');
    await window.press('F6', 'Escape');
    await expect(window.events.list).toBeVisible();
  });
});

test('the way of untrusted content is drawn and followed', async ({ inspector }) => {
  const window = await inspector.open(sample('blocked-approval.app-bundle.json'));
  const taint = window.detail.region.getByRole('region', { name: 'Untrusted content' });
  await window.tabTo(window.events.list);
  await window.press('u');
  await expect(window.events.selected).toHaveAccessibleName(eventName(4));
  await window.tabTo(taint.getByRole('checkbox', { name: 'Show path' }), 120);
  await window.press('Space');
  await expect(window.page.getByRole('region', { name: 'Way of untrusted content' })).toBeVisible();
  await window.tabTo(taint.getByRole('button', { name: /^#/ }).last(), 120);
  await window.press('Enter');
  await expect(window.events.selected).not.toHaveAccessibleName(eventName(4));
});

test('through a conversation: message, steps, interactions, problems', async ({ inspector }) => {
  const window = await inspector.open(sample('agh-faults.ndjson'));
  const steps = window.detail.region.getByRole('list', { name: 'Steps of the acceptor' });
  await window.tabTo(window.events.list);
  await window.press('g', 'j');
  await expect(steps).toBeVisible();
  await window.press('3');
  await expect(window.views.current).toHaveAccessibleName(/^Interactions/);
  await window.press('5', 'n');
  await expect(window.problems.region).toBeVisible();
  await window.press('1');
  await expect(window.events.selected).toBeVisible();
});
