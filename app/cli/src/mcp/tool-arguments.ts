/** The arguments of a tool: what each is, as JSON Schema for clients and as a shape for the check. */
import {
  aBoolean,
  arrayOf,
  isFlag,
  isListOf,
  isRecord,
  isString,
  objectOf,
  oneOf,
  problemsOfShape,
  type Shape,
} from '@openwop-inspector/base';

/** One argument. */
export interface ToolArgument {
  /** Its JSON Schema, with a description. */
  readonly schema: Readonly<Record<string, unknown>>;
  readonly shape: Shape;
  /** It names a file, or files and folders, that must be inside of what may be read. */
  readonly names?: 'file' | 'paths';
}

export type ToolArguments = Readonly<Record<string, ToolArgument>>;

/** Longest text of one argument. */
const MAX_TEXT = 10_000;
/** Paths of one call. */
const MAX_PATHS = 100;

/** A text. */
export function textArgument(description: string): ToolArgument {
  return { schema: { type: 'string', maxLength: MAX_TEXT, description }, shape: aText };
}

/** The path of one file. */
export function fileArgument(description: string): ToolArgument {
  return { ...textArgument(description), names: 'file' };
}

/** Paths of files and folders. */
export function pathsArgument(description: string): ToolArgument {
  const items = { type: 'string', maxLength: MAX_TEXT };
  return {
    schema: { type: 'array', items, minItems: 1, maxItems: MAX_PATHS, description },
    shape: listOf(1, MAX_PATHS),
    names: 'paths',
  };
}

/** A few texts. */
export function textsArgument(most: number, description: string): ToolArgument {
  const items = { type: 'string', maxLength: MAX_TEXT };
  return { schema: { type: 'array', items, maxItems: most, description }, shape: listOf(0, most) };
}

/** A whole number in a range, both ends included. */
export function numberArgument(minimum: number, maximum: number, description: string): ToolArgument {
  return { schema: { type: 'integer', minimum, maximum, description }, shape: wholeNumber(minimum, maximum) };
}

/** True or false. */
export function flagArgument(description: string): ToolArgument {
  return { schema: { type: 'boolean', description }, shape: aBoolean };
}

/** One of a few words. */
export function choiceArgument(words: readonly string[], description: string): ToolArgument {
  return { schema: { type: 'string', enum: words, description }, shape: oneOf(words) };
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

/** Arguments that have been checked, read by name; null where one is not given. */
export class GivenArguments {
  private readonly values: Readonly<Record<string, unknown>>;

  constructor(values: unknown) {
    this.values = isRecord(values) ? values : {};
  }

  text(name: string): string | null {
    const value = this.own(name);
    return isString(value) ? value : null;
  }

  texts(name: string): readonly string[] | null {
    const value = this.own(name);
    return isTexts(value) ? value : null;
  }

  number(name: string): number | null {
    const value = this.own(name);
    return typeof value === 'number' ? value : null;
  }

  flag(name: string): boolean | null {
    const value = this.own(name);
    return isFlag(value) ? value : null;
  }

  /** The same with other values of some names. */
  with(values: Readonly<Record<string, unknown>>): GivenArguments {
    return new GivenArguments({ ...this.values, ...values });
  }

  private own(name: string): unknown {
    return Object.hasOwn(this.values, name) ? this.values[name] : undefined;
  }
}

const isTexts = isListOf(isString, MAX_PATHS);

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
