import { defineConfig } from '@playwright/test';

/** Everything in both shells, and the long scenarios: `npm run test:all`. */
const isAll = process.env.INSPECTOR_TEST_ALL === 'true';

/** Files with scenarios that take more than a quarter of a minute. */
const LONG = [
  'scenarios/gallery/*.spec.ts',
  'scenarios/hostile-*.spec.ts',
  'scenarios/browser/{hostile-tail,many-rows}.spec.ts',
  'scenarios/{accessibility,loading,stopped-session}.spec.ts',
];

/**
 * `scripts/e2e.mjs` finds the programs and passes their paths in INSPECTOR_CHROMIUM and INSPECTOR_ELECTRON_TEST. The
 * beginning of a project's name says which shell the fixture starts; scenarios for one shell alone are in a folder of
 * their own. Scenarios share nothing, so each may run in any worker.
 */
export default defineConfig({
  testDir: 'e2e',
  // Files that end in .test.ts are run by Vitest.
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  // Of two processors a scenario needs less than one: it waits for hosts, for frames, for a session that hangs.
  workers: 3,
  retries: 0,
  forbidOnly: true,
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: [['list'], ['json', { outputFile: '.cache/playwright.json' }]],
  projects: [
    {
      // One worker: two windows on one display take the focus from each other.
      name: 'electron',
      workers: 1,
      testMatch: 'scenarios/**/*.spec.ts',
      testIgnore: ['scenarios/browser/**', 'scenarios/gallery/**'],
      // The window is one bundle in both shells, and the process of a session, which reads what hosts of either major
      // send, is one program: e2e/README.md says what is tagged.
      ...(isAll ? {} : { grep: /@desktop|scenarios\/desktop\//, grepInvert: /\(v2\) @desktop$/ }),
    },
    // Long ones are begun first, so that the last scenario to end is a short one.
    { name: 'chromium-long', testMatch: LONG },
    {
      name: 'chromium',
      testMatch: 'scenarios/**/*.spec.ts',
      testIgnore: ['scenarios/desktop/**', ...LONG],
    },
    // Takes the pictures of the guide; `npm run pictures` runs it.
    { name: 'pictures', workers: 1, testMatch: 'pictures/**/*.spec.ts' },
  ],
});
