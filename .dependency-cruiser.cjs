/**
 * Which package may import which (docs/architecture.md, section Packages). `npm run boundaries` runs these; a test
 * plants a violation of each. Tests may read files, so the rules about Node cover shipped code only.
 */
const tests = '\\.test\\.(ts|tsx|mjs)$|/test/';
const contract = '^app/shell-contract/';
/** Workspaces; the first group is the folder. */
const rooms = '^(packages/[^/]+|app/[^/]+|bench|e2e|testing)/';

/** Packages of the application that another package of it may import. */
const allowedInsideApp = [
  { room: 'shell-contract', may: [] },
  { room: 'main', may: ['^app/shell-core/', contract] },
  { room: 'browser-shell', may: ['^app/shell-core/', contract] },
  { room: 'shell-core', may: [contract] },
  { room: 'renderer', may: [contract] },
  { room: 'cli', may: ['^app/browser-shell/'] },
];

/** Folders of run-log, each of which may import those before it: loading first, then answers. */
const runLogFolders = ['scan', 'source', 'index', 'read', 'graph', 'load', 'query', 'check', 'node'];
const runLog = '^packages/run-log/src/';

module.exports = {
  forbidden: [
    {
      name: 'base-imports-nothing-of-ours',
      severity: 'error',
      from: { path: '^packages/base/' },
      to: { path: '^(packages|app|bench|e2e|scripts)/', pathNot: '^packages/base/' },
    },
    {
      name: 'protocol-imports-only-base',
      severity: 'error',
      from: { path: '^packages/protocol/' },
      to: { path: '^(packages|app|bench|e2e|scripts)/', pathNot: '^packages/(protocol|base)/' },
    },
    {
      name: 'ui-imports-only-base',
      severity: 'error',
      from: { path: '^packages/ui/' },
      to: { path: '^(packages|app|bench|e2e|scripts)/', pathNot: '^packages/(ui|base)/' },
    },
    {
      name: 'ui-has-no-store',
      severity: 'error',
      from: { path: '^packages/ui/' },
      to: { path: '(^zustand(/|$)|^@tanstack/react-query|node_modules/(zustand|@tanstack/react-query)/)' },
    },
    {
      name: 'packages-import-only-base-and-protocol',
      severity: 'error',
      from: { path: '^packages/([^/]+)/', pathNot: '^packages/(run-log|renderers|export|compare|audit)/' },
      to: { path: '^(packages|app|bench|e2e|scripts)/', pathNot: '^packages/($1|base|protocol)/' },
    },
    {
      name: 'run-log-imports-only-the-floor-and-events',
      severity: 'error',
      from: { path: '^packages/run-log/' },
      to: {
        path: '^(packages|app|bench|e2e|scripts)/',
        pathNot: '^packages/(run-log|base|protocol|events)/',
      },
    },
    {
      name: 'export-imports-only-run-log-and-what-lies-below-it',
      severity: 'error',
      from: { path: '^packages/export/', pathNot: tests },
      to: {
        path: '^(packages|app|bench|e2e|scripts)/',
        pathNot: '^packages/(export|base|protocol|events|run-log)/',
      },
    },
    {
      name: 'compare-imports-only-run-log-and-base',
      severity: 'error',
      from: { path: '^packages/compare/', pathNot: tests },
      to: {
        path: '^(packages|app|bench|e2e|scripts)/',
        pathNot: '^packages/(compare|base|run-log)/',
      },
    },
    {
      name: 'audit-imports-only-run-log-and-the-acceptor',
      severity: 'error',
      from: { path: '^packages/audit/', pathNot: tests },
      to: {
        path: '^(packages|app|bench|e2e|scripts)/',
        pathNot: '^packages/(audit|base|protocol|acceptor-core|run-log)/',
      },
    },
    {
      name: 'renderers-import-only-the-floor-events-and-ui',
      severity: 'error',
      from: { path: '^packages/renderers/' },
      to: {
        path: '^(packages|app|bench|e2e|scripts)/',
        pathNot: '^packages/(renderers|base|protocol|events|ui)/',
      },
    },
    {
      name: 'events-stay-out-of-react',
      comment: 'A description is data: the command line and the worker read it too.',
      severity: 'error',
      from: { path: '^packages/events/', pathNot: tests },
      to: { path: ['^(react|react-dom)(/|$)', 'node_modules/(react|react-dom)/'] },
    },
    {
      name: 'testing-imports-only-the-floor',
      comment: 'So that the tests of every other package can import it without a circle of workspaces.',
      severity: 'error',
      from: { path: '^testing/' },
      to: { path: rooms, pathNot: '^(testing|packages/base|packages/protocol)/' },
    },
    {
      name: 'only-tests-import-testing',
      comment: 'And the gallery, which is not part of the window.',
      severity: 'error',
      from: { path: '^(packages|app)/', pathNot: [tests, '^app/renderer/src/gallery/'] },
      to: { path: '^testing/' },
    },
    {
      name: 'rooms-are-imported-by-name',
      comment: 'Through their exports: a name that they do not export does not resolve.',
      severity: 'error',
      from: { path: rooms, pathNot: '/assembly/' },
      to: { path: rooms, pathNot: '^$1/', dependencyTypes: ['local'], dependencyTypesNot: ['aliased'] },
    },
    {
      name: 'programs-import-their-own-sources',
      comment: 'Sources in AssemblyScript are found by path alone; all may use the scanner of JSON.',
      severity: 'error',
      from: { path: '^packages/([^/]+)/assembly/' },
      to: { pathNot: '^packages/($1|base)/assembly/' },
    },
    {
      name: 'nothing-imports-app',
      severity: 'error',
      from: { path: '^(packages|bench|e2e|testing)/' },
      to: { path: '^app/' },
    },
    ...allowedInsideApp.map(({ room, may }) => ({
      name: `${room}-imports-only-its-neighbours`,
      severity: 'error',
      from: { path: `^app/${room}/` },
      to: { path: '^(app|bench|e2e|scripts)/', pathNot: [`^app/${room}/`, ...may] },
    })),
    {
      name: 'window-code-stays-out-of-node',
      severity: 'error',
      from: { path: '^app/renderer/', pathNot: tests },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'packages-stay-out-of-node',
      severity: 'error',
      from: {
        path: '^packages/',
        pathNot: ['^packages/(run-log|acceptor-core|host-client)/src/node/', tests],
      },
      to: { dependencyTypes: ['core'] },
    },
    ...runLogFolders.slice(0, -1).map((folder, at) => ({
      name: `run-log-${folder}-imports-only-what-comes-before`,
      severity: 'error',
      from: { path: `${runLog}${folder}/`, pathNot: tests },
      to: {
        path: [`${runLog}(${runLogFolders.slice(at + 1).join('|')})/`, `${runLog}(index|open-run-log)\\.ts$`],
      },
    })),
    {
      name: 'run-log-stories-import-no-answers-about-them',
      severity: 'error',
      from: { path: `${runLog}query/stories/` },
      to: { path: `${runLog}query/(envelopes|found-envelopes|envelope-evidence)/` },
    },
    {
      name: 'run-log-answers-import-no-folder',
      comment: 'The shapes of answers are plain data, whoever makes them.',
      severity: 'error',
      from: { path: `${runLog}[a-z-]*answers\\.ts$` },
      to: { path: `${runLog}[^/]+/` },
    },
    {
      name: 'run-log-has-no-circles',
      comment: 'Of types neither.',
      severity: 'error',
      from: { path: runLog, pathNot: tests },
      to: { circular: true },
    },
    {
      name: 'render-model-stays-out-of-react',
      comment: 'The command line runs it too, and what is decided must not depend on what draws it.',
      severity: 'error',
      from: { path: '^packages/renderers/src/model/', pathNot: tests },
      to: {
        path: [
          '^packages/renderers/src/(?!model/)',
          '^(react|react-dom)(/|$)',
          'node_modules/(react|react-dom)/',
        ],
      },
    },
    {
      name: 'plain-modules-of-the-window-draw-nothing',
      comment:
        'Stores, labels, commands and workers are used without a screen; the app folder puts screens together.',
      severity: 'error',
      from: {
        path: '^app/renderer/src/(features|shared|commands|worker|acceptor-worker)/.*\\.ts$',
        pathNot: tests,
      },
      to: { path: '^app/renderer/src/(.*\\.tsx$|app/)' },
    },
    {
      name: 'workers-reach-no-store',
      comment: 'Over any number of imports: what a worker loads must not depend on what the user chose.',
      severity: 'error',
      from: { path: '^app/renderer/src/(worker|acceptor-worker)/', pathNot: tests },
      to: {
        path: [
          '^(zustand|@tanstack/react-query)(/|$)',
          'node_modules/(zustand|@tanstack/react-query)/',
          '^app/renderer/src/.*\\.tsx$',
        ],
        reachable: true,
      },
    },
    {
      name: 'only-foreign-schemas-make-code',
      comment: 'Ajv makes code from text, which the policy of the window forbids.',
      severity: 'error',
      from: { path: '^(packages|app)/', pathNot: ['^packages/acceptor-core/src/foreign-schemas/', tests] },
      to: { path: '(^ajv(/|$)|node_modules/ajv/)' },
    },
    {
      name: 'only-the-desktop-shell-imports-electron',
      severity: 'error',
      from: { pathNot: ['^app/main/', '^scripts/', '^e2e/'] },
      to: { path: '(^electron$|node_modules/electron/)' },
    },
    {
      name: 'no-feature-draws-another',
      comment: 'A feature may use the stores and labels of another one; what several draw is in shared.',
      severity: 'error',
      from: { path: '^app/renderer/src/features/([^/]+)/', pathNot: tests },
      to: { path: '^app/renderer/src/features/.*\\.(tsx|css)$', pathNot: '^app/renderer/src/features/$1/' },
    },
    {
      name: 'features-know-no-app',
      severity: 'error',
      from: { path: '^app/renderer/src/(features|shared)/', pathNot: tests },
      to: { path: '^app/renderer/src/app/' },
    },
    {
      name: 'shared-draws-no-feature',
      severity: 'error',
      from: { path: '^app/renderer/src/shared/', pathNot: tests },
      to: { path: '^app/renderer/src/features/.*\\.(tsx|css)$' },
    },
    {
      name: 'no-cycles',
      comment: 'Of types neither.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'every-import-resolves',
      comment: 'Electron is there when it runs; its types come with scripts/desktop.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^electron$' },
    },
  ],
  options: {
    doNotFollow: { path: '(^|/)node_modules/' },
    exclude: { path: '^dist/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    combinedDependencies: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'default'],
      mainFields: ['module', 'main', 'types'],
    },
  },
};
