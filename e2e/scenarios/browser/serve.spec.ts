import { type ChildProcess, spawn } from 'node:child_process';
import { request } from 'node:http';
import { failedDraft, inRepository } from '@openwop-inspector/testing/files';
import { AppWindow } from '../../pages/app-window.ts';
import { expect, test } from '../../shells.ts';

test('the command serves a run: the address it prints opens it', async ({ chromiumBrowser }, testInfo) => {
  const program = inRepository('bin', 'openwop-inspector.mjs');
  const command = spawn(process.execPath, [program, 'serve', failedDraft], {
    env: { ...process.env, XDG_CONFIG_HOME: testInfo.outputPath('config') },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const context = await (await chromiumBrowser()).newContext();
  try {
    const page = await context.newPage();
    await page.goto(await printedAddress(command));
    const window = new AppWindow({ page });
    await expect(window.verdict.title).toHaveText('Failed');
    await expect(page).not.toHaveURL(/key=/);
  } finally {
    await context.close();
    command.kill();
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
  for (const { who, path, headers, status } of strangers) {
    expect(await statusOf(`${origin}${path}`, headers), who).toBe(status);
  }
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

function printedAddress(command: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = '';
    command.stdout?.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
      const address = /http:\/\/127\.0\.0\.1:\d+\/\S*/.exec(printed)?.[0];
      if (address !== undefined) resolve(address);
    });
    command.on('exit', (status) => reject(new Error(`serve ended with status ${status}: ${printed}`)));
  });
}

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
