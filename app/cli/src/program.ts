/** The grammar of the command, and the help that teaches it. */

import { safeLines } from '@openwop-inspector/base/document';
import { Command } from 'commander';
import { OPEN_VERB, VERBS } from './grammar/verbs.ts';
import type { VerbCall } from './verb.ts';
import { COMMAND } from './verbs/complain.ts';

/** Names of the verbs, in the order of the help. */
export const VERB_NAMES: readonly string[] = VERBS.map(({ name }) => name);

/** Where help and complaints about arguments go. */
interface ProgramOutput {
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
  OPEN_VERB.declare(program, perform);
  for (const verb of VERBS) verb.declare(program.command(verb.name), perform);
  return program;
}

/**
 * The first argument when it is neither a verb, an option nor a file: a word without dot or slash that no file has
 * as its name. Null for arguments that are in order.
 */
export function unknownVerb(
  args: readonly string[],
  verbs: readonly string[],
  isFile: (path: string) => boolean,
): string | null {
  const [first = ''] = args;
  const isKnown = first === 'help' || verbs.includes(first);
  return first === '' || isKnown || /^-|[./\\]/.test(first) || isFile(first) ? null : first;
}

/** Two letters that changed places are two changes. */
const NEAR = 2;

/** The verb that was most likely meant, null when none is near. */
export function nearVerb(word: string, verbs: readonly string[]): string | null {
  const near = verbs
    .map((verb) => ({ verb, distance: editDistance(word.slice(0, 20).toLowerCase(), verb) }))
    .filter(({ distance }) => distance <= NEAR);
  near.sort((a, b) => a.distance - b.distance);
  return near[0]?.verb ?? null;
}

/** Letters to add, drop or change to come from one word to the other. */
function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, i) => i);
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let k = 1; k <= other.length; k++) {
      const change = (row[k - 1] ?? 0) + (one[i - 1] === other[k - 1] ? 0 : 1);
      next.push(Math.min(change, (row[k] ?? 0) + 1, (next[k - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}
