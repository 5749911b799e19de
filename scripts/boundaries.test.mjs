import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkBoundaries } from './boundaries.mjs';
import { repositoryRoot } from './parts/run-command.mjs';

const rooms = ['packages', 'app', 'testing'];

const runLogFolders = ['scan', 'source', 'index', 'read', 'graph', 'load', 'query', 'check', 'node'];

/** One violation of each rule: the file it is planted in, and what that file says. */
const planted = [
  ['base-imports-nothing-of-ours', 'packages/base/src/planted.ts', "import '../../protocol/src/ids.ts';"],
  [
    'protocol-imports-only-base',
    'packages/protocol/src/planted.ts',
    "import '../../run-log/src/answers.ts';",
  ],
  ['ui-imports-only-base', 'packages/ui/src/planted.ts', "import '../../protocol/src/ids.ts';"],
  ['ui-has-no-store', 'packages/ui/src/planted-store.ts', "import 'zustand';"],
  [
    'packages-import-only-base-and-protocol',
    'packages/events/src/planted.ts',
    "import '../../run-log/src/answers.ts';",
  ],
  [
    'packages-import-only-base-and-protocol',
    'packages/host-client/src/planted-events.ts',
    "import '../../events/src/index.ts';",
  ],
  [
    'run-log-imports-only-the-floor-and-events',
    'packages/run-log/src/planted-ui.ts',
    "import '../../ui/src/index.ts';",
  ],
  [
    'renderers-import-only-the-floor-events-and-ui',
    'packages/renderers/src/planted.ts',
    "import '../../run-log/src/answers.ts';",
  ],
  ['events-stay-out-of-react', 'packages/events/src/planted-react.ts', "import 'react';"],
  [
    'nothing-imports-app',
    'packages/run-log/src/planted-app.ts',
    "import '../../../app/shell-contract/src/index.ts';",
  ],
  [
    'renderer-imports-only-its-neighbours',
    'app/renderer/src/planted.ts',
    "import '../../shell-core/src/planted-core.ts';",
  ],
  [
    'shell-core-imports-only-its-neighbours',
    'app/shell-core/src/planted-core.ts',
    "import '../../main/src/planted-main.ts';",
  ],
  ['testing-imports-only-the-floor', 'testing/host/planted.ts', "import '@openwop-inspector/run-log';"],
  [
    'only-tests-import-testing',
    'packages/run-log/src/planted-testing.ts',
    "import '@openwop-inspector/testing/planted';",
  ],
  [
    'rooms-are-imported-by-name',
    'app/cli/src/planted-path.ts',
    "import '../../../packages/run-log/src/index.ts';",
  ],
  [
    'rooms-are-imported-by-name',
    'testing/planted-path.ts',
    "import type {} from '../packages/base/src/index.ts';",
  ],
  [
    'programs-import-their-own-sources',
    'packages/base/assembly/planted.ts',
    "import '../../run-log/assembly/hashes';",
  ],
  [
    'every-import-resolves',
    'app/cli/src/planted-deep.ts',
    "import '@openwop-inspector/run-log/src/index.ts';",
  ],
  [
    'compare-imports-only-run-log-and-base',
    'packages/compare/src/planted.ts',
    "import '../../events/src/index.ts';",
  ],
  [
    'audit-imports-only-run-log-and-the-acceptor',
    'packages/audit/src/planted.ts',
    "import '../../events/src/index.ts';",
  ],
  ['window-code-stays-out-of-node', 'app/renderer/src/planted-fs.ts', "import 'node:fs';"],
  ['packages-stay-out-of-node', 'packages/run-log/src/planted-fs.ts', "import 'node:fs';"],
  ...runLogFolders
    .slice(0, -1)
    .map((folder, at) => [
      `run-log-${folder}-imports-only-what-comes-before`,
      `packages/run-log/src/${folder}/planted-order.ts`,
      `import '../${runLogFolders[at + 1]}/planted-next.ts';`,
    ]),
  [
    'run-log-stories-import-no-answers-about-them',
    'packages/run-log/src/query/stories/planted.ts',
    "import '../envelopes/planted-row.ts';",
  ],
  [
    'run-log-answers-import-no-folder',
    'packages/run-log/src/planted-answers.ts',
    "import './query/planted-next.ts';",
  ],
  [
    'run-log-has-no-circles',
    'packages/run-log/src/scan/planted-one.ts',
    "import type { two } from './planted-two.ts';\nexport type one = two;",
  ],
  ['render-model-stays-out-of-react', 'packages/renderers/src/model/planted.ts', "import 'react';"],
  [
    'plain-modules-of-the-window-draw-nothing',
    'app/renderer/src/features/planted/planted-store.ts',
    "import './Planted.tsx';",
  ],
  [
    'plain-modules-of-the-window-draw-nothing',
    'app/renderer/src/worker/planted.ts',
    "import '../features/planted/Planted.tsx';",
  ],
  [
    'workers-reach-no-store',
    'app/renderer/src/worker/planted-model.ts',
    "import '../shared/planted-store.ts';",
  ],
  ['only-foreign-schemas-make-code', 'packages/acceptor-core/src/planted.ts', "import 'ajv/dist/2020.js';"],
  ['only-the-desktop-shell-imports-electron', 'app/browser-shell/src/planted.ts', "import 'electron';"],
  [
    'no-feature-draws-another',
    'app/renderer/src/features/planted-a/A.tsx',
    "import '../planted/Planted.tsx';",
  ],
  ['features-know-no-app', 'app/renderer/src/shared/planted-app.tsx', "import '../app/planted-start.ts';"],
  [
    'shared-draws-no-feature',
    'app/renderer/src/shared/planted-feature.tsx',
    "import '../features/planted/Planted.tsx';",
  ],
  ['no-cycles', 'app/cli/src/planted-one.ts', "import type {} from './planted-two.ts';"],
  ['every-import-resolves', 'app/cli/src/planted-lost.ts', "import './there-is-no-such-file.ts';"],
  [
    'only-ipc-uses-ipcMain',
    'app/main/src/planted-main.ts',
    "import { ipcMain } from 'electron';\nipcMain.handle('x', () => 1);",
  ],
];
const innocent = [
  ['packages/run-log/src/query/envelopes/planted-row.ts', 'export {};'],
  ...runLogFolders.map((folder) => [`packages/run-log/src/${folder}/planted-next.ts`, 'export {};']),
  [
    'packages/run-log/src/scan/planted-two.ts',
    "import type { one } from './planted-one.ts';\nexport type two = one | 1;",
  ],
  ['app/renderer/src/features/planted/Planted.tsx', 'export const b = 1;'],
  ['app/renderer/src/shared/planted-store.ts', "import 'zustand';"],
  ['app/renderer/src/app/planted-start.ts', 'export {};'],
  ['app/cli/src/planted-two.ts', "import type {} from './planted-one.ts';"],
  ['app/cli/src/planted-name.ts', "import '@openwop-inspector/run-log';"],
];

describe('the import rules', () => {
  const copy = mkdtempSync(join(tmpdir(), 'inspector-boundaries-'));
  let found;

  beforeAll(async () => {
    const isSource = (path) =>
      !/node_modules|generated|testing\/(vectors|recordings)/.test(path.slice(repositoryRoot.length));
    for (const room of rooms) {
      cpSync(join(repositoryRoot, room), join(copy, room), { recursive: true, filter: isSource });
    }
    mkdirSync(join(copy, 'node_modules/@openwop-inspector'), { recursive: true });
    const named = ['protocol', 'run-log', 'acceptor-core', 'ui', 'renderers'].map(
      (name) => `packages/${name}`,
    );
    for (const room of [...named, 'testing']) {
      symlinkSync(join(copy, room), join(copy, 'node_modules/@openwop-inspector', basename(room)));
    }
    for (const [file, text] of [...planted.map(([, file, text]) => [file, text]), ...innocent]) {
      mkdirSync(dirname(join(copy, file)), { recursive: true });
      writeFileSync(join(copy, file), `${text}\n`);
    }
    found = await checkBoundaries(copy);
  });
  afterAll(() => rmSync(copy, { recursive: true, force: true }));

  test.each(planted)('%s finds its planted violation', (rule, file) => {
    expect(found.violations.map((violation) => `${violation.rule} ${violation.from}`)).toContain(
      `${rule} ${file}`,
    );
  });

  test('an import by name is no violation', () => {
    expect(found.violations.filter(({ from }) => from === 'app/cli/src/planted-name.ts')).toEqual([]);
  });

  test('reads the modules, instead of passing over them', () => {
    expect(found.modules).toBeGreaterThan(planted.length + innocent.length + 10);
  });
});
