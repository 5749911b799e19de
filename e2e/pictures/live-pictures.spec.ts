/** The pictures of live hosts, from our own host on loopback. The port and the moments differ each time. */
import { attachTo } from '../pages/app-window.ts';
import { expect, test } from '../shells.ts';
import { takePicture } from './take-picture.ts';

const runs = [{ workflow: 'failing-draft' }, { workflow: 'quorum' }] as const;

test('the connection screen', async ({ inspector, startHost }) => {
  const host = await startHost({ dialect: 'app', runs });
  const window = await inspector.start({ theme: 'light' });
  await window.start.hosts.click();
  const { connect } = window;
  await connect.add(`${host.origin}/v1/runs/prd-5f2c`);
  await connect.setToken('not-the-token');
  await connect.test.click();
  await expect(connect.doctor).toContainText(/not tried/i);
  await takePicture(window.page, 'live-doctor.light');
  await connect.token.getByRole('button', { name: 'Replace' }).click();
  await connect.setToken(host.key);
  await connect.test.click();
  await expect(connect.doctor).toContainText(/No fault/);
  await takePicture(window.page, 'live-connect.light');
});

test('a session', async ({ inspector, startHost }) => {
  const host = await startHost({ dialect: 'reference', runs });
  const run = host.run('prd-5f2c');
  run.emit(60);
  const gates = host.run('release-4d10');
  gates.finish();
  const window = await inspector.start({ theme: 'light' });
  const { live, actions } = window;
  await attachTo(window, host, run.runId);
  await expect(window.events.options.last()).toContainText('pieces');
  run.emit(50);
  await expect(live.status).toContainText(`${run.lastSequence + 1} events received`);
  await window.press('.');
  run.emit(40);
  await expect(live.newEvents).toContainText('40 new');
  await takePicture(window.page, 'live-session.light');
  await attachTo(window, host, gates.runId);
  await expect(actions.send).toBeVisible();
  await actions.send.click();
  await expect(actions.request).toContainText('accept');
  await takePicture(window.page, 'live-send.light');
});
