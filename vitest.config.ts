import { defineConfig } from 'vitest/config';

/** Tests lie beside the code. Node by default; a test that needs a document says `// @vitest-environment jsdom`. */
export default defineConfig({
  test: {
    include: ['{packages,app,bench,scripts}/**/*.test.{ts,tsx,mjs}'],
    exclude: ['**/node_modules/**', '**/dist/**', '.cache/**', 'out/**'],
    environment: 'node',
    css: { modules: { classNameStrategy: 'non-scoped' } },
    // Property tests and walks over every recording take longer than the default five seconds on a slow machine.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    restoreMocks: true,
    unstubGlobals: true,
  },
});
