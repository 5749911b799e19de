/**
 * What is built from what. The renderer is one bundle for both shells; what runs in Node or in Electron's main process is
 * one file each, so that nothing has to be found at run time, but for the command line, which loads the parts of a verb
 * on request: a folder.
 */

import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { gatherPackages } from './bundled-packages.mjs';
import { repositoryRoot } from './run-command.mjs';
import { madeFile, surfaceDocument } from './surface-document.mjs';

/** Oldest engines we build for: the Electron of the tests (Chromium 114, Node 18) and Node 20 for the rest. */
const windowEngine = 'chrome114';
const desktopEngine = 'node18';
const nodeEngine = 'node20';

/** No configuration file is searched for: what is written here is all there is. */
const quietly = { configFile: false, logLevel: 'warn', clearScreen: false };

/**
 * @typedef {object} BuildTarget
 * @property {string} name as printed
 * @property {string} entry file the build starts from, under the repository's root
 * @property {readonly string[]} inputs files and folders whose content decides whether to build again
 * @property {string} output file or folder made, under `dist`
 * @property {boolean} isGiven whether people get it: the licences of what it holds are checked and listed
 * @property {(outDir: string, packages: Set<string>) => import('vite').InlineConfig} config `packages` takes the folders of
 *   the packages that the bundle holds
 */

/** What a program that serves or shows the window is made of, besides its own folder. */
const shellInputs = ['app/shell-contract', 'app/shell-core', 'packages'];

/** Targets that stay in the repository. */
const forUsAlone = ['bench', 'demo-host'];

const entityTable = join(repositoryRoot, 'node_modules/decode-named-character-reference/index.js');

/** @type {readonly BuildTarget[]} */
export const buildTargets = [
  {
    name: 'renderer',
    entry: 'app/renderer/index.html',
    inputs: ['app/renderer', 'app/shell-contract', 'packages', 'docs/protocol'],
    output: 'renderer',
    isGiven: true,
    config: rendererConfig,
  },
  {
    // Next to the window and not in it: nobody who installs the inspector needs the gallery.
    name: 'gallery',
    entry: 'app/renderer/gallery/index.html',
    inputs: ['app/renderer', 'app/shell-contract', 'packages'],
    output: 'gallery',
    isGiven: false,
    config: galleryConfig,
  },
  nodeTarget('main', 'app/main/src/main.ts', 'main.cjs', [...shellInputs, 'app/main']),
  nodeTarget('preload', 'app/main/src/preload.ts', 'preload.cjs', ['app/main', 'app/shell-contract']),
  nodeTarget('live-session', 'packages/host-client/src/node/session/session-main.ts', 'live-session.cjs', [
    'packages/host-client',
    'packages/protocol',
  ]),
  nodeTarget('server', 'app/browser-shell/src/index.ts', 'server.mjs', [...shellInputs, 'app/browser-shell']),
  nodeTarget('cli', 'app/cli/src/index.ts', 'cli', [...shellInputs, 'app/browser-shell', 'app/cli'], {
    'look-thread': 'packages/run-log/src/node/look-thread.ts',
  }),
  nodeTarget('bench', 'bench/src/index.ts', 'bench.mjs', ['bench', 'packages']),
  nodeTarget('demo-host', 'testing/host/demo.ts', 'demo-host.mjs', [
    'testing/host',
    'testing/samples.ts',
    'testing/files/hostile',
    'packages/base',
  ]),
];

/**
 * The renderer's build; `dev.mjs` serves from the same settings.
 *
 * @param {Set<string>} [packages] takes the folders of the packages that the bundles hold
 */
export function rendererConfig(outDir, packages = new Set()) {
  return {
    ...quietly,
    root: join(repositoryRoot, 'app/renderer'),
    base: './',
    plugins: [react(), surfaceDocument(windowEngine, packages), guardScript(), gatherPackages(packages)],
    // Its form for browsers reads entities through innerHTML, which the policy of the window forbids; this one has a table.
    resolve: { alias: { 'decode-named-character-reference': entityTable } },
    css: { modules: cssModules },
    worker: {
      format: 'es',
      plugins: () => [gatherPackages(packages)],
      rolldownOptions: {
        output: {
          codeSplitting: {
            groups: [
              // As for the window: few files. What a log is opened with, then what checks it and answers its views.
              { name: 'session', tags: ['$initial'] },
              { name: 'checks', test: /\/(?:payload-checks|view-jobs)\.ts$/ },
            ],
          },
        },
      },
    },
    build: {
      outDir,
      emptyOutDir: true,
      target: windowEngine,
      cssTarget: windowEngine,
      // The policy allows no data: fonts or styles, and every file is next door anyway.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      // Served from the same machine: one file of a megabyte is quicker there than ten that wait for each other.
      chunkSizeWarningLimit: 4096,
      rolldownOptions: {
        checks: { bundlerTimings: false },
        // What the window cannot begin without is one file. Each further file costs an answer of the shell and a dozen
        // messages between processes of the browser: as 130 files a start took half a second more of the processor.
        output: { codeSplitting: { groups: [{ name: 'window', tags: ['$initial'] }] } },
      },
    },
  };
}

/** `guard.js`, which `index.html` loads before every other script: part of no bundle, because packages run first there. */
const guardScript = () =>
  madeFile('guard.js', 'text/javascript', async () => {
    const input = join(repositoryRoot, 'packages/renderers/src/surface-frame/guard-main.ts');
    const rolldownOptions = { input, output: { format: 'iife' } };
    const { output } = await build({
      ...quietly,
      publicDir: false,
      build: { write: false, target: windowEngine, modulePreload: { polyfill: false }, rolldownOptions },
    });
    return output[0].code;
  });

/** The gallery's build: the same settings from another document. */
function galleryConfig(outDir) {
  const root = join(repositoryRoot, 'app/renderer/gallery');
  return { ...rendererConfig(outDir), root, publicDir: join(repositoryRoot, 'app/renderer/public') };
}

/** @param {Record<string, string>} programs further programs of a folder, by their names */
function nodeTarget(name, entry, output, inputs, programs = {}) {
  const isFolder = !output.includes('.');
  const config = (outDir, packages) => ({
    ...quietly,
    plugins: [gatherPackages(packages)],
    root: repositoryRoot,
    build: {
      ssr: isFolder ? true : join(repositoryRoot, entry),
      outDir,
      emptyOutDir: true,
      target: output.endsWith('.cjs') ? desktopEngine : nodeEngine,
      // What a command has to read before it begins; a mistake of ours is reported with the names of its functions.
      minify: isFolder,
      reportCompressedSize: false,
      rolldownOptions: {
        checks: { bundlerTimings: false },
        // Electron brings itself; it is not among the packages that are installed here.
        external: ['electron'],
        ...(isFolder ? { input: { index: entry, ...programs } } : {}),
        output: {
          format: output.endsWith('.cjs') ? 'cjs' : 'es',
          ...(isFolder
            ? { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs', keepNames: true }
            : { entryFileNames: output, codeSplitting: false }),
        },
      },
    },
    ssr: { noExternal: true, external: ['playwright-core', '@playwright/test'] },
  });
  return { name, entry, inputs, output, isGiven: !forUsAlone.includes(name), config };
}

// How class names of sheets are written into the bundle: `_row_1a2b3`, from the name and the file alone. So what a sheet
// composes of another (`composes: row wrap from '@openwop-inspector/ui/layout.css'`) is known without reading that
// sheet's rules into it; by default they would be in the bundle once for each sheet that composes.

function scopedName(name, file) {
  const place = relative(repositoryRoot, file.replace(/\?.*$/, ''));
  return `_${name}_${createHash('sha256').update(place).digest('hex').slice(0, 5)}`;
}

/** Reads which classes a composed sheet has; its rules come into the bundle where it is imported. */
class ComposedSheets {
  finalSource = '';

  constructor(_root, _plugins, findFile) {
    this.findFile = findFile;
  }

  async fetch(from, importer) {
    const file = await this.findFile(from.replaceAll(/^["']|["']$/g, ''), importer);
    const names = (await readFile(file, 'utf8')).matchAll(/\.([a-zA-Z]\w*)/g);
    return Object.fromEntries([...names].map(([, name]) => [name, scopedName(name, file)]));
  }
}

/** For `css.modules` of Vite. */
const cssModules = { generateScopedName: scopedName, Loader: ComposedSheets };
