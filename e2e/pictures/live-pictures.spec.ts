/**
 * The pictures of the guide to live hosts, from our own host on loopback, light and dark; `npm run pictures` runs this.
 * The port and the moments differ from one taking to the next.
 */
import { type LiveHost, type LiveHostOptions, startLiveHost } from '@openwop-inspector/testing/host';
import { attachTo } from '../pages/app-window.ts';
import { expect, test } from '../shells.ts';
import { takePicture } from './take-picture.ts';

const hosts: LiveHost[] = [];

async function hostWith(options: LiveHostOptions): Promise<LiveHost> {
  const host = await startLiveHost(options);
  hosts.push(host);
  return host;
}

test.afterEach(async () => {
  for (const host of hosts.splice(0)) await host.close();
});

for (const theme of ['light', 'dark'] as const) {
  test(`the connection screen (${theme})`, async ({ inspector }) => {
    const host = await hostWith({
      dialect: 'app',
      runs: [{ workflow: 'failing-draft' }, { workflow: 'quorum' }],
    });
    const window = await inspector.start({ settings: { theme } });
    const take = (name: string) => takePicture(window.page, `${name}.${theme}`);
    await window.start.hosts.click();
    const { connect } = window;
    await connect.add(`${host.origin}/v1/runs/prd-5f2c`);
    await connect.setToken('not-the-token');
    await connect.test.click();
    await expect(connect.doctor).toContainText(/not tried/i);
    await take('live-doctor');
    await connect.token.getByRole('button', { name: 'Replace' }).click();
    await connect.setToken(host.key);
    await connect.test.click();
    await expect(connect.doctor).toContainText(/No fault/);
    await take('live-connect');
    await connect.tab('Discovery').click();
    await take('live-discovery');
  });

  test(`a session (${theme})`, async ({ inspector }) => {
    const host = await hostWith({
      dialect: 'reference',
      runs: [{ workflow: 'failing-draft' }, { workflow: 'quorum' }],
    });
    const run = host.run('prd-5f2c');
    run.emit(60);
    const gates = host.run('release-4d10');
    gates.finish();
    const window = await inspector.start({ settings: { theme } });
    const { live, actions } = window;
    const take = (name: string) => takePicture(window.page, `${name}.${theme}`);
    await attachTo(window, host, run.runId);
    await expect(window.events.options.last()).toContainText('pieces');
    run.emit(50);
    await expect(live.status).toContainText(`${run.lastSequence + 1} events received`);
    await window.press('.');
    run.emit(40);
    await expect(live.newEvents).toContainText('40 new');
    await take('live-session');
    await attachTo(window, host, gates.runId);
    await expect(actions.send).toBeVisible();
    await take('live-answer');
    await actions.send.click();
    await expect(actions.request).toContainText('accept');
    await take('live-send');
    await actions.cancel.click();
    await actions.openMenu('Fork from the start…');
    await expect(actions.dialog).toContainText('Fork from #0');
    await take('live-fork');
  });
}
