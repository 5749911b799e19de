/** The `openwop-inspector` command. Everything it needs of the process is here; the verbs know no process. */

import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { enableFastLook, masker } from '@openwop-inspector/base';
import { dim, line } from '@openwop-inspector/base/document';
import { CommanderError } from 'commander';
import { version } from '../../../package.json';
import { createProgram, nearVerb, unknownVerb, VERB_NAMES } from './program.ts';
import { createTerminal } from './terminal/terminal.ts';
import { COMMAND, complain, EXIT, type ExitStatus } from './verbs/complain.ts';

/** Built, this file is `dist/cli/index.mjs` of the installation. */
const installed = new URL('../..', import.meta.url);
const installation = fileURLToPath(installed);

const stop = new AbortController();
const terminal = createTerminal(process.stdout, process.stderr, process.env, installed.href);
const means = {
  terminal,
  stdin: process.stdin,
  signal: stop.signal,
  installation,
  lookProgram: fileURLToPath(new URL('look-thread.mjs', import.meta.url)),
  readVariable: (name: string): string | undefined => process.env[name],
};

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    // A second signal does not wait for what the first one requested to end.
    if (stop.signal.aborted) process.exit(EXIT.interrupted);
    stop.abort();
  });
}

enableFastLook();
process.exitCode = await run(process.argv.slice(2));

/** The outermost door: expected failures are statuses already, so what arrives here is a mistake of ours. */
async function run(args: readonly string[]): Promise<ExitStatus> {
  try {
    return await runCommandLine(args);
  } catch (error) {
    const reported = error instanceof Error ? (error.stack ?? error.message) : String(error);
    const trace = reported
      .split('\n')
      .slice(1)
      .map((row) => line(dim(row)));
    complain(terminal, `this is a mistake in ${COMMAND} itself: ${reported.split('\n', 1)[0]}`, trace);
    return EXIT.failed;
  }
}

async function runCommandLine(args: readonly string[]): Promise<ExitStatus> {
  const verb = unknownVerb(args, VERB_NAMES, existsSync);
  if (verb !== null) {
    const near = nearVerb(verb, VERB_NAMES);
    const meant = near === null ? '' : ` Perhaps you meant "${near}".`;
    complain(terminal, `there is no verb "${verb}" and no file of that name.${meant}`, [
      line(dim(`Verbs: ${VERB_NAMES.join(', ')}. "${COMMAND} --help" says what they do.`)),
    ]);
    return EXIT.failed;
  }
  let status: ExitStatus = EXIT.fine;
  const output = {
    version,
    width: Math.min(100, terminal.width ?? 80),
    out: (text: string) => void process.stdout.write(masker.text(text)),
    err: (text: string) => void process.stderr.write(masker.text(text)),
  };
  const program = createProgram(output, async ({ run, runsUntilStopped, unpackLimit, memory }) => {
    const ended = await run({ ...means, unpackLimit, memory });
    // A verb that was stopped early ends as interrupted; windows are meant to be ended that way.
    status = stop.signal.aborted && !runsUntilStopped ? EXIT.interrupted : ended;
  });
  try {
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return error.exitCode === 0 ? EXIT.fine : EXIT.failed;
  }
  if (terminal.writeError !== null) {
    complain(terminal, `standard output cannot be written (${terminal.writeError})`);
    return EXIT.failed;
  }
  return status;
}
