/** The grammar of the command: the list of verbs, and the help that teaches them. */
import { Command } from 'commander';
import { acceptVerb } from './grammar/accept.ts';
import { aghVerb } from './grammar/agh.ts';
import { auditVerb } from './grammar/audit.ts';
import { chainVerb } from './grammar/chain.ts';
import { clauseVerb } from './grammar/clause.ts';
import { compareVerb } from './grammar/compare.ts';
import { discoveryVerb } from './grammar/discovery.ts';
import { dispatchVerb } from './grammar/dispatch.ts';
import { eventVerb } from './grammar/event.ts';
import { eventsVerb } from './grammar/events.ts';
import { exportVerb } from './grammar/export.ts';
import { gateVerb } from './grammar/gate.ts';
import { inspectVerb } from './grammar/inspect.ts';
import { lintSchemaVerb } from './grammar/lint-schema.ts';
import { mcpVerb } from './grammar/mcp.ts';
import { openVerb } from './grammar/open-app.ts';
import { portabilityVerb } from './grammar/portability.ts';
import { reportVerb } from './grammar/report.ts';
import { runsVerb } from './grammar/runs.ts';
import { secretsVerb } from './grammar/secrets.ts';
import { serveVerb } from './grammar/serve.ts';
import { statsVerb } from './grammar/stats.ts';
import { tailVerb } from './grammar/tail.ts';
import { taintVerb } from './grammar/taint.ts';
import { vectorsVerb } from './grammar/vectors.ts';
import { safeLines } from './terminal/safe-text.ts';
import type { Verb, VerbCall } from './verb.ts';
import { COMMAND } from './verbs/complain.ts';

/** Verbs of this version, in the order of the help. */
const VERBS: readonly Verb[] = [
  inspectVerb,
  runsVerb,
  eventsVerb,
  eventVerb,
  chainVerb,
  statsVerb,
  compareVerb,
  auditVerb,
  portabilityVerb,
  taintVerb,
  secretsVerb,
  exportVerb,
  reportVerb,
  tailVerb,
  acceptVerb,
  discoveryVerb,
  dispatchVerb,
  gateVerb,
  vectorsVerb,
  lintSchemaVerb,
  aghVerb,
  clauseVerb,
  serveVerb,
  mcpVerb,
];

/** Names of the verbs, in the order of the help. */
export const VERB_NAMES: readonly string[] = VERBS.map(({ name }) => name);

/** Where help and complaints about arguments go. */
export interface ProgramOutput {
  readonly version: string;
  readonly width: number;
  out(text: string): void;
  err(text: string): void;
}

/**
 * The program; `perform` gets the call that the arguments ask for, of `open` where they name no verb. Wrong arguments
 * reject with commander's `CommanderError` after the complaint has been written; so do `--help` and `--version`, with
 * exit code 0.
 */
export function createProgram(output: ProgramOutput, perform: (call: VerbCall) => Promise<void>): Command {
  const program = new Command(COMMAND)
    .version(output.version, '-v, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand('help [verb]', 'print the help of a verb')
    .configureOutput({
      writeOut: (text) => output.out(safeLines(text)),
      writeErr: (text) => output.err(safeLines(text)),
      outputError: (text, write) => write(text.replace(/^error: /, `${COMMAND}: `)),
      getOutHelpWidth: () => output.width,
      getErrHelpWidth: () => output.width,
    })
    .exitOverride()
    .showHelpAfterError(`"${COMMAND} --help" lists the verbs, "${COMMAND} help VERB" what each takes.`)
    .usage('[FILE|ADDRESS…]\n       openwop-inspector VERB FILE… [options]')
    // Or what a verb calls the same would be taken from it.
    .enablePositionalOptions();
  openVerb.declare(program, perform);
  for (const verb of VERBS) verb.declare(program.command(verb.name), perform);
  return program;
}
