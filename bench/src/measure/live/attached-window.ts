import type { Page } from '@playwright/test';
import type { DemoHost } from './demo-host.ts';

/** What a window says of its live session. */
export interface ShownSession {
  /** Events in the list. */
  readonly shown: number;
  /** Events that the shell has. */
  readonly received: number;
  /** Verdict of the ledger: "Whole so far, 0 to 2,877". */
  readonly ledger: string;
}

/** Attaches to the host's run as a person does, and resolves when its newest events are followed. */
export async function attach(page: Page, shellUrl: string, host: DemoHost): Promise<void> {
  await page.goto(shellUrl);
  await page.getByRole('button', { name: /^Attach to a live host/ }).click();
  const screen = page.getByRole('region', { name: 'Live host', exact: true });
  const adding = screen.getByRole('form', { name: 'Add a host' });
  const address = adding.getByRole('textbox', { name: 'Address of a host or run' });
  await address.fill(`${host.origin}/v1/runs/${host.runId}`);
  await address.press('Enter');
  await adding.getByRole('button', { name: 'Add this host' }).click();
  const connection = screen.getByRole('region', { name: 'Connection', exact: true });
  const token = connection.getByRole('region', { name: 'Token' });
  await token.getByRole('radio', { name: /^Until/ }).check();
  await token.getByLabel('Token', { exact: true }).and(token.locator('input')).fill(host.token);
  await token.getByRole('button', { name: 'Set the token' }).click();
  await connection.getByRole('button', { name: /^Attach/ }).click();
  await page.getByRole('group', { name: 'Connection' }).getByText('Connected').waitFor({ timeout: 120_000 });
  await page.getByRole('listbox', { name: 'Events' }).getByRole('option').first().waitFor();
}

/** Reads it by role and name. */
export async function readShown(page: Page): Promise<ShownSession> {
  const row = page.getByRole('listbox', { name: 'Events' }).getByRole('option').first();
  const status = await page.getByRole('region', { name: 'Status' }).innerText();
  const completeness = await page.getByRole('region', { name: 'Completeness' }).innerText();
  return {
    shown: Number(await row.getAttribute('aria-setsize')),
    received: Number(/([\d,]+) events? received/.exec(status)?.[1]?.replaceAll(',', '')),
    ledger: /^\s*((?:Whole so far|Complete,|Missing|No events).*)$/m.exec(completeness)?.[1] ?? completeness,
  };
}
