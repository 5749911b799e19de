/** The program of this room: `node dist/bench.mjs VERB`. It generates logs and measures. */
import { enableFastLook } from '@openwop-inspector/base';
import { readCommand } from './cli/command-line.ts';

// As every program of the application that reads logs.
enableFastLook();
try {
  process.exitCode = await readCommand(process.argv.slice(2)).run();
} catch (error) {
  // The door of the program: what arrives here could not be done (no room, no permission) or is a bug.
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
}
