/**
 * `surface.html`: the one document of the frame that draws surfaces. Script and style stand inside it, because its
 * origin is of its own and may load nothing; the shells send it under a policy that names their hashes.
 */
import { join } from 'node:path';
import { build } from 'vite';
import { gatherPackages } from './bundled-packages.mjs';
import { repositoryRoot } from './run-command.mjs';

const entry = 'virtual:surface-frame';

/** The tokens come first: theme and density of the frame are those of the window. */
const parts = [
  'packages/ui/src/styles/tokens.css',
  'packages/renderers/src/surface-frame/surface-frame.css',
  'packages/renderers/src/surface-frame/frame-main.ts',
];

/**
 * Puts a file next to `index.html`, in a build and in the server of `npm run dev`, which makes it again each time.
 *
 * @param {string} type of its content
 */
export function madeFile(fileName, type, make) {
  return {
    name: fileName,
    async generateBundle() {
      this.emitFile({ type: 'asset', fileName, source: await make() });
    },
    configureServer(server) {
      server.middlewares.use(`/${fileName}`, (_request, response, next) => {
        make().then((text) => {
          response.setHeader('content-type', `${type}; charset=utf-8`);
          response.end(text);
        }, next);
      });
    },
  };
}

/**
 * @param {string} engine oldest engine it runs in, as Vite names it
 * @param {Set<string>} packages takes the folders of the packages that it holds
 */
export const surfaceDocument = (engine, packages) =>
  madeFile('surface.html', 'text/html', () => surfaceHtml(engine, packages));

/** @returns {Promise<string>} */
async function surfaceHtml(engine, packages) {
  const { script, style } = await bundle(engine, packages);
  for (const text of [script, style]) {
    // Either would end the element early or begin a comment in it, and a carriage return would change the hash.
    if (/<\/(script|style)|<!--|\r/i.test(text))
      throw new Error('The surface frame cannot be put into one document.');
  }
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<title>Surface</title>',
    `<style>${style}</style>`,
    '</head>',
    '<body>',
    `<script>${script}</script>`,
    '</body>',
    '</html>',
    '',
  ].join('\n');
}

async function bundle(engine, packages) {
  const source = parts.map((part) => `import ${JSON.stringify(join(repositoryRoot, part))};`).join('\n');
  const made = await build({
    root: repositoryRoot,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    plugins: [
      {
        name: 'surface-frame-entry',
        resolveId: (id) => (id === entry ? id : null),
        load: (id) => (id === entry ? source : null),
      },
      gatherPackages(packages),
    ],
    build: {
      write: false,
      target: engine,
      cssTarget: engine,
      minify: true,
      cssCodeSplit: false,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      rolldownOptions: { input: entry, output: { format: 'iife' }, checks: { bundlerTimings: false } },
    },
  });
  const output = (Array.isArray(made) ? made[0] : made).output;
  const script = output.find((file) => file.type === 'chunk')?.code;
  const style = output.find((file) => file.fileName.endsWith('.css'))?.source;
  // An entry that is taken for free of effects would be built to nothing.
  if (script === undefined || script.trim() === '' || style === undefined)
    throw new Error('The surface frame has no script or no style.');
  return { script: script.trim(), style: String(style).trim() };
}
