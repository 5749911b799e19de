import type { Page } from '@playwright/test';

/**
 * Listens for errors in the console (a breach of the content security policy is one), for exceptions nobody caught, and
 * for requests to anywhere but the window's own origin: what must not happen in any scenario. Workers are heard too.
 */
export function createPageWatch() {
  const heard: string[] = [];
  const allowed: RegExp[] = [];
  return {
    /** Starts listening. */
    watch(page: Page, origin: string): void {
      page.on('console', (message) => {
        if (/error|warning/.test(message.type())) heard.push(`console ${message.type()}: ${message.text()}`);
      });
      page.on('pageerror', (error) => heard.push(`exception: ${error.message}`));
      page.on('crash', () => heard.push('the page crashed'));
      page.on('request', (request) => {
        const url = request.url();
        // Own files, and bytes the window made itself.
        const isOwn = [origin, 'blob:', 'data:'].some((start) => url.startsWith(start));
        if (!isOwn) heard.push(`request: ${url}`);
      });
    },
    /** Adds what was heard elsewhere. */
    add: (lines: readonly string[]) => heard.push(...lines),
    /** From now on, messages that match are what the scenario is about. */
    allow: (pattern: RegExp) => allowed.push(pattern),
    complaints: () => heard.filter((line) => !allowed.some((pattern) => pattern.test(line))),
  };
}
