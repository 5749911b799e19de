/** The arguments of a tool: what each is, as JSON Schema for clients and as a shape for the check. */
import { aBoolean, arrayOf, objectOf, oneOf, problemsOfShape, type Shape } from '@openwop-inspector/base';

/** One argument. */
export interface ToolArgument {
  /** Its JSON Schema, with a description. */
  readonly schema: Readonly<Record<string, unknown>>;
  readonly shape: Shape;
  /** What it becomes on the command line: `--option`, `OPERAND`, or null for one that the answer alone is about. */
  readonly on: string | null;
  /** The value by which a flag is given (true). */
  readonly flagValue?: boolean;
  /** It names a file, or files and folders, that must be inside of what may be read. */
  readonly names?: 'file' | 'paths';
}

/** Place of an argument behind the options. */
export const OPERAND = 'operand';

export type ToolArguments = Readonly<Record<string, ToolArgument>>;

/** Longest text of one argument. */
const MAX_TEXT = 10_000;
/** Paths of one call. */
const MAX_PATHS = 100;

/** A text. */
export function textArgument(on: string, description: string): ToolArgument {
  return { schema: { type: 'string', maxLength: MAX_TEXT, description }, shape: aText, on };
}

/** The path of one file. */
export function fileArgument(on: string, description: string): ToolArgument {
  return { ...textArgument(on, description), names: 'file' };
}

/** Paths of files and folders, as operands. */
export function pathsArgument(description: string): ToolArgument {
  const items = { type: 'string', maxLength: MAX_TEXT };
  const schema = { type: 'array', items, minItems: 1, maxItems: MAX_PATHS, description };
  return { schema, shape: listOf(1, MAX_PATHS), on: OPERAND, names: 'paths' };
}

/** A few texts, each an option. */
export function textsArgument(on: string, most: number, description: string): ToolArgument {
  const items = { type: 'string', maxLength: MAX_TEXT };
  const schema = { type: 'array', items, maxItems: most, description };
  return { schema, shape: listOf(0, most), on };
}

/** A whole number in a range, both ends included, about the answer. */
export function numberArgument(minimum: number, maximum: number, description: string): ToolArgument {
  const schema = { type: 'integer', minimum, maximum, description };
  return { schema, shape: wholeNumber(minimum, maximum), on: null };
}

/** True or false; the flag is given where it is `flagValue`. */
export function flagArgument(on: string, description: string, flagValue = true): ToolArgument {
  return { schema: { type: 'boolean', description }, shape: aBoolean, on, flagValue };
}

/** One of a few words. */
export function choiceArgument(on: string, words: readonly string[], description: string): ToolArgument {
  return { schema: { type: 'string', enum: words, description }, shape: oneOf(words), on };
}

/** The JSON Schema of all arguments. */
export function inputSchema(all: ToolArguments, required: readonly string[]) {
  const properties = Object.fromEntries(Object.entries(all).map(([name, { schema }]) => [name, schema]));
  return { type: 'object' as const, properties, required: [...required], additionalProperties: false };
}

/** What does not fit, in words; null when all does. */
export function whyWrong(all: ToolArguments, required: readonly string[], value: unknown): string | null {
  const fields = Object.fromEntries(Object.entries(all).map(([name, { shape }]) => [name, shape]));
  const problems = problemsOfShape(objectOf(fields, required), value);
  if (problems.length === 0) return null;
  return problems
    .map(({ pointer, message }) => (pointer === '' ? message : `${pointer}: ${message}`))
    .join(' ')
    .slice(0, MAX_COMPLAINT);
}

const MAX_COMPLAINT = 2000;

/** Arguments that have been checked, by name. */
export type GivenArguments = Readonly<Record<string, unknown>>;

/** What arguments become on the command line; those that were not given become nothing. */
export function commandLineOf(all: ToolArguments, given: GivenArguments) {
  const options: string[] = [];
  const operands: string[] = [];
  for (const [name, { on, flagValue }] of Object.entries(all)) {
    if (on === null) continue;
    if (flagValue !== undefined && given[name] === flagValue) options.push(on);
    for (const text of textsOf(given[name])) {
      if (on === OPERAND) operands.push(text);
      else options.push(`${on}=${text}`);
    }
  }
  return { options, operands };
}

/** The texts of an argument that has been checked: each of a list, the one of a text or a number; none of a flag. */
export function textsOf(value: unknown): readonly string[] {
  return [value]
    .flat()
    .flatMap((one: unknown) => (typeof one === 'string' || typeof one === 'number' ? [`${one}`] : []));
}

const aText: Shape = (value, pointer, problems) => {
  if (typeof value !== 'string') problems.push({ pointer, message: 'This takes a string.' });
  else if (value.length > MAX_TEXT)
    problems.push({ pointer, message: `This takes at most ${MAX_TEXT} characters.` });
};

function listOf(least: number, most: number): Shape {
  return (value, pointer, problems) => {
    if (Array.isArray(value) && (value.length < least || value.length > most))
      problems.push({ pointer, message: `This takes ${least} to ${most} texts.` });
    else arrayOf(aText)(value, pointer, problems);
  };
}

function wholeNumber(least: number, most: number): Shape {
  return (value, pointer, problems) => {
    if (!Number.isSafeInteger(value) || Number(value) < least || Number(value) > most)
      problems.push({ pointer, message: `This takes a whole number, ${least} to ${most}.` });
  };
}
