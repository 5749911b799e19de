/** The two shells as the user starts them, each a process of its own, for scenarios that may end one. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { inRepository } from '@openwop-inspector/testing/files';
import type { Browser, Page } from '@playwright/test';
import { newContext } from './browser-shell.ts';
import { startOnDesktop } from './desktop-shell.ts';

/** A shell that is not in the process of the test. */
export interface OwnShell {
  readonly page: Page;
  /** Resident memory of the shell's process alone, in MB; null where the system does not tell. */
  residentMb(): number | null;
  /** Whether its process still runs. */
  isAlive(): boolean;
  close(): Promise<void>;
}

/** Certificates are checked whatever the environment says. */
const ENVIRONMENT = { NODE_TLS_REJECT_UNAUTHORIZED: '0' };

/** The browser shell by its command, with a page at the address that it prints. */
export async function startServed(
  browser: Browser,
  configDir: string,
  files: readonly string[] = [],
): Promise<OwnShell> {
  const program = inRepository('bin', 'openwop-inspector.mjs');
  const child = spawn(process.execPath, [program, 'serve', ...files], {
    env: { ...process.env, ...ENVIRONMENT, XDG_CONFIG_HOME: configDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const context = await newContext(browser);
  const page = await context.newPage();
  await page.goto(await printedAddress(child));
  return {
    page,
    residentMb: () => residentMb(child.pid),
    isAlive: () => child.exitCode === null && child.signalCode === null,
    close: async () => {
      await context.close().catch(() => undefined);
      const ended = once(child, 'close');
      if (child.kill()) await ended;
    },
  };
}

/** The desktop shell. */
export async function startDesktop(configDir: string): Promise<OwnShell> {
  const parts = { options: {}, configDir, onPage: () => undefined, env: ENVIRONMENT };
  const { application, page, close } = await startOnDesktop(parts);
  const child = application.process();
  return {
    page,
    residentMb: () => residentMb(child.pid),
    isAlive: () => child.exitCode === null && child.signalCode === null,
    close: () => close().catch(() => undefined),
  };
}

async function printedAddress(child: ChildProcess): Promise<string> {
  if (child.stdout === null) throw new Error('the command has no output');
  for await (const line of createInterface({ input: child.stdout })) {
    const [address] = /http:\/\/127\.0\.0\.1:\d+\/\S*/.exec(line) ?? [];
    if (address !== undefined) return address;
  }
  throw new Error('the command ended without an address');
}

function residentMb(pid: number | undefined): number | null {
  const file = `/proc/${pid}/status`;
  if (!existsSync(file)) return null;
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(file, 'utf8'))?.[1];
  return kilobytes === undefined ? null : Number(kilobytes) / 1024;
}
