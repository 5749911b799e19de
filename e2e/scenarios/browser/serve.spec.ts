import { request } from 'node:http';
import { failedDraft } from '@openwop-inspector/testing/files';
import { AppWindow } from '../../pages/app-window.ts';
import { startServed } from '../../shells/own-shell.ts';
import { expect, test } from '../../shells.ts';

test('the command serves a run: the address it prints opens it', async ({ chromiumBrowser }, testInfo) => {
  const shell = await startServed(await chromiumBrowser(), testInfo.outputPath('config'), [failedDraft]);
  try {
    await expect(new AppWindow(shell).verdict.title).toHaveText('Failed');
    await expect(shell.page).not.toHaveURL(/key=/);
  } finally {
    await shell.close();
  }
});

/** What a stranger may try, and how the door answers. */
const strangers = [
  { who: 'for news, without a secret', path: '/rpc/events', headers: {}, status: 401 },
  {
    who: 'with a secret of another start',
    path: '/rpc/recent/list',
    headers: { 'inspector-window': 'guessed' },
    status: 401,
  },
  { who: 'for a file, without a secret', path: '/file/guessed', headers: {}, status: 401 },
  { who: 'under another name', path: '/', headers: { host: 'example.com' }, status: 421 },
  {
    who: 'from another page',
    path: '/rpc/recent/list',
    headers: { origin: 'https://example.com' },
    status: 403,
  },
] as const;

test('the server answers nobody but its own window', async ({ inspector }) => {
  const window = await inspector.open(failedDraft);
  inspector.allow(/"event":"request-refused"/);
  const { origin } = new URL(inspector.shell.origin);
  for (const { who, path, headers, status } of strangers)
    expect(await statusOf(`${origin}${path}`, headers), who).toBe(status);
  await window.press('2');
  await expect(window.causes.tree).toBeVisible();
});

test('a window without the key says where the key is', async ({ inspector, chromiumBrowser }) => {
  await inspector.start();
  const context = await (await chromiumBrowser()).newContext();
  const page = await context.newPage();
  await page.goto(inspector.shell.origin);
  await expect(page.getByRole('heading', { name: 'This window has no key' })).toBeVisible();
  await expect(page.getByText('Press Enter there for another address')).toBeVisible();
  await context.close();
});

function statusOf(address: string, headers: Readonly<Record<string, string>>): Promise<number> {
  return new Promise((resolve, reject) => {
    request(address, { headers }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    })
      .on('error', reject)
      .end();
  });
}
