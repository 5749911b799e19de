import type { ConsoleMessage, Page } from '@playwright/test';

/** What happened in a window that must not happen in any scenario. */
export interface PageWatch {
  /** Starts listening. */
  watch(page: Page, origin: string): void;
  /** From now on, messages that match are what the scenario is about. */
  allow(pattern: RegExp): void;
  complaints(): readonly string[];
}

/**
 * Listens for errors in the console (a breach of the content security policy is one), for exceptions nobody caught, and
 * for requests to anywhere but the window's own origin. Workers are heard too.
 */
export function createPageWatch(): PageWatch {
  const heard: string[] = [];
  const allowed: RegExp[] = [];
  return {
    watch(page, origin) {
      page.on('console', (message) => {
        if (isBad(message)) heard.push(`console ${message.type()}: ${message.text()}`);
      });
      page.on('pageerror', (error) => heard.push(`exception: ${error.message}`));
      page.on('crash', () => heard.push('the page crashed'));
      page.on('request', (request) => {
        if (!isOwn(request.url(), origin)) heard.push(`request: ${request.url()}`);
      });
    },
    allow: (pattern) => allowed.push(pattern),
    complaints: () => heard.filter((line) => !allowed.some((pattern) => pattern.test(line))),
  };
}

function isBad(message: ConsoleMessage): boolean {
  return message.type() === 'error' || message.type() === 'warning';
}

/** Own files, and bytes the window made itself. */
function isOwn(url: string, origin: string): boolean {
  return url.startsWith(origin) || url.startsWith('blob:') || url.startsWith('data:');
}
