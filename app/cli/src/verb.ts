/** What a verb of the command is: name, arguments, options, help and what it does, as one object. */
import type { Command } from 'commander';
import {
  MEMORY,
  OPTIONS,
  type Options,
  UNPACK_LIMIT,
  type VerbName,
  type VerbOption,
} from './grammar/options.ts';
import type { Surroundings } from './open/open-log.ts';
import type { ExitStatus } from './verbs/complain.ts';

/** What a verb may use of the process it runs in. */
export interface VerbMeans extends Surroundings {
  /** Folder the application is installed in, with `dist`, `docs` and `samples`. */
  readonly installation: string;
  readonly readVariable: (name: string) => string | undefined;
}

/** How an argument is written (`<file>`, `[run]`, `<files...>`), and what help says of it. */
type ArgumentSpec = readonly [written: string, what: string];

type ArgumentOf<Written> = Written extends `${string}...${string}`
  ? readonly string[]
  : Written extends `<${string}`
    ? string
    : string | null;
type ArgumentsOf<A extends readonly ArgumentSpec[]> = { readonly [I in keyof A]: ArgumentOf<A[I][0]> };

interface VerbSpec<Name extends VerbName, A extends readonly ArgumentSpec[]> {
  readonly name: Name;
  readonly description: string;
  readonly arguments: A;
  /** What help shows behind the options. */
  readonly examples: string;
  /** It reads no logs, so it does not take `--unpack-limit` and `--memory`. */
  readonly readsNoLog?: true;
  /** It runs until Ctrl-C, which is no interruption then. */
  readonly runsUntilStopped?: true;
  run(...call: [...args: ArgumentsOf<A>, options: Options<Name>, means: VerbMeans]): Promise<ExitStatus>;
}

/** A verb with its arguments, ready to run. */
export interface VerbCall {
  readonly verb: string;
  readonly args: readonly unknown[];
  readonly options: object;
  readonly unpackLimit: number | null;
  /** Bytes of memory that a log may take. */
  readonly memory: number | null;
  readonly runsUntilStopped: boolean;
  run(means: VerbMeans): Promise<ExitStatus>;
}

/** A verb that a program can be given. */
export interface Verb {
  readonly name: string;
  /** Adds arguments, options and help to a command; `perform` gets each call of it. */
  declare(command: Command, perform: (call: VerbCall) => Promise<void>): Command;
}

/** Makes a verb of its description; types of arguments and options follow from how they are written. */
export function verb<Name extends VerbName, const A extends readonly ArgumentSpec[]>(
  spec: VerbSpec<Name, A>,
): Verb {
  return {
    name: spec.name,
    declare(command, perform) {
      command.description(spec.description);
      for (const [written, what] of spec.arguments) command.argument(written, what);
      for (const { option } of Object.values(OPTIONS[spec.name])) command.addOption(option);
      if (!spec.readsNoLog) command.addOption(UNPACK_LIMIT.option).addOption(MEMORY.option);
      return command
        .action((...given: unknown[]) => perform(callOf(spec, given, command)))
        .addHelpText('after', spec.examples);
    },
  };
}

function callOf<Name extends VerbName, const A extends readonly ArgumentSpec[]>(
  spec: VerbSpec<Name, A>,
  given: readonly unknown[],
  command: Command,
): VerbCall {
  // The parser has checked both against what was declared from the same tables.
  const args = spec.arguments.map((_, i) => given[i] ?? null) as unknown as ArgumentsOf<A>;
  const values = Object.entries(OPTIONS[spec.name]).map(([name, option]) => [
    name,
    optionValue(command, option),
  ]);
  const options = Object.fromEntries(values) as Options<Name>;
  return {
    verb: spec.name,
    args,
    options,
    unpackLimit: optionValue(command, UNPACK_LIMIT),
    memory: optionValue(command, MEMORY),
    runsUntilStopped: spec.runsUntilStopped === true,
    run: (means) => spec.run(...args, options, means),
  };
}

function optionValue<T>(command: Command, { option, absent }: VerbOption<T>): T {
  return command.getOptionValue(option.attributeName()) ?? absent;
}

/** What is meant by a file with a log, and by a reference to one of its events. */
export const FILE =
  'a bundle, an event log, a captured stream; gzip, ZIP and HAR are unpacked; - is standard input';
export const REF = 'sequence (1282), eventId, or runId:sequence when the file holds several runs';
