/** The tools: each is a verb of the command line with some of its options, all of which only read. */
import {
  aBoolean,
  arrayOf,
  childAt,
  objectOf,
  oneOf,
  problemsOfShape,
  type Shape,
} from '@openwop-inspector/base';

/** Place of an argument behind the options. */
const OPERAND = 'operand';
/** Longest text of one argument. */
const MAX_TEXT = 10_000;
/** Paths of one call. */
const MAX_PATHS = 100;
const MAX_COMPLAINT = 2000;

const aText: Shape = (value, pointer, problems) => {
  if (typeof value !== 'string') problems.push({ pointer, message: 'This takes a string.' });
  else if (value.length > MAX_TEXT)
    problems.push({ pointer, message: `This takes at most ${MAX_TEXT} characters.` });
};

/** One tool; it has the name of its verb. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Those that go to the command line, the operands in their order, and those of the answer (`offset`, `limit`, `textOffset`). */
  readonly arguments: ToolArguments;
  /** How its document is given by items; null for one that is given whole. */
  readonly paging: Paging | null;
  /** Options that the verb gets in every call; none where absent. */
  readonly options?: (rows: RowWindow) => readonly string[];
}

export interface Paging {
  /** The command left out the items in front of `offset`. */
  readonly isCut: boolean;
  /** Items that there are, where the command printed some of them; null where it printed all. */
  readonly totalOf: ((document: unknown) => number) | null;
}

/** Which items are requested. */
interface RowWindow {
  readonly offset: number;
  readonly limit: number;
}

/** Items of an answer when nobody says how many, and at most. */
export const USUAL_LIMIT = 100;
const MAX_LIMIT = 1000;
/** Effects that `chain` looks at. */
const MAX_EFFECTS = 200_000;

const FILE = fileArgument(
  OPERAND,
  'File: an event log, a debug bundle, a captured stream; gzip, ZIP and HAR are unpacked',
);
const PATHS: ToolArgument = {
  ...textsArgument(OPERAND, 1, MAX_PATHS, 'Files and folders; all that may be read when absent'),
  names: 'paths',
};
const CONTEXT = fileArgument(
  '--context',
  'JSON file with what is known of host, run and node, such as schemas',
);
const PROFILES = ['lenient', 'strict', 'reference'];
const PROFILE: ToolArgument = {
  schema: { type: 'string', enum: PROFILES, description: 'How literally text is taken (lenient)' },
  shape: oneOf(PROFILES),
  on: '--profile',
};
const TEXT_OFFSET = numberArgument(0, Number.MAX_SAFE_INTEGER, 'Only as an answer gives it in next');
const BY_ROWS: Readonly<Record<string, ToolArgument>> = {
  offset: numberArgument(0, 1e9, 'Items to leave out at the start (0)'),
  limit: numberArgument(1, MAX_LIMIT, `Items of each list at most (${USUAL_LIMIT})`),
  textOffset: TEXT_OFFSET,
};
const PRINTS_ALL = { paging: { isCut: false, totalOf: null } } as const;

export const TOOLS: readonly Tool[] = [
  {
    name: 'runs',
    title: 'List runs',
    description:
      'Lists the runs of files and folders, the failed ones first, with file, status and first failure. Start here.',
    arguments: { paths: PATHS, failed: flagArgument('--failed', 'Only runs that failed'), ...BY_ROWS },
    ...PRINTS_ALL,
  },
  {
    name: 'inspect',
    title: 'Sum up a log',
    description:
      'Sums up one log: what happened in one sentence, the failure that ended the run, its cause, and the problems of the log.',
    arguments: {
      path: FILE,
      checks: flagArgument('--no-checks', 'Check payloads too (true); false is faster', false),
      ...BY_ROWS,
    },
    ...PRINTS_ALL,
  },
  {
    name: 'events',
    title: 'List events',
    description:
      'Lists events in order, all or those that a filter selects, such as "type:node.* is:failed", "node:draft dur:>2s", "under:#12" or a word.',
    arguments: {
      paths: PATHS,
      filter: textArgument(
        '--filter',
        'Filter; terms side by side must all hold, "or" and brackets are taken',
      ),
      ...BY_ROWS,
    },
    paging: { isCut: true, totalOf: (document) => numberIn(document, 'total') },
    options: ({ offset, limit }) => [`--offset=${offset}`, `--limit=${limit}`],
  },
  {
    name: 'event',
    title: 'Read an event',
    description: 'One event whole, as recorded, with its payload; credentials are masked.',
    arguments: {
      path: FILE,
      ref: textArgument(OPERAND, 'sequence, eventId, or runId:sequence'),
      textOffset: TEXT_OFFSET,
    },
    paging: null,
  },
  {
    name: 'chain',
    title: 'Follow causes',
    description:
      'Follows the causes of an event or of an envelope up to the root, and its effects, with the rule that resolved each step.',
    arguments: {
      path: FILE,
      ref: textArgument(OPERAND, 'sequence, eventId, runId:sequence, or the correlationId of an envelope'),
      ...BY_ROWS,
    },
    ...PRINTS_ALL,
    options: () => [`--limit=${MAX_EFFECTS}`],
  },
  {
    name: 'accept',
    title: 'Check envelopes',
    description:
      'What a host would do with an AI envelope, step by step, and why: of a file with envelopes, of model text, or of a log.',
    arguments: {
      path: fileArgument(OPERAND, 'File with an envelope, an array, one a line, model text, or a log'),
      event: textArgument(
        '--event',
        'Of a log: the envelope at this event, by sequence, eventId or correlationId',
      ),
      context: CONTEXT,
      profile: PROFILE,
      whatIf: flagArgument('--what-if', 'Also what the steps after the deciding one would have said'),
      fix: flagArgument('--fix', 'Also the smallest change after which a refused envelope is accepted'),
      ...BY_ROWS,
    },
    ...PRINTS_ALL,
  },
  {
    name: 'audit',
    title: 'Audit a host',
    description:
      'Holds what a host recorded against the protocol: findings by clause, with the places in the logs.',
    arguments: {
      paths: PATHS,
      discovery: fileArgument('--discovery', 'Discovery document of the host'),
      context: CONTEXT,
      baseline: fileArgument('--baseline', 'Baseline of findings that are known'),
      profile: PROFILE,
      ...BY_ROWS,
    },
    ...PRINTS_ALL,
  },
  {
    name: 'compare',
    title: 'Compare two runs',
    description:
      'Aligns two runs by their causes: where they differ first, what followed from it, and what differs besides.',
    arguments: {
      a: FILE,
      b: fileArgument(OPERAND, 'The other run; the same file may be given twice'),
      runs: textsArgument(
        '--run',
        0,
        2,
        'runId for both, or that of a and that of b, where a file holds several',
      ),
      event: textArgument('--event', 'Also this event of a, next to its counterpart in b'),
      mask: fileArgument('--mask', 'JSON file with rules for what does not count'),
      ...BY_ROWS,
    },
    paging: { isCut: false, totalOf: (document) => numberIn(document, 'changedTotal') },
    options: ({ offset, limit }) => [`--limit=${offset + limit}`],
  },
];

function numberIn(document: unknown, name: string): number {
  const value = childAt(document, name);
  return typeof value === 'number' ? value : 0;
}

/** One argument. */
interface ToolArgument {
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

type ToolArguments = Readonly<Record<string, ToolArgument>>;

/** A text. */
function textArgument(on: string, description: string): ToolArgument {
  return { schema: { type: 'string', maxLength: MAX_TEXT, description }, shape: aText, on };
}

/** The path of one file. */
function fileArgument(on: string, description: string): ToolArgument {
  return { ...textArgument(on, description), names: 'file' };
}

/** A few texts. */
function textsArgument(on: string, least: number, most: number, description: string): ToolArgument {
  const items = { type: 'string', maxLength: MAX_TEXT };
  const schema = { type: 'array', items, minItems: least, maxItems: most, description };
  return {
    schema,
    shape: (value, pointer, problems) => {
      if (Array.isArray(value) && (value.length < least || value.length > most))
        problems.push({ pointer, message: `This takes ${least} to ${most} texts.` });
      else arrayOf(aText)(value, pointer, problems);
    },
    on,
  };
}

/** A whole number in a range, both ends included, about the answer. */
function numberArgument(minimum: number, maximum: number, description: string): ToolArgument {
  const schema = { type: 'integer', minimum, maximum, description };
  return {
    schema,
    shape: (value, pointer, problems) => {
      if (!Number.isSafeInteger(value) || Number(value) < minimum || Number(value) > maximum)
        problems.push({ pointer, message: `This takes a whole number, ${minimum} to ${maximum}.` });
    },
    on: null,
  };
}

/** True or false; the flag is given where it is `flagValue`. */
function flagArgument(on: string, description: string, flagValue = true): ToolArgument {
  return { schema: { type: 'boolean', description }, shape: aBoolean, on, flagValue };
}

/** The JSON Schema of all arguments. */
export function inputSchema(all: ToolArguments) {
  const properties = Object.fromEntries(Object.entries(all).map(([name, { schema }]) => [name, schema]));
  return { type: 'object' as const, properties, required: requiredOf(all), additionalProperties: false };
}

/** An operand has to be given, except for paths: those are all that may be read. */
function requiredOf(all: ToolArguments): string[] {
  return Object.keys(all).filter((name) => all[name]?.on === OPERAND && all[name].names !== 'paths');
}

/** What does not fit, in words; null when all does. */
export function whyWrong(all: ToolArguments, value: unknown): string | null {
  const fields = Object.fromEntries(Object.entries(all).map(([name, { shape }]) => [name, shape]));
  const problems = problemsOfShape(objectOf(fields, requiredOf(all)), value);
  if (problems.length === 0) return null;
  return problems
    .map(({ pointer, message }) => (pointer === '' ? message : `${pointer}: ${message}`))
    .join(' ')
    .slice(0, MAX_COMPLAINT);
}

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
