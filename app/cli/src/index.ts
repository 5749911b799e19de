/** The `openwop-inspector` command. Everything it needs of the process stands here; the verbs know no process. */

import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { masker } from '@openwop-inspector/base';
import { CommanderError } from 'commander';
import { EXIT, type ExitStatus } from './exit-status.ts';
import type { Surroundings } from './open/open-log.ts';
import { createProgram, VERB_NAMES, type Verbs } from './program.ts';
import { dim, line } from './terminal/line.ts';
import { createTerminal } from './terminal/terminal.ts';
import { nearVerb, unknownVerb } from './unknown-verb.ts';
import { accept } from './verbs/accept.ts';
import { agh } from './verbs/agh.ts';
import { chain } from './verbs/chain.ts';
import { clause } from './verbs/clause.ts';
import { COMMAND, complain } from './verbs/complain.ts';
import { event } from './verbs/event.ts';
import { events } from './verbs/events.ts';
import { inspect } from './verbs/inspect.ts';
import { lintSchema } from './verbs/lint-schema.ts';
import { openApp } from './verbs/open-app.ts';
import { serve } from './verbs/serve.ts';
import { tail } from './verbs/tail.ts';
import { vectors } from './verbs/vectors.ts';
import { applicationVersion } from './version.ts';

/** Built, this file is `dist/cli.mjs` of the installation. */
const installation = fileURLToPath(new URL('..', import.meta.url));

const stop = new AbortController();
const terminal = createTerminal(
  process.stdout,
  process.stderr,
  process.env,
  new URL('..', import.meta.url).href,
);
const surroundings: Surroundings = { terminal, stdin: process.stdin, signal: stop.signal };

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    // A second signal does not wait for what the first one asked to end.
    if (stop.signal.aborted) process.exit(EXIT.interrupted);
    stop.abort();
  });
}

process.exitCode = await run(process.argv.slice(2));

/** The outermost door: expected failures are statuses already, so what arrives here is a mistake of ours. */
async function run(args: readonly string[]): Promise<ExitStatus> {
  try {
    return await runCommandLine(args);
  } catch (error) {
    const told = error instanceof Error ? (error.stack ?? error.message) : String(error);
    const trace = told
      .split('\n')
      .slice(1)
      .map((row) => line(dim(row)));
    complain(terminal, `this is a mistake in ${COMMAND} itself: ${told.split('\n', 1)[0]}`, trace);
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
    version: applicationVersion,
    width: Math.min(100, terminal.width ?? 80),
    out: (text: string) => void process.stdout.write(masker.text(text)),
    err: (text: string) => void process.stderr.write(masker.text(text)),
  };
  const program = createProgram(verbs(), output, (settled) => {
    status = settled;
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

function verbs(): Verbs {
  /** A verb that reads was stopped early; windows are meant to be ended that way. */
  const reading = async (done: Promise<ExitStatus>): Promise<ExitStatus> => {
    const status = await done;
    return stop.signal.aborted ? EXIT.interrupted : status;
  };
  return {
    inspect: (files, options) => reading(inspect(files, options, surroundings)),
    events: (file, options) => reading(events(file, options, surroundings)),
    event: (file, reference, options) => reading(event(file, reference, options, surroundings)),
    chain: (file, reference, options) => reading(chain(file, reference, options, surroundings)),
    tail: (host, runId, options) =>
      reading(tail(host, runId, options, (name) => process.env[name], surroundings)),
    accept: (file, options) => reading(accept(file, options, surroundings)),
    vectors: (paths, options) => reading(vectors(paths, options, surroundings)),
    lintSchema: (files, options) => reading(lintSchema(files, options, surroundings)),
    agh: (file, options) => reading(agh(file, options, surroundings)),
    clause: (citation, options) => clause(citation, { ...options, installation }, surroundings),
    serve: (files, options) => serve(files, { ...options, installation }, surroundings),
    open: (files, options) => openApp(files, { ...options, installation }, surroundings),
  };
}
