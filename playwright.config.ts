import { defineConfig } from '@playwright/test';

/**
 * Each scenario runs in both shells, one after another within a shell and side by side between them. `scripts/e2e.mjs`
 * finds the programs and passes them on: INSPECTOR_CHROMIUM and INSPECTOR_ELECTRON_TEST. The project's name tells the
 * fixture which shell to start; scenarios for one shell alone lie in a folder of their own.
 */
export default defineConfig({
  testDir: 'e2e',
  // What ends in .test.ts beside the host is run by Vitest.
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  workers: 2,
  retries: 0,
  forbidOnly: true,
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: [['list'], ['json', { outputFile: '.cache/playwright.json' }]],
  projects: [
    {
      name: 'chromium',
      workers: 1,
      testIgnore: ['scenarios/desktop/**', 'scenarios/gallery/**', 'pictures/**'],
    },
    {
      name: 'electron',
      workers: 1,
      testMatch: 'scenarios/**/*.spec.ts',
      testIgnore: ['scenarios/browser/**', 'scenarios/gallery/**'],
    },
    // In Chromium, by itself: whichever shell is done first leaves its place to it.
    { name: 'gallery', workers: 1, testMatch: 'scenarios/gallery/**/*.spec.ts' },
    // Takes the pictures of the guide; `npm run pictures` asks for it.
    { name: 'pictures', workers: 1, testMatch: 'pictures/**/*.spec.ts' },
  ],
});
