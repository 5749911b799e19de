import { defineConfig } from '@playwright/test';

/** What is hostile has lanes of its own: of three that run at a time none is much longer than the others. */
const HOSTILE = 'scenarios/**/hostile-*.spec.ts';

/**
 * Each scenario runs in both shells, one after another within a shell and side by side between them. `scripts/e2e.mjs`
 * finds the programs and passes them on: INSPECTOR_CHROMIUM and INSPECTOR_ELECTRON_TEST. The beginning of the project's
 * name says which shell the fixture starts; scenarios for one shell alone lie in a folder of their own.
 */
export default defineConfig({
  testDir: 'e2e',
  // What ends in .test.ts beside the host is run by Vitest.
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  workers: 3,
  retries: 0,
  forbidOnly: true,
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: [['list'], ['json', { outputFile: '.cache/playwright.json' }]],
  projects: [
    {
      name: 'chromium',
      workers: 1,
      testIgnore: ['scenarios/desktop/**', 'scenarios/gallery/**', 'pictures/**', HOSTILE],
    },
    {
      name: 'electron',
      workers: 1,
      testMatch: 'scenarios/**/*.spec.ts',
      testIgnore: ['scenarios/browser/**', 'scenarios/gallery/**', HOSTILE],
    },
    { name: 'chromium-hostile', workers: 1, testMatch: HOSTILE },
    { name: 'electron-hostile', workers: 1, testMatch: HOSTILE, testIgnore: 'scenarios/browser/**' },
    // In Chromium.
    { name: 'gallery', workers: 1, testMatch: 'scenarios/gallery/**/*.spec.ts' },
    // Takes the pictures of the guide; `npm run pictures` asks for it.
    { name: 'pictures', workers: 1, testMatch: 'pictures/**/*.spec.ts' },
  ],
});
