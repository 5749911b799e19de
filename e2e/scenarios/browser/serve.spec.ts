import { type ChildProcess, spawn } from 'node:child_process';
import { request } from 'node:http';
import { failedDraft, inRepository } from '../../files/places.ts';
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
    await expect(page).not.toHaveURL(/[?&]t=/);
  } finally {
    await context.close();
    command.kill();
  }
});

/** What a stranger may try, and how the door answers. */
const strangers = [
  { who: 'without a key', path: '/', headers: {}, status: 401 },
  { who: 'with the key of another start', path: '/?t=guessed', headers: {}, status: 401 },
  { who: 'for a file, without a key', path: '/file/guessed', headers: {}, status: 401 },
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

test('a window without the key is told where the key is', async ({ inspector, chromiumBrowser }) => {
  await inspector.start();
  inspector.allow(/"event":"request-refused"/);
  const context = await (await chromiumBrowser()).newContext();
  const page = await context.newPage();
  const answer = await page.goto(inspector.shell.origin);
  expect(answer?.status()).toBe(401);
  await expect(page.getByText('Open the address that was printed when the inspector started')).toBeVisible();
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
