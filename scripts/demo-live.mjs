/**
 * Starts a host on loopback with runs in motion, to attach to: npm run demo:live [-- --port N --dialect NAME --rate N]
 *
 * It is the host of the end-to-end tests (testing/host); `--help` lists the options. Ctrl-C ends it.
 */
import { buildAll } from './build.mjs';
import { untilStopped } from './parts/run-command.mjs';

if (!(await buildAll({ only: ['demo-host'] }))) process.exit(1);

const { runDemo } = await import(new URL('../dist/demo-host.mjs', import.meta.url).href);
process.exit(await runDemo(process.argv.slice(2), untilStopped()));
