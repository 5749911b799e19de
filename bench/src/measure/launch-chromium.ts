import { existsSync } from 'node:fs';
import type { Browser } from '@playwright/test';

const USUAL_PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Starts a Chromium without a window: the one that INSPECTOR_CHROMIUM names, one of the system, or Playwright's own. */
export async function launchChromium(): Promise<Browser> {
  // Only here: every measurement starts this program, and their memory must not hold a browser driver.
  const { chromium } = await import('@playwright/test');
  const executablePath = ownChromium();
  const args = ['--no-sandbox'];
  return chromium.launch({ args, ...(executablePath === undefined ? {} : { executablePath }) });
}

/** The Chromium that is started; undefined for Playwright's own. */
export function ownChromium(): string | undefined {
  return process.env.INSPECTOR_CHROMIUM ?? USUAL_PLACES.find((place) => existsSync(place));
}
