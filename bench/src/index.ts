/** The program of this room: `node dist/bench.mjs VERB`. It generates logs, writes the samples and measures. */
import { readCommand } from './cli/command-line.ts';
import { runCommand } from './cli/run-command.ts';

try {
  process.exitCode = await runCommand(readCommand(process.argv.slice(2)));
} catch (error) {
  // The door of the program: what arrives here could not be done (no room, no permission) or is a bug.
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
}
