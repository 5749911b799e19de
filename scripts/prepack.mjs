/** Runs before `npm pack`: builds the command line and the window, all that the npm package consists of. */
import { installDependencies } from './parts/install-dependencies.mjs';

if (!(await installDependencies())) process.exit(1);
const { buildAll } = await import('./build.mjs');
process.exit((await buildAll({ only: ['renderer', 'live-session', 'cli'] })) ? 0 : 1);
