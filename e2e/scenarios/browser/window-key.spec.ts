/** Who may use the browser shell: one window for each address, by what its page holds in memory and nothing else. */
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { failedDraft } from '@openwop-inspector/testing/files';
import { endServer, listen } from '@openwop-inspector/testing/host';
import type { Page } from '@playwright/test';
import { AppWindow } from '../../pages/app-window.ts';
import { expect, test } from '../../shells.ts';

/** What a page leaves where others may find it. */
const leftBehind = (page: Page) =>
  page.evaluate(() => ({
    address: location.href,
    history: JSON.stringify(history.state),
    cookie: document.cookie,
    local: JSON.stringify(localStorage),
    session: Object.keys(sessionStorage),
  }));

test('the key leaves the address at once, and no tab has it again', async ({ inspector }) => {
  const window = await inspector.open(failedDraft);

  await test.step('the key leaves the address at once, and nothing secret is stored where others find it', async () => {
    await expect.soft(window.page).toHaveURL(/#file=/);
    const left = await leftBehind(window.page);
    // The number of its place is all that an entry of the history has.
    expect.soft(left).toMatchObject({ history: '{"step":0}', cookie: '', local: '{}' });
    expect.soft(left.session).toEqual(['inspector.sessions']);
    expect.soft(left.address).not.toContain('key=');
    expect.soft(await window.page.context().cookies()).toEqual([]);
  });

  await test.step('a reload continues, any number of times, and leaves no key behind', async () => {
    for (const _time of [1, 2, 3]) {
      await window.page.reload();
      await expect.soft(window.events.selected).toBeVisible();
      expect.soft((await leftBehind(window.page)).session).toEqual(['inspector.sessions']);
    }
  });

  await test.step('a new address in the tab of a window that works changes nothing, and its key is not left in the address', async () => {
    await expect.soft(window.page).toHaveURL(/#file=/);
    await window.page.goto(inspector.browser.newAddress());
    await expect.soft(window.page).toHaveURL(/#file=/);
    await expect.soft(window.events.selected).toBeVisible();
  });

  await test.step('a page that was left and comes back continues', async () => {
    await window.page.goto('about:blank');
    await window.page.goBack();
    await expect.soft(window.events.selected).toBeVisible();
    expect.soft((await leftBehind(window.page)).session).toEqual(['inspector.sessions']);
    await window.page.reload();
    await expect.soft(window.events.selected).toBeVisible();
  });
});

test('an address opens one window; a second one says so', async ({ inspector, chromiumBrowser }) => {
  const first = await inspector.open(failedDraft);
  inspector.allow(/"event":"request-refused"|status of 410/);
  const context = await (await chromiumBrowser()).newContext();
  const page = await context.newPage();
  await page.goto(inspector.browser.usedAddress);
  await expect(page.getByRole('heading', { name: 'This address was used before' })).toBeVisible();
  await expect(page.getByText('Press Enter in the terminal where the inspector runs')).toBeVisible();
  await expect(page).not.toHaveURL(/key=/);
  // A new address in the same tab changes only what is after the #, and is taken all the same.
  await page.goto(inspector.browser.newAddress());
  await expect(new AppWindow({ page }).titleBar.openButton).toBeVisible();
  await expect(page).not.toHaveURL(/key=/);
  await context.close();
  await first.press('2');
  await expect(first.causes.tree).toBeVisible();
});

test('a call says that the person acts when they do, and at no other time', async ({ inspector }) => {
  const window = await inspector.start();
  const gestureOf = async (call: string) =>
    (await window.page.waitForRequest(new RegExp(`/rpc/${call}$`))).headers()['inspector-gesture'];
  // What the driver reads of a page counts as an act of its user: it reads nothing before the first call.
  const first = gestureOf('shell/info');
  await window.page.reload();
  expect(await first).toBeUndefined();
  await window.start.hosts.click();
  await window.connect.address.fill('http://127.0.0.1:9');
  await window.connect.address.press('Enter');
  const saved = gestureOf('hosts/save');
  await window.connect.addHost.click();
  expect(await saved).toBe('1');
});

/** Another program of this machine with a web page, which writes down the headers of whoever comes. */
async function startListener(script: string) {
  const heard: IncomingHttpHeaders[] = [];
  const server = createServer(({ headers }, response) => {
    heard.push(headers);
    response.setHeader('content-type', 'text/html').end(`<!doctype html><script>${script}</script>`);
  });
  const origin = `http://127.0.0.1:${await listen(server)}`;
  return { origin, heard, close: () => endServer(server) };
}

/** All that a page can do to ask another server in the name of its person. Answers what came back. */
const attack = `
const results = [];
const note = (name, promise) => promise.then(
  async (response) => results.push(name + ': ' + response.type + ' ' + response.status + ' ' + (await response.text().catch(() => '')).slice(0, 20)),
  () => results.push(name + ': failed'),
);
globalThis.attack = async (shell, fileUrl) => {
  const all = { credentials: 'include' };
  const json = { ...all, method: 'POST', headers: { 'content-type': 'application/json' }, body: 'null' };
  await note('call', fetch(shell + 'rpc/recent/list', json));
  await note('call without a preflight', fetch(shell + 'rpc/recent/list', { ...all, method: 'POST', mode: 'no-cors', headers: { 'content-type': 'text/plain' }, body: 'null' }));
  await note('host', fetch(shell + 'rpc/hosts/save', { ...json, body: '{"baseUrl":"http://127.0.0.1:9","name":null}' }));
  await note('key', fetch(shell + 'window/key', { ...all, method: 'POST', mode: 'no-cors' }));
  await note('window', fetch(shell + 'window', { ...json, body: '{"key":"guessed"}' }));
  await note('file', fetch(shell.slice(0, -1) + fileUrl, { ...all, mode: 'no-cors' }));
  await note('page', fetch(shell, all));
  results.push('event stream: ' + (await new Promise((resolve) => {
    const source = new EventSource(shell + 'rpc/events', { withCredentials: true });
    source.onopen = () => resolve('opened');
    source.onerror = () => { source.close(); resolve('failed'); };
  })));
  results.push('script: ' + (await new Promise((resolve) => {
    const script = document.createElement('script');
    script.onload = () => resolve('loaded');
    script.onerror = () => resolve('failed');
    script.src = shell.slice(0, -1) + fileUrl;
    document.head.append(script);
  })));
  results.push('popup: ' + (await new Promise((resolve) => {
    const opened = open(shell);
    setTimeout(() => { try { resolve(opened === null ? 'none' : String(opened.document.title)); } catch { resolve('failed'); } }, 1000);
  })));
  return results;
};`;

test('a server on another port learns nothing, and its page reaches nothing', async ({ inspector }) => {
  const window = await inspector.open(failedDraft);
  inspector.allow(/"event":"(request|call)-refused"/);
  const other = await startListener(attack);
  const fileUrl = new URLSearchParams(new URL(window.page.url()).hash.slice(1)).get('file') ?? '';
  expect(fileUrl).toMatch(/^\/file\//);
  const context = window.page.context();
  const page = await context.newPage();
  await page.goto(`${other.origin}/`);
  const results = await page.evaluate(([shell, url]) => Reflect.get(globalThis, 'attack')(shell, url), [
    inspector.shell.origin,
    fileUrl,
  ] as const);
  expect(results).toEqual([
    'call: failed',
    'call without a preflight: failed',
    'host: failed',
    'key: failed',
    'window: failed',
    'file: failed',
    'page: failed',
    'event stream: failed',
    'script: failed',
    'popup: failed',
  ]);
  for (const headers of other.heard) {
    expect(headers).not.toHaveProperty('cookie');
    expect(headers).not.toHaveProperty('authorization');
    expect(Object.keys(headers).filter((name) => name.startsWith('inspector'))).toEqual([]);
    expect(headers.referer ?? '').not.toContain('key=');
  }
  expect(other.heard.length).toBeGreaterThan(0);
  await other.close();
  await window.press('2');
  await expect(window.causes.tree).toBeVisible();
});
