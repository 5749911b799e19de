/** What the desktop asks by the system's own dialog, and what it answers only to what the user did in its window. */

import { startOneAnswer } from '@openwop-inspector/testing/host';
import { openConnectScreen } from '../../pages/app-window.ts';
import { answerQuestions, callAfterKey, callShell } from '../../shells/desktop-shell.ts';
import { expect, test } from '../../shells.ts';

const RUNS = [{ workflow: 'failing-draft' }] as const;

test('calls that act, and requests to a new host, need the user (S-18)', async ({ inspector, startHost }) => {
  const window = await inspector.start();
  const { application, page } = inspector.desktop;

  await test.step('no call that acts is answered without a click or a key that the window’s own process saw', async () => {
    inspector.allow(/"event":"call-refused"/);
    const calls: readonly (readonly [name: string, request: unknown])[] = [
      ['hosts/save', { baseUrl: 'http://127.0.0.1:9', name: null }],
      ['hosts/examine', { examineId: 'a', hostId: 'b', runId: null }],
      ['hosts/set-token', { hostId: 'a', token: null, variable: 'PATH', remember: false }],
      ['live/attach', { hostId: 'a', runId: 'b', a2uiDelta: false }],
      ['content/load-once', { loadId: 'a', address: 'https://host.example/' }],
      ['links/open', { address: 'https://host.example/' }],
    ];
    // What the debugger runs counts as a gesture for the page, so that what refuses here is the shell's own look.
    for (const [name, request] of calls) {
      expect
        .soft(await callShell(page, name, request))
        .toContain(`${name} is answered only after a click or a key.`);
    }
    await page.mouse.move(20, 20);
    await page.mouse.wheel(0, 100);
    expect.soft(await callShell(page, ...(calls[0] ?? ['', null]))).toContain('only after a click or a key');
    expect.soft(await callShell(page, 'hosts/list', null)).toEqual([]);
    expect
      .soft(await callAfterKey(page, ...(calls[0] ?? ['', null])))
      .toMatchObject({ baseUrl: 'http://127.0.0.1:9' });
  });

  await test.step('the first request to a host is confirmed; Cancel is what Enter does, and then no request is sent', async () => {
    const host = await startHost({ dialect: 'reference', runs: RUNS });
    const refused = await answerQuestions(application, 'Cancel');
    await openConnectScreen(window);
    await window.connect.address.fill(`${host.origin}/v1/runs/prd-5f2c`);
    await window.connect.address.press('Enter');
    await window.connect.addHost.click();
    await window.connect.setToken(host.key);
    await window.connect.attach.click();
    await expect.soft(window.connect.region.getByText(`No request was sent to ${host.origin}`)).toBeVisible();
    expect.soft(await refused()).toEqual([`Cancel by default: ${host.origin}/`]);
    expect.soft(host.requests).toEqual([]);
    const allowed = await answerQuestions(application, 'Allow');
    await window.connect.attach.click();
    await expect.soft(window.titleBar.tabs).toHaveCount(1);
    expect.soft(await allowed()).toEqual([`Cancel by default: ${host.origin}/`]);
    expect.soft(host.requests.length).toBeGreaterThan(0);
  });
});

test('content is confirmed before its host is looked up, once for each origin', async ({ inspector }) => {
  const host = await startOneAnswer(Uint8Array.of(1), 'image/png');
  await inspector.start({ loadFrom: [host.origin] });
  const { application, page } = inspector.desktop;
  const load = (loadId: string) =>
    callAfterKey(page, 'content/load-once', { loadId, address: `${host.origin}/a.png` });
  const refused = await answerQuestions(application, 'Cancel');
  expect(await load('one')).toMatchObject({ kind: 'problem', reason: 'cancelled' });
  expect([await refused(), host.requests]).toEqual([[`Cancel by default: ${host.origin}/`], []]);
  const allowed = await answerQuestions(application, 'Allow');
  expect(await load('two')).toMatchObject({ kind: 'bytes' });
  expect(await load('three')).toMatchObject({ kind: 'bytes' });
  expect([(await allowed()).length, host.requests]).toEqual([1, ['/a.png', '/a.png']]);
  await host.close();
});

test('a link from outside asks nobody anything (S-19)', async ({ inspector, startHost }) => {
  const host = await startHost({ dialect: 'reference', runs: RUNS });
  const window = await inspector.start({ files: [`${host.origin}/v1/runs/prd-5f2c`] });
  const { application } = inspector.desktop;
  const requested = await answerQuestions(application, 'Allow');
  await expect(window.connect.region).toBeVisible();
  await application.evaluate(
    ({ app }, address) => {
      app.emit('open-url', { preventDefault: () => undefined }, address);
    },
    `openwop-inspector://attach?host=${encodeURIComponent(host.origin)}&run=prd-5f2c`,
  );
  await expect(window.connect.region.getByText('prd-5f2c').first()).toBeVisible();
  expect([await requested(), host.requests]).toEqual([[], []]);
});
