/** From the start screen to a live run: an address, a token, one button. */
import { createServer } from 'node:http';
import { endServer, type LiveHost, listen } from '@openwop-inspector/testing/host';
import { expectClean } from '../axe.ts';
import type { AppWindow } from '../pages/app-window.ts';
import { expect, type Inspector, test } from '../shells.ts';

let host: LiveHost;

test.beforeEach(async ({ startHost }) => {
  host = await startHost({ dialect: 'reference', runs: [{ workflow: 'failing-draft' }] });
  host.run('prd-5f2c').emit(40);
});

async function onStart(inspector: Inspector): Promise<AppWindow> {
  const window = await inspector.start();
  await expect(window.start.address).toBeVisible();
  return window;
}

test('a run is attached by address and token, then from Recent @desktop', async ({ inspector }) => {
  const window = await onStart(inspector);
  const { start, live, titleBar } = window;
  await expect(start.attach).toBeDisabled();
  await start.address.fill(`${host.origin}/v1/runs/prd-5f2c`);
  await start.token.fill(host.key);
  await expectClean(window.page, 'start screen with an address');
  await start.attach.click();
  await expect(live.connectionState).toContainText('Connected');
  await expect(titleBar.tabs).toHaveCount(1);
  await window.press('Control+w');
  await expect(titleBar.tabs).toHaveCount(0);
  await start.recent.getByRole('button', { name: /^prd-5f2c on / }).click();
  await expect(live.connectionState).toContainText('Connected');
});

test('the token of a command that is pasted stays out of the window @desktop', async ({ inspector }) => {
  const window = await onStart(inspector);
  const { start, live, page } = window;
  await start.address.focus();
  await start.address.evaluate((field, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', text);
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, `curl -H 'Authorization: Bearer ${host.key}' ${host.origin}/v1/runs/prd-5f2c/events`);
  await expect(start.address).toHaveValue(`${host.origin}/v1/runs/prd-5f2c`);
  expect(await page.content()).not.toContain(host.key);
  await start.address.press('Enter');
  await expect(live.connectionState).toContainText('Connected');
});

test('attaching to a host that does not answer is cancelled @desktop', async ({ inspector }) => {
  const silent = createServer(() => undefined);
  const port = await listen(silent);
  const window = await onStart(inspector);
  const { start, connect, titleBar } = window;
  const cancel = start.attaching.getByRole('button', { name: 'Cancel' });
  await start.address.fill(`http://127.0.0.1:${port}/v1/runs/r1`);
  await start.address.press('Enter');
  await expect(start.attaching.getByRole('button', { name: 'Attaching' })).toBeVisible();
  await expectClean(window.page, 'start screen while it attaches');
  await cancel.press('Enter');
  await expect(start.attaching.getByRole('button', { name: 'Attach', exact: true })).toBeVisible();
  await expect(start.attaching.getByRole('alert')).toHaveCount(0);

  // From the list of hosts as well, which has no words of a failure either.
  await start.hosts.click();
  await connect.runId.fill('r1');
  await connect.runId.press('Enter');
  await connect.run.getByRole('button', { name: 'Cancel' }).click();
  await expect(connect.run.getByRole('button', { name: /^Attach to this run/ })).toBeVisible();
  await expect(connect.run.getByRole('alert')).toHaveCount(0);
  await expect(titleBar.tabs).toHaveCount(0);
  await endServer(silent);
});

test('an address that is none or names no run, and a host that refuses', async ({ inspector, startHost }) => {
  const { start, connect } = await onStart(inspector);

  await test.step('what is no address is said where it was typed', async () => {
    await start.address.fill('not an address');
    await start.attach.click();
    await expect(start.attaching.getByRole('alert')).toContainText('address');
    await start.address.fill('http://host.example/v1/runs/r1');
    await expect(start.attaching).toContainText('can be read on the way');
  });

  await test.step('where attaching fails the doctor has tested the host', async () => {
    await start.address.fill(`${host.origin}/v1/runs/prd-5f2c`);
    await start.token.fill('not-the-token');
    await start.attach.click();
    await expect(connect.doctor).toContainText(/not tried/i);
    await expect(connect.runId).toHaveValue('prd-5f2c');
  });

  await test.step('an address that names no run lists the runs of its host', async () => {
    await connect.close.click();
    const listing = await startHost({ dialect: 'app', runs: [{ workflow: 'failing-draft' }] });
    await start.address.fill(listing.origin);
    await start.token.fill(listing.key);
    await start.attach.click();
    const runs = connect.region.getByRole('listbox', { name: 'Runs' });
    await expect(runs.getByRole('option', { name: /prd-5f2c/ })).toBeVisible();
  });
});
