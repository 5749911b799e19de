import { defineConfig } from 'vitest/config';

/** Tests lie beside the code. Node by default; a test that needs a document says `// @vitest-environment jsdom`. */
export default defineConfig({
  test: {
    include: ['{packages,app,bench,e2e,scripts,testing}/**/*.test.{ts,tsx,mjs}'],
    exclude: ['**/node_modules/**', '**/dist/**', '.cache/**', 'out/**'],
    // Live sessions have processes of their own, which run what is built.
    globalSetup: ['scripts/parts/built-programs.mjs'],
    setupFiles: ['scripts/parts/quiet-console.mjs'],
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
