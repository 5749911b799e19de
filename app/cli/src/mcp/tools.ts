/** The tools: each is a verb of the command line with some of its options, all of which only read. */
import { childAt } from '@openwop-inspector/base';
import {
  choiceArgument,
  fileArgument,
  flagArgument,
  type GivenArguments,
  numberArgument,
  pathsArgument,
  type ToolArgument,
  type ToolArguments,
  textArgument,
  textsArgument,
} from './tool-arguments.ts';

/** One tool. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly arguments: ToolArguments;
  readonly required: readonly string[];
  /** How its document is given by items; null for one that is given whole. */
  readonly paging: Paging | null;
  /** Arguments of the command line, without `--json`; paths in it have been found inside of what may be read. */
  command(given: GivenArguments, window: RowWindow): ToolCommand;
}

interface ToolCommand {
  readonly options: readonly string[];
  /** What stands behind the options: paths and references, which may begin with a dash. */
  readonly operands: readonly string[];
}

interface Paging {
  readonly isCut: boolean;
  readonly totalOf: ((document: unknown) => number) | null;
}

/** Which items are asked for. */
export interface RowWindow {
  readonly offset: number;
  readonly limit: number;
}

/** Items of an answer when nobody says how many, and at most. */
export const USUAL_LIMIT = 100;
const MAX_LIMIT = 1000;
/** Effects that `chain` looks at. */
const MAX_EFFECTS = 200_000;

const FILE = fileArgument(
  'File: an event log, a debug bundle, a captured stream; gzip, ZIP and HAR are unpacked',
);
const PATHS = pathsArgument('Files and folders; all that may be read when absent');
const CONTEXT = fileArgument('JSON file with what is known of host, run and node, such as schemas');
const PROFILE = choiceArgument(['lenient', 'strict', 'reference'], 'How literally text is taken (lenient)');
const TEXT_OFFSET = numberArgument(0, Number.MAX_SAFE_INTEGER, 'Only as an answer gives it in next');
const BY_TEXT = { textOffset: TEXT_OFFSET };
const BY_ROWS: Readonly<Record<string, ToolArgument>> = {
  offset: numberArgument(0, 1e9, 'Items to leave out at the start (0)'),
  limit: numberArgument(1, MAX_LIMIT, `Items of each list at most (${USUAL_LIMIT})`),
  textOffset: TEXT_OFFSET,
};
const PRINTS_ALL: Paging = { isCut: false, totalOf: null };

export const TOOLS: readonly Tool[] = [
  {
    name: 'runs',
    title: 'List runs',
    description:
      'Lists the runs of files and folders, the failed ones first, with file, status and first failure. Start here.',
    arguments: { paths: PATHS, failed: flagArgument('Only runs that failed'), ...BY_ROWS },
    required: [],
    paging: PRINTS_ALL,
    command: (given) => ({
      options: ['runs', ...flag('failed', given.flag('failed'))],
      operands: given.texts('paths') ?? [],
    }),
  },
  {
    name: 'inspect',
    title: 'Sum up a log',
    description:
      'Sums up one log: what happened in one sentence, the failure that ended the run, its cause, and the problems of the log.',
    arguments: { path: FILE, checks: flagArgument('Check payloads too (true); false is faster'), ...BY_ROWS },
    required: ['path'],
    paging: PRINTS_ALL,
    command: (given) => ({
      options: ['inspect', ...flag('no-checks', given.flag('checks') === false)],
      operands: operands(given, 'path'),
    }),
  },
  {
    name: 'events',
    title: 'List events',
    description:
      'Lists events in order, all or those that a filter selects, such as "type:node.* is:failed", "node:draft dur:>2s", "under:#12" or a word.',
    arguments: {
      paths: PATHS,
      filter: textArgument('Filter; terms side by side must all hold, "or" and brackets are taken'),
      ...BY_ROWS,
    },
    required: [],
    paging: { isCut: true, totalOf: (document) => numberIn(document, 'total') },
    command: (given, { offset, limit }) => ({
      options: [
        'events',
        `--offset=${offset}`,
        `--limit=${limit}`,
        ...option('filter', given.text('filter')),
      ],
      operands: given.texts('paths') ?? [],
    }),
  },
  {
    name: 'event',
    title: 'Read an event',
    description: 'One event whole, as recorded, with its payload; credentials are masked.',
    arguments: { path: FILE, ref: textArgument('sequence, eventId, or runId:sequence'), ...BY_TEXT },
    required: ['path', 'ref'],
    paging: null,
    command: (given) => ({ options: ['event'], operands: operands(given, 'path', 'ref') }),
  },
  {
    name: 'chain',
    title: 'Follow causes',
    description:
      'Follows the causes of an event or of an envelope up to the root, and its effects, with the rule that resolved each step.',
    arguments: {
      path: FILE,
      ref: textArgument('sequence, eventId, runId:sequence, or the correlationId of an envelope'),
      ...BY_ROWS,
    },
    required: ['path', 'ref'],
    paging: PRINTS_ALL,
    command: (given) => ({
      options: ['chain', `--limit=${MAX_EFFECTS}`],
      operands: operands(given, 'path', 'ref'),
    }),
  },
  {
    name: 'accept',
    title: 'Check envelopes',
    description:
      'What a host would do with an AI envelope, step by step, and why: of a file with envelopes, of model text, or of a log.',
    arguments: {
      path: fileArgument('File with an envelope, an array, one a line, model text, or a log'),
      event: textArgument('Of a log: the envelope at this event, by sequence, eventId or correlationId'),
      context: CONTEXT,
      profile: PROFILE,
      whatIf: flagArgument('Also what the steps after the deciding one would have said'),
      fix: flagArgument('Also the smallest change after which a refused envelope is accepted'),
      ...BY_ROWS,
    },
    required: ['path'],
    paging: PRINTS_ALL,
    command: (given) => ({
      options: [
        'accept',
        ...option('event', given.text('event')),
        ...option('context', given.text('context')),
        ...option('profile', given.text('profile')),
        ...flag('what-if', given.flag('whatIf')),
        ...flag('fix', given.flag('fix')),
      ],
      operands: operands(given, 'path'),
    }),
  },
  {
    name: 'audit',
    title: 'Audit a host',
    description:
      'Holds what a host recorded against the protocol: findings by clause, with the places in the logs.',
    arguments: {
      paths: PATHS,
      discovery: fileArgument('Discovery document of the host'),
      context: CONTEXT,
      baseline: fileArgument('Baseline of findings that are known'),
      profile: PROFILE,
      ...BY_ROWS,
    },
    required: [],
    paging: PRINTS_ALL,
    command: (given) => ({
      options: [
        'audit',
        ...option('discovery', given.text('discovery')),
        ...option('context', given.text('context')),
        ...option('baseline', given.text('baseline')),
        ...option('profile', given.text('profile')),
      ],
      operands: given.texts('paths') ?? [],
    }),
  },
  {
    name: 'compare',
    title: 'Compare two runs',
    description:
      'Aligns two runs by their causes: where they differ first, what followed from it, and what differs besides.',
    arguments: {
      a: FILE,
      b: fileArgument('The other run; the same file may be given twice'),
      runs: textsArgument(2, 'runId for both, or that of a and that of b, where a file holds several'),
      event: textArgument('Also this event of a, beside what stands for it in b'),
      mask: fileArgument('JSON file with rules for what does not count'),
      ...BY_ROWS,
    },
    required: ['a', 'b'],
    paging: { isCut: false, totalOf: (document) => numberIn(document, 'changedTotal') },
    command: (given, { offset, limit }) => ({
      options: [
        'compare',
        `--limit=${offset + limit}`,
        ...(given.texts('runs') ?? []).map((run) => `--run=${run}`),
        ...option('event', given.text('event')),
        ...option('mask', given.text('mask')),
      ],
      operands: operands(given, 'a', 'b'),
    }),
  },
];

const option = (name: string, value: string | null): readonly string[] =>
  value === null ? [] : [`--${name}=${value}`];

const flag = (name: string, value: boolean | null): readonly string[] =>
  value === true ? [`--${name}`] : [];

const operands = (given: GivenArguments, ...names: readonly string[]): readonly string[] =>
  names.map((name) => given.text(name) ?? '');

function numberIn(document: unknown, name: string): number {
  const value = childAt(document, name);
  return typeof value === 'number' ? value : 0;
}
