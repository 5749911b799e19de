import { defineConfig } from 'vitest/config';

const MODULES = '*.test.{ts,tsx,mjs}';
/** Parts of the window that keep nothing from one test to the next. */
const PURE_PARTS = 'app/renderer/src/{model,worker,gallery}';

/** Tests lie beside the code. Node by default; a test that needs a document says `// @vitest-environment jsdom`. */
export default defineConfig({
  test: {
    projects: [
      // Pure code: its modules are loaded once for all files of a worker, which is a third of the time.
      {
        extends: true,
        test: {
          name: 'pure',
          include: [`{packages,bench,testing}/**/${MODULES}`, `${PURE_PARTS}/**/${MODULES}`],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'fast scanner',
          include: [
            `packages/base/src/{mask,secrets}/**/${MODULES}`,
            `packages/host-client/src/{scan,ledger,live,capture}/**/${MODULES}`,
            `packages/run-log/**/${MODULES}`,
          ],
          // These read no log, or with each scanner anyway.
          exclude: ['**/view/filter/regex/**', '**/test/{graph-reference,scanners-agree}.test.ts'],
          setupFiles: ['packages/run-log/test/fast-scanner-everywhere.ts'],
          isolate: false,
        },
      },
      // What these change of their process they put back.
      {
        extends: true,
        test: {
          name: 'shells',
          include: [`{app,e2e,scripts}/**/${MODULES}`],
          exclude: ['app/renderer/**'],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'window',
          include: [`app/renderer/**/${MODULES}`],
          exclude: [`${PURE_PARTS}/**`],
        },
      },
    ],
    exclude: ['**/node_modules/**', '**/dist/**', '.cache/**', 'out/**'],
    // Live sessions have processes of their own, which run what is built.
    globalSetup: ['scripts/parts/built-programs.mjs'],
    setupFiles: ['scripts/parts/quiet-console.mjs', 'scripts/parts/same-everywhere.mjs'],
    expect: { poll: { timeout: 30_000 } },
    environment: 'node',
    // By default one processor is left to the main thread, which has little to do: on two that is half of the speed.
    maxWorkers: '100%',
    css: { modules: { classNameStrategy: 'non-scoped' } },
    // Property tests and walks over every recording take longer than the default five seconds on a slow machine.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    restoreMocks: true,
    unstubGlobals: true,
  },
});
