/** What a verb of the command is: name, arguments, options, help and what it does, as one object. */
import { isVariableName } from '@openwop-inspector/base';
import { type Command, InvalidArgumentError, Option } from 'commander';
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

/** How an option is written, and the value where it is not given. */
export interface VerbOption<T> {
  readonly option: Option;
  readonly absent: T;
}

type OptionSpecs = Readonly<Record<string, VerbOption<unknown>>>;

/** The options of a verb as it gets them, by the names in its table. */
export type OptionsOf<S extends OptionSpecs> = {
  readonly [Name in keyof S]: S[Name] extends VerbOption<infer T> ? T : never;
};

interface VerbSpec<A extends readonly ArgumentSpec[], S extends OptionSpecs> {
  readonly name: string;
  readonly description: string;
  readonly arguments: A;
  /** In the order of the help. */
  readonly options: S;
  /** What help shows behind the options. */
  readonly examples: string;
  /** It reads logs, so it takes `--unpack-limit` and `--memory`. */
  readonly readsLogs?: true;
  /** It runs until Ctrl-C, which is no interruption then. */
  readonly runsUntilStopped?: true;
  run(...call: [...args: ArgumentsOf<A>, options: OptionsOf<S>, means: VerbMeans]): Promise<ExitStatus>;
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
export function verb<const A extends readonly ArgumentSpec[], S extends OptionSpecs>(
  spec: VerbSpec<A, S>,
): Verb {
  return {
    name: spec.name,
    declare(command, perform) {
      command.description(spec.description);
      for (const [written, what] of spec.arguments) command.argument(written, what);
      for (const { option } of Object.values(spec.options)) command.addOption(option);
      if (spec.readsLogs) command.addOption(UNPACK_LIMIT.option).addOption(MEMORY.option);
      return command
        .action((...given: unknown[]) => perform(callOf(spec, given, command)))
        .addHelpText('after', spec.examples);
    },
  };
}

function callOf<const A extends readonly ArgumentSpec[], S extends OptionSpecs>(
  spec: VerbSpec<A, S>,
  given: readonly unknown[],
  command: Command,
): VerbCall {
  // The parser has checked both against what was declared from the same tables.
  const args = spec.arguments.map((_, i) => given[i] ?? null) as unknown as ArgumentsOf<A>;
  const values = Object.entries(spec.options).map(([name, option]) => [name, optionValue(command, option)]);
  const options = Object.fromEntries(values) as OptionsOf<S>;
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

/** An option that needs more than its text; `absent` is the value where it is not given. */
export const given = <T>(absent: T, option: Option): VerbOption<T> => ({ option, absent });

/** An option that is there or not; `--no-x` is true where it is absent. */
export const flag = (written: string, what: string): VerbOption<boolean> =>
  given<boolean>(false, new Option(written, what));

/** An option with a text; null where it is absent. */
export const text = (written: string, what: string): VerbOption<string | null> =>
  given<string | null>(null, new Option(written, what));

/** An option with a text that may be given again; an empty list where it is absent. */
export const texts = (written: string, what: string): VerbOption<readonly string[]> =>
  given<readonly string[]>(
    [],
    new Option(written, what).argParser((one, others: readonly string[] | undefined) => [
      ...(others ?? []),
      one,
    ]),
  );

/** An option with a whole number, 0 or more. */
export const number = <T extends number | null>(absent: T, written: string, what: string) =>
  given<number | T>(absent, new Option(written, what).argParser(wholeNumber));

/** What is meant by a file with a log, and by a reference to one of its events. */
export const FILE =
  'a bundle, an event log, a captured stream; gzip, ZIP and HAR are unpacked; - is standard input';
export const REF = 'sequence (1282), eventId, or runId:sequence when the file holds several runs';

// Options that several verbs take.
export const JSON_OPTION = flag('--json', 'print JSON for programs instead of a report');
export const FILTER = text('-f, --filter <filter>', 'only events that match');
/** Prints values that look like credentials (security S-20). */
export const UNMASKED = flag('--unmasked', 'print values that look like credentials');
/** File with a certificate authority. */
export const CA = text(
  '--ca <file>',
  'certificates (PEM) of an authority that hosts may use besides the public ones',
);
/** Names of environment variables that the window may choose as tokens of hosts. */
export const WINDOW_TOKENS = given<readonly string[]>(
  [],
  new Option(
    '--token-env <name>',
    'environment variable that the window may send as the token of a host; may be given again',
  )
    .default([])
    .argParser(variableName),
);
const UNPACK_LIMIT = given<number | null>(
  null,
  new Option('--unpack-limit <size>', 'let a packed file unpack to so much: 4GB, 500MB').argParser(byteSize),
);
const MEMORY = given<number | null>(
  null,
  new Option(
    '--memory <size>',
    'let a log take so much memory: 8GB; a quarter of the machine unless given',
  ).argParser(byteSize),
);

function variableName(name: string, others: readonly string[]): readonly string[] {
  if (!isVariableName(name))
    throw new InvalidArgumentError('It takes the name of a variable, as OPENWOP_TOKEN.');
  return [...others, name];
}

/** "1282". */
export function wholeNumber(digits: string): number {
  if (!/^\d{1,15}$/.test(digits)) throw new InvalidArgumentError('It takes a whole number, 0 or more.');
  return Number(digits);
}

const UNITS: Readonly<Record<string, number>> = { '': 1, K: 2 ** 10, M: 2 ** 20, G: 2 ** 30, T: 2 ** 40 };

/** "4GB", "500 MiB", "1000": bytes, in powers of 1,024. */
export function byteSize(size: string): number {
  const [, digits, unit] = /^(\d{1,15})\s*([KMGT]?)(?:i?B)?$/i.exec(size.trim()) ?? [];
  if (digits === undefined) throw new InvalidArgumentError('It takes a size: 4GB, 500MB.');
  return Number(digits) * (UNITS[(unit ?? '').toUpperCase()] ?? 1);
}
