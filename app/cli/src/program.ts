/** The grammar of the command: verbs, their arguments and options, and the help that teaches them. */
import { isVariableName } from '@openwop-inspector/browser-shell';
import { Command, InvalidArgumentError } from 'commander';
import type { ExitStatus } from './exit-status.ts';
import { type AcceptorVerbs, addAcceptorVerbs } from './program-acceptor.ts';
import { safeLines } from './terminal/safe-text.ts';
import type { ChainOptions } from './verbs/chain.ts';
import { COMMAND } from './verbs/complain.ts';
import type { EventOptions } from './verbs/event.ts';
import type { EventsOptions } from './verbs/events.ts';
import type { InspectOptions } from './verbs/inspect.ts';
import type { TailOptions } from './verbs/tail.ts';

/** What each verb does; `open` is what happens without one. */
export interface Verbs extends AcceptorVerbs {
  inspect(files: readonly string[], options: InspectOptions): Promise<ExitStatus>;
  events(file: string, options: EventsOptions): Promise<ExitStatus>;
  event(file: string, reference: string, options: EventOptions): Promise<ExitStatus>;
  chain(file: string, reference: string, options: ChainOptions): Promise<ExitStatus>;
  tail(host: string, runId: string | null, options: TailOptions): Promise<ExitStatus>;
  clause(citation: string, options: { json: boolean }): Promise<ExitStatus>;
  serve(
    files: readonly string[],
    options: { json: boolean; port: number | null; ca: string | null; tokenEnv: readonly string[] },
  ): Promise<ExitStatus>;
  open(files: readonly string[], options: { tokenEnv: readonly string[] }): Promise<ExitStatus>;
}

/** Verbs of this version, in the order of the help. */
export const VERB_NAMES = [
  'inspect',
  'events',
  'event',
  'chain',
  'tail',
  'accept',
  'vectors',
  'lint-schema',
  'agh',
  'clause',
  'serve',
] as const;

/** Where help and complaints about arguments go. */
export interface ProgramOutput {
  readonly version: string;
  readonly width: number;
  out(text: string): void;
  err(text: string): void;
}

const TOKEN_ENV_OPTION = [
  '--token-env <name>',
  'environment variable that the window may send as the token of a host; may be given again',
] as const;
const JSON_OPTION = ['--json', 'print JSON for programs instead of a report'] as const;
const CA_OPTION = [
  '--ca <file>',
  'certificates (PEM) of an authority that hosts may use besides the public ones',
] as const;
const FILE = 'a bundle, an event log, a captured stream; gzip is unpacked; - is standard input';
const REF = 'sequence (1282), eventId, or runId:sequence when the file holds several runs';

/**
 * The program. `settle` gets the status of the verb that ran. Wrong arguments reject with commander's `CommanderError`
 * after the complaint has been written; so do `--help` and `--version`, with exit code 0.
 */
export function createProgram(
  verbs: Verbs,
  output: ProgramOutput,
  settle: (status: ExitStatus) => void,
): Command {
  const program = new Command(COMMAND)
    .description('Opens what an OpenWOP host wrote about a run, says what happened, and follows why.')
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
    .argument('[files...]', 'without a verb: files to open in a window, or addresses of runs to attach to')
    .option(...TOKEN_ENV_OPTION, variableName, [])
    // Or what a verb calls the same would be taken from it.
    .enablePositionalOptions()
    .action(async (files: string[], given: { tokenEnv: string[] }) =>
      settle(await verbs.open(files, { tokenEnv: given.tokenEnv })),
    )
    .addHelpText('after', ROOT_EXAMPLES);
  addInspect(program, verbs, settle);
  addEvents(program, verbs, settle);
  addEvent(program, verbs, settle);
  addChain(program, verbs, settle);
  addTail(program, verbs, settle);
  addAcceptorVerbs(program, verbs, settle);
  addClause(program, verbs, settle);
  addServe(program, verbs, settle);
  return program;
}

type Settle = (status: ExitStatus) => void;

function addInspect(program: Command, verbs: Verbs, settle: Settle): void {
  program
    .command('inspect')
    .description(
      'open files and sum them up: what happened, the failure that ended the run, its cause, problems',
    )
    .argument('<files...>', FILE)
    .option(...JSON_OPTION)
    .option('--no-checks', 'leave payloads alone; faster for large logs')
    .action(async (files: string[], options: InspectOptions) =>
      settle(await verbs.inspect(files, { json: options.json === true, checks: options.checks })),
    )
    .addHelpText('after', INSPECT_EXAMPLES);
}

function addEvents(program: Command, verbs: Verbs, settle: Settle): void {
  interface Given {
    json?: true;
    filter?: string;
    limit?: number;
    offset?: number;
    checks: boolean;
  }
  program
    .command('events')
    .description('list events in order')
    .argument('<file>', FILE)
    .option('-f, --filter <filter>', 'only events that match')
    .option('-n, --limit <number>', 'at most so many', wholeNumber)
    .option('--offset <number>', 'leave out so many at the start', wholeNumber)
    .option('--no-checks', 'do not check payloads for a filter by problem')
    .option(...JSON_OPTION)
    .action(async (file: string, given: Given) => {
      const { filter = null, limit = null, offset = 0, checks } = given;
      settle(await verbs.events(file, { json: given.json === true, filter, limit, offset, checks }));
    })
    .addHelpText('after', EVENTS_EXAMPLES);
}

function addEvent(program: Command, verbs: Verbs, settle: Settle): void {
  program
    .command('event')
    .description('print one event whole, as recorded')
    .argument('<file>', FILE)
    .argument('<ref>', REF)
    .option('--unmasked', 'print credentials and live tokens as recorded')
    .option(...JSON_OPTION)
    .action(async (file: string, ref: string, given: { json?: true; unmasked?: true }) => {
      settle(await verbs.event(file, ref, { json: given.json === true, unmasked: given.unmasked === true }));
    })
    .addHelpText('after', EVENT_EXAMPLES);
}

function addChain(program: Command, verbs: Verbs, settle: Settle): void {
  program
    .command('chain')
    .description('follow causes up to the root, and effects')
    .argument('<file>', FILE)
    .argument('<ref>', `${REF}; or a correlationId`)
    .option('-n, --limit <number>', 'at most so many effects', wholeNumber)
    .option(...JSON_OPTION)
    .action(async (file: string, ref: string, given: { json?: true; limit?: number }) => {
      settle(await verbs.chain(file, ref, { json: given.json === true, limit: given.limit ?? null }));
    })
    .addHelpText('after', CHAIN_EXAMPLES);
}

function addTail(program: Command, verbs: Verbs, settle: Settle): void {
  interface Given {
    json?: true;
    filter?: string;
    until: string;
    tokenEnv?: string;
    keep?: string;
    ca?: string;
  }
  program
    .command('tail')
    .description('follow a run of a live host, an event a line as it comes')
    .argument('<host>', 'base URL, URL of a run or of its events')
    .argument('[run]', 'runId, unless the URL names it')
    .option('-f, --filter <filter>', 'only events that match')
    .option('-u, --until <what>', 'terminal, or a type of events that ends it', 'terminal')
    .option('--token-env <name>', 'environment variable with the token for this host')
    .option('--keep <file>', 'copy the capture of the session to a file at the end')
    .option(...CA_OPTION)
    .option('--json', 'print one event document a line')
    .action(async (host: string, run: string | undefined, given: Given) => {
      const { filter = null, until, tokenEnv = null, keep = null, ca = null } = given;
      const options = { json: given.json === true, filter, until, tokenEnv, keep, ca };
      settle(await verbs.tail(host, run ?? null, options));
    })
    .addHelpText('after', TAIL_EXAMPLES);
}

function addClause(program: Command, verbs: Verbs, settle: Settle): void {
  program
    .command('clause')
    .description('print what a cited clause of the protocol pages says')
    .argument('<citation...>', 'as reports give it: acceptor S7')
    .option(...JSON_OPTION)
    .action(async (citation: string[], given: { json?: true }) => {
      settle(await verbs.clause(citation.join(' '), { json: given.json === true }));
    })
    .addHelpText('after', CLAUSE_EXAMPLES);
}

function addServe(program: Command, verbs: Verbs, settle: Settle): void {
  program
    .command('serve')
    .description('serve the window for a browser on this machine, and print its address')
    .argument('[files...]', 'files to open at the start, or addresses of runs to attach to')
    .option('-p, --port <number>', 'port on 127.0.0.1; a free one when absent', portNumber)
    .option(...TOKEN_ENV_OPTION, variableName, [])
    .option(...CA_OPTION)
    .option(...JSON_OPTION)
    .action(
      async (files: string[], given: { json?: true; port?: number; ca?: string; tokenEnv: string[] }) => {
        const { tokenEnv, port = null, ca = null } = given;
        settle(await verbs.serve(files, { json: given.json === true, port, ca, tokenEnv }));
      },
    )
    .addHelpText('after', SERVE_EXAMPLES);
}

function variableName(name: string, others: readonly string[]): readonly string[] {
  if (!isVariableName(name))
    throw new InvalidArgumentError('It takes the name of a variable, as OPENWOP_TOKEN.');
  return [...others, name];
}

function wholeNumber(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('It takes a whole number, 0 or more.');
  return Number(text);
}

function portNumber(text: string): number {
  const port = wholeNumber(text);
  if (port > 65_535) throw new InvalidArgumentError('A port is at most 65535.');
  return port;
}

const ROOT_EXAMPLES = `
Examples:
  openwop-inspector run.json                 open in a window
  openwop-inspector http://127.0.0.1:8787/v1/runs/r1      attach to a run of a host, in a window
  openwop-inspector inspect run.json         what happened, in the terminal
  openwop-inspector chain run.json 1282      why event 1282 happened
  openwop-inspector accept envelope.json     what a host would do with an envelope
  zcat run.ndjson.gz | openwop-inspector inspect -

Exit status: 0 fine, 1 problems, refusals or failed vectors were found, 2 it could not be done,
130 stopped with Ctrl-C (what was read until then is printed).
`;

const INSPECT_EXAMPLES = `
Examples:
  openwop-inspector inspect run.json
  openwop-inspector inspect --no-checks huge.ndjson
  openwop-inspector inspect --json logs/*.json      one document a line, in this order

A failed run is no problem of the file: the status is 1 only when the file has problems of severity
error. Of several files, the worst decides.
`;

const EVENTS_EXAMPLES = `
Filters stand side by side and must all hold:
  word  "several words"                  anywhere in the event, upper and lower case alike
  type:node.*  node:plan  run:r1         whole values, * stands for anything
  seq:42  seq:>=100  seq:100..200        time:<2s  time:1.5s..3s  since the first event
  trust:untrusted                        problem:error|warning|note|any|none, is:failed
  -type:log.appended                     not

Examples:
  openwop-inspector events run.json --filter 'type:node.* -type:node.started'
  openwop-inspector events run.json --filter 'node:draft seq:>=100' --limit 20
  openwop-inspector events run.json --json | jq '.rows[].type'
`;

const EVENT_EXAMPLES = `
Examples:
  openwop-inspector event run.json 1282
  openwop-inspector event run.json evt-r1-1282 --json | jq .payload
  openwop-inspector event runs.ndjson r1:1282

Credentials and live tokens are masked to their first four characters unless --unmasked is given.
`;

const CHAIN_EXAMPLES = `
Examples:
  openwop-inspector chain run.json 1282
  openwop-inspector chain run.json 'r1:draft:0:9f2c'       a correlationId: the envelope and its events
  openwop-inspector chain run.json 1282 --json | jq .cause
`;

const TAIL_EXAMPLES = `
Examples:
  openwop-inspector tail http://127.0.0.1:3801 r1 --token-env HOST_KEY
  openwop-inspector tail http://127.0.0.1:3801/v1/runs/r1 --filter 'type:node.*'
  openwop-inspector tail http://127.0.0.1:3801 r1 --until interrupt.requested --json | jq .payload

The stream is resumed when it breaks, and what it left out is fetched from the JSON log. The token is read
from the variable and sent to this host alone. Exit status: 0 the run completed or the event of --until
came, 1 the run failed or was cancelled, 2 it could not be followed.
`;

const CLAUSE_EXAMPLES = `
Examples:
  openwop-inspector clause acceptor S7
  openwop-inspector clause "envelope 7.3, security S-07"

The pages are docs/protocol of the installation: run-events, envelope, acceptor, bundles, agh, security.
A clause is the number of a section or the id of a row.
`;
const SERVE_EXAMPLES = `
Examples:
  openwop-inspector serve run.json
  openwop-inspector serve --port 4800
  openwop-inspector serve http://127.0.0.1:8787/v1/runs/r1

An address names a host, or a run of it; the window asks before it attaches. Tokens are typed there:
arguments can be read by others. A token in an environment variable is used only when the variable is
at the start: --token-env OPENWOP_TOKEN. Which host it is sent to is chosen in the window.

The address that is printed opens one window, once; Enter prints another. It answers on this machine
alone.
`;
