import { readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const MODULES = '*.test.{ts,tsx,mjs}';
/** Parts of the window that keep nothing from one test to the next. */
const PURE_PARTS = 'app/renderer/src/{worker,gallery}';

/**
 * The largest files first, but those of one project and environment in a row: a worker keeps its modules only for a next
 * file of the same ones, and ends otherwise.
 */
class ByWorker extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const byWorker = new Map<string, TestSpecification[]>();
    for (const file of await super.sort(files)) {
      const hasDocument = readFileSync(file.moduleId, 'utf8').startsWith('// @vitest-environment');
      const worker = `${file.project.name} ${hasDocument}`;
      byWorker.set(worker, [...(byWorker.get(worker) ?? []), file]);
    }
    return [...byWorker.values()].flat();
  }
}

/** Tests are next to the code. Node by default; a test that needs a document says `// @vitest-environment jsdom`. */
export default defineConfig({
  test: {
    projects: [
      // Pure code: its modules are loaded once for all files of a worker, which is a third of the time.
      {
        extends: true,
        test: {
          name: 'pure',
          include: [`{packages,bench,testing}/**/${MODULES}`, `${PURE_PARTS}/**/${MODULES}`],
          exclude: ['packages/host-client/src/node/**'],
          setupFiles: ['packages/base/test/enable-look.ts'],
          isolate: false,
        },
      },
      // These start the built programs. What they change of their process they restore.
      {
        extends: true,
        test: {
          name: 'shells',
          globalSetup: ['scripts/parts/built-programs.mjs'],
          include: [`{app,e2e,scripts}/**/${MODULES}`, `packages/host-client/src/node/**/${MODULES}`],
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
          isolate: false,
        },
      },
    ],
    exclude: ['**/node_modules/**', '**/dist/**', '.cache/**', 'out/**'],
    setupFiles: ['scripts/parts/test-setup.mjs'],
    expect: { poll: { timeout: 30_000 } },
    environment: 'node',
    sequence: { sequencer: ByWorker },
    // Tests of cost collect the garbage of those before them.
    execArgv: ['--expose-gc'],
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
