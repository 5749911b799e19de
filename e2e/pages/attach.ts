import type { LiveHost } from '@openwop-inspector/testing/host';
import { expect } from '@playwright/test';
import type { AppWindow } from './app-window.ts';

/** Goes the way of a person who has the address of a run and a token for its host, until the session stands. */
export async function attachTo(window: AppWindow, host: LiveHost, runId: string): Promise<void> {
  const { connect, titleBar } = window;
  const before = await titleBar.tabs.count();
  await openConnectScreen(window);
  await connect.address.fill(`${host.origin}/v1/runs/${encodeURIComponent(runId)}`);
  await connect.address.press('Enter');
  if (before === 0) {
    await connect.addHost.click();
    await connect.setToken(host.key);
  }
  await expect(connect.runId).toHaveValue(runId);
  await connect.attach.click();
  await expect(titleBar.tabs).toHaveCount(before + 1);
}

/** Opens the connection screen from the start screen, or over a session. */
export async function openConnectScreen({ start, titleBar, connect, page }: AppWindow): Promise<void> {
  if ((await titleBar.tabs.count()) === 0) await start.hosts.click();
  else await page.keyboard.press('Control+l');
  await expect(connect.region).toBeVisible();
}
