/**
 * A run that is going on: attached to, watched, answered, forked, and followed through the death of its host. The host
 * moves when the scenario says so; nothing here waits for time to pass.
 */
import type { LiveHost } from '@openwop-inspector/testing/host';
import { DIALOG, expectClean } from '../axe.ts';
import { attachTo } from '../pages/app-window.ts';
import { themeOfShell } from '../shells/shell.ts';
import { expect, test } from '../shells.ts';

/** How often a stream was requested. */
const streamsOf = ({ requests }: LiveHost): number =>
  requests.filter(({ path }) => /\/events(\?|$)/.test(path)).length;

/** How many requests could have changed something. */
const postsOf = ({ requests }: LiveHost): number => requests.filter(({ method }) => method === 'POST').length;

/** Dialects of hosts that have everything, one of each major. */
for (const dialect of ['reference', 'v2'] as const) {
  test(`a failing run is watched, then judged (${dialect}) @desktop`, async ({ inspector, startHost }) => {
    const host = await startHost({ dialect, runs: [{ workflow: 'failing-draft' }] });
    const run = host.run('prd-5f2c');
    run.emit(40);
    const window = await inspector.start();
    await attachTo(window, host, run.runId);
    const { live } = window;
    await expect(live.connectionState).toContainText('Connected');
    await expect(live.title).toHaveText('Running');
    await expect(live.completeness).toContainText(`Whole so far, 0 to ${run.lastSequence}`);

    run.emit(30);
    await expect(window.events.options.last()).toContainText('pieces');
    await window.press('L');
    await expect(window.events.row(run.lastSequence)).toBeVisible();
    run.finish();
    await expect(live.title).toHaveText('Failed');
    await expect(live.completeness).toContainText(`Complete, 0 to ${run.lastSequence}`);
    await expect(live.connectionState).toContainText('Closed');
    await expect(live.tab('Ended')).toBeVisible();
    const events = `${run.lastSequence + 1}`;
    await expect(window.views.view('Events')).toContainText(events);
    await expect(live.status).toContainText(`${events} events received`);

    await expect(window.events.selected).toContainText('node.failed');
    await window.events.list.focus();
    await window.press('a');
    await expect(window.acceptor.outcome).toContainText('envelope_invalid');
  });

  test(`questions and a surface are answered (${dialect}) @desktop`, async ({ inspector, startHost }) => {
    const host = await startHost({
      dialect,
      runs: [{ workflow: 'clarification' }, { workflow: 'surface' }],
      paceOfMade: { kind: 'by-hand' },
    });
    const requested = host.run('offsite-2be7');
    requested.finish();
    const window = await inspector.start();
    await attachTo(window, host, requested.runId);
    const { live, actions } = window;
    await expect(live.connectionState).toContainText('Connected');
    await expect(live.sentence.first()).toContainText('waiting for an answer at ask');
    await actions.answer(/Which week of May/).fill('20');
    await actions.answer(/What must the rooms offer/).fill('A ramp at the door');
    await actions.send.click();
    await expect(actions.dialog).toContainText(host.origin);
    await expect(actions.dialog).toContainText(requested.runId);
    await expect(actions.request).toContainText('A ramp at the door');
    expect(postsOf(host), 'nothing is sent before the person says so').toBe(0);
    await actions.dialogSend.click();
    await expect(actions.dialog).toBeHidden();
    await expect.poll(() => postsOf(host)).toBe(1);
    requested.finish();
    await expect(live.title).toHaveText('Completed');

    const form = host.run('kickoff-form');
    form.finish();
    await attachTo(window, host, form.runId);
    await expect(live.sentence.first()).toContainText('waiting for an answer at form');
    await actions.interrupt.getByRole('button', { name: 'Show the surface' }).click();
    const surface = window.page.frameLocator('iframe');
    await surface.getByLabel(/Date/).fill('2026-06-02');
    await surface.getByRole('button', { name: 'Confirm' }).click();
    await expect(actions.dialog).toContainText(form.runId);
    await expect(actions.request).toContainText('2026-06-02');
    await actions.dialogSend.click();
    await expect.poll(() => postsOf(host)).toBe(2);
    form.finish();
    await expect(live.title).toHaveText('Completed');
  });

  test(`a run is forked, and one is paused and resumed (${dialect})`, async ({ inspector, startHost }) => {
    const host = await startHost({ dialect, runs: [{ workflow: 'failing-draft' }, { workflow: 'plain' }] });
    const window = await inspector.start();
    const { live, actions } = window;

    await test.step('a fork opens next to its run, with its own ids', async () => {
      const run = host.run('prd-5f2c');
      run.finish();
      await attachTo(window, host, run.runId);
      await expect(live.title).toHaveText('Failed');
      await window.events.row(run.lastSequence).click();
      const recordedId = await window.detail.facts.textContent();
      await window.press('g');
      await expect(window.events.row(0)).toBeVisible();
      const recorded = host.runs;
      await window.choose(actions.menu, 'Fork from the start…');
      await expect(actions.dialog).toContainText('tool call');
      await actions.dialog.getByRole('radio', { name: 'branch' }).click();
      await actions.dialog.getByRole('button', { name: /^Continue with branch/ }).click();
      await expect(actions.request).toContainText('"mode": "branch"');
      await actions.dialogSend.click();
      await expect(window.titleBar.tabs).toHaveCount(2);
      const forked = host.runs.find((each) => !recorded.includes(each));
      await expect(live.connection).toContainText(forked?.runId ?? 'there is no fork');
      forked?.finish();
      await expect(window.events.row(0)).toBeVisible();
      await window.events.row(0).click();
      await expect(window.detail.facts).toContainText(forked?.runId ?? 'there is no fork');
      expect(recordedId).not.toContain(forked?.runId);
    });

    await test.step('a run is paused at its host and resumed', async () => {
      const run = host.run('plain-60');
      run.emit(10);
      await attachTo(window, host, run.runId);
      await live.pauseRun.press('Enter');
      await expect(actions.request).toContainText('"drainPolicy": "drain-current-node"');
      await actions.dialog.getByRole('radio', { name: 'stop at once' }).click();
      await expect(actions.request).toContainText('"drainPolicy": "immediate"');
      await expect(actions.request).toContainText(`${host.origin}${host.pathOf(run.runId)}:`);
      await expectClean(window.page, 'the dialog that pauses a run', DIALOG);
      await actions.dialogSend.click();
      await expect(live.title).toHaveText('Paused');
      expect(run.status).toBe('paused');
      await expect(live.bar.getByRole('button', { name: 'Pause view' })).toBeVisible();
      await live.bar.getByRole('button', { name: 'Resume run…' }).press('Enter');
      await actions.dialogSend.click();
      await expect(live.pauseRun).toBeVisible();
      run.finish();
      await expect(live.title).toHaveText('Completed');
      await expect(live.pauseRun).toBeHidden();
      await expect(live.completeness).toContainText(`Complete, 0 to ${run.lastSequence}`);
    });
  });
}

test('answers that a host refused are sent in the other form', async ({ inspector, startHost }) => {
  const host = await startHost({ dialect: 'sqlite', runs: [{ workflow: 'clarification' }] });
  const requested = host.run('offsite-2be7');
  requested.finish();
  const window = await inspector.start();
  await window.start.hosts.click();
  const { connect, live, actions } = window;
  await connect.add(`${host.origin}/v1/runs/${requested.runId}`);
  await connect.typeToken(host.key);
  await connect.attach.click();
  await expect(live.title).toHaveText('Waiting for an answer');
  await actions.answer(/Which week of May/).fill('20');
  await actions.answer(/What must the rooms offer/).fill('A ramp at the door');
  await actions.send.click();
  await actions.dialogSend.click();
  await expect(actions.outcome).toContainText('Refused, 422.');
  await expect(actions.outcome).toContainText('Answer for question week MUST be a string');
  expect(postsOf(host), 'no other form is sent by itself').toBe(1);
  await actions.interrupt.getByRole('button', { name: 'Send the other form…' }).click();
  await expect(actions.request).toContainText('"week": "20"');
  await actions.dialogSend.click();
  await expect.poll(() => postsOf(host)).toBe(2);
  await expect(actions.outcome).toContainText('The interrupt is resolved');
  requested.finish();
  await expect(live.title).toHaveText('Completed');
});

for (const dialect of ['sqlite', 'v2'] as const) {
  test(`a paused view counts; a restart leaves no hole (${dialect})`, async ({ inspector, startHost }) => {
    const host = await startHost({ dialect, runs: [{ workflow: 'long' }] });
    const run = host.run('long-20000');
    run.emit(100);
    const window = await inspector.start();
    await attachTo(window, host, run.runId);
    const { live } = window;
    await expect(window.events.options.last()).toBeVisible();
    await window.press('L');
    await expect(window.events.row(run.lastSequence)).toBeVisible();

    const seen = run.lastSequence;
    await window.press('.');
    await expect(live.bar.getByRole('button', { name: 'Follow', exact: true })).toBeVisible();
    run.emit(50);
    await expect(live.newEvents).toContainText('50 new');
    await expect(window.events.row(seen)).toBeVisible();
    await expect(window.events.row(run.lastSequence)).toBeHidden();
    await window.press('.');
    await expect(window.events.row(run.lastSequence)).toBeVisible();

    await host.stop();
    await expect(live.connectionState).toContainText('Connection lost');
    await expect(live.title).toHaveText('Running when last heard of');
    run.emit(200);
    // Its own try is refused for longer than this takes, so that the next one is made by the click.
    host.setFaults({ answers: [{ on: 'any', status: 503, body: 'empty', retryAfterSeconds: 300 }] });
    await host.start();
    await expect(live.sentence.last()).toContainText('is not available now');
    const before = streamsOf(host);
    await live.reconnect.click();
    await expect.poll(() => streamsOf(host)).toBeGreaterThan(before);
    host.setFaults({ answers: [] });
    await expect(live.connectionState).toContainText('Connected');
    await expect(live.completeness).toContainText(`Whole so far, 0 to ${run.lastSequence}`);
    await expect(window.events.row(run.lastSequence)).toBeVisible();
  });
}

test('the doctor names a wrong token; a right one stays hidden @desktop', async ({
  inspector,
  startHost,
}, testInfo) => {
  const host = await startHost({
    dialect: 'app',
    key: 'CANARY-host-key-5d1f',
    runs: [{ workflow: 'quorum' }],
  });
  const run = host.run('release-4d10');
  run.finish();
  const window = await inspector.start({ theme: themeOfShell(testInfo) });
  const { connect, live, page } = window;
  await window.start.hosts.click();
  await connect.add(`${host.origin}/v1/runs/${run.runId}/events?streamMode=debug`);
  await connect.setToken('not-the-token');
  await connect.test.click();
  await expect(connect.check('Token')).toContainText(/Fault/);
  await expect(connect.check('Event stream')).toContainText(/Not tried/i);
  await expectClean(page, 'the connection screen');
  await connect.token.getByRole('button', { name: 'Replace' }).click();
  await connect.setToken(host.key);
  await connect.test.click();
  await expect(connect.doctor).toContainText('No fault');
  await connect.attach.click();
  await expect(live.connectionState).toContainText('Connected');
  await expect(window.actions.send).toBeVisible();
  await expectClean(page, 'a live session');

  const streams = streamsOf(host);
  expect(streams).toBeGreaterThan(0);
  await page.reload();
  await expect(live.connectionState).toContainText('Connected');
  await expect(window.events.row(run.lastSequence)).toBeVisible();
  expect(streamsOf(host), 'nobody attached again').toBe(streams);
  const texts = await page.evaluate(() =>
    [
      document.documentElement.outerHTML,
      location.href,
      ...Object.values({ ...localStorage, ...sessionStorage }),
    ].join(),
  );
  expect(texts).not.toContain('CANARY');
  expect(inspector.shell.logLines().join()).not.toContain('CANARY');
});
