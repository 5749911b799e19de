/**
 * The window with reload on change: npm run dev [-- FILE…]
 *
 * Vite serves the renderer from its sources, and passes calls and files on to a browser shell behind it. For work on
 * the renderer alone: the strict policy of the shells is not in force here, so look at `npm start` before you are done.
 */
import { join, resolve } from 'node:path';
import { createServer } from 'vite';
import { buildAll } from './build.mjs';
import { rendererConfig } from './parts/build-targets.mjs';
import { repositoryRoot } from './parts/run-command.mjs';

if (!(await buildAll({ only: ['server'] }))) process.exit(1);
const { onEnter, startBrowserShell } = await import(new URL('../dist/server.mjs', import.meta.url).href);
const folder = process.env.INIT_CWD ?? process.cwd();
const shell = await startBrowserShell({
  files: process.argv.slice(2).map((file) => resolve(folder, file)),
  samplesDir: join(repositoryRoot, 'samples'),
  rendererDir: join(repositoryRoot, 'dist', 'renderer'),
});
const origin = `http://127.0.0.1:${shell.port}`;

const throughTheDoor = {
  target: origin,
  configure: (proxy) => {
    proxy.on('proxyReq', (request) => {
      request.setHeader('host', new URL(origin).host);
      request.setHeader('origin', origin);
    });
  },
};
const server = await createServer({
  ...rendererConfig(join(repositoryRoot, 'dist', 'renderer')),
  logLevel: 'info',
  server: {
    host: '127.0.0.1',
    proxy: { '/window': throughTheDoor, '/rpc': throughTheDoor, '/file': throughTheDoor },
  },
});
await server.listen();
const addressHere = () => new URL(new URL(shell.newAddress()).hash, server.resolvedUrls?.local[0]).href;
console.log(addressHere());
console.log('An address opens one window, once. Enter prints another, Ctrl-C ends it.');
onEnter(process.stdin, () => console.log(addressHere()));

process.once('SIGINT', async () => {
  await server.close();
  await shell.close();
  process.exit(0);
});
