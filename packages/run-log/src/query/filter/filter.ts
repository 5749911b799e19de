/**
 * The filter language of the window and the command line. What a term means is written in `filter/fields.ts`; words and
 * quoted texts occur anywhere in the event as recorded, or as displayed when they hold a mark of what is masked, upper and
 * lower case alike. Terms side by side must all hold; `or`, `not`, `-` and parentheses put them together. What is not
 * understood is an error with its place, never a filter that selects nothing.
 */

import { storedIn } from '@openwop-inspector/base';
import type { CausalGraph, EnvelopeNode } from '../../graph/causal-graph.ts';
import { parentOf } from '../../graph/child-index.ts';
import { Turns } from '../../next-turn.ts';
import { effectsOf, envelopeNodes } from '../chain/chain.ts';
import type { LoadedLog } from '../loaded-log.ts';
import { PayloadReader } from '../payload/read-payload.ts';
import { allRows } from '../rows/rows.ts';
import { envelopeTypeOf } from '../stories/written-values.ts';
import { durationLeaf, payloadLeaf, regexLeaf, textLeaf, tokensLeaf } from './byte-leaves.ts';
import { type BindField, COLUMN_LEAVES } from './column-leaves.ts';
import { type BoundTree, type ByteLeaf, byteLeaf, type ColumnLeaf, OpenedEvent } from './leaves.ts';
import { type FilterRun, runTree } from './run-filter.ts';
import { planForNames } from './search-plan.ts';
import {
  type FieldName,
  type FilterError,
  type FilterTree,
  filterError,
  type Term,
  wildcard,
} from './syntax.ts';
import { filterTree } from './tokens.ts';

export type { FilterBatch, FilterRun, FoundSoFar } from './run-filter.ts';
export { FILTER_OPERATORS, FILTER_TEXTS, FILTER_WORDS, wildcard } from './syntax.ts';
export { type FilterPart, filterParts } from './tokens.ts';

/** A filter that was read and bound to a log. */
export interface Filter {
  readonly tree: BoundTree;
  /** False where the answer for an event may change while the log grows: problems, causes, what recovers or waits. */
  readonly isLasting: boolean;
}

/** Reads a filter and binds it to a log; `noted`: ordinals with a note. O(length), and O(events) for some fields. */
export async function parseFilter(
  text: string,
  log: LoadedLog,
  noted: ReadonlySet<number> | null = null,
): Promise<Filter | FilterError> {
  const tree = filterTree(text);
  if ('column' in tree) return tree;
  const bound = await boundTree(tree, log, noted);
  return 'column' in bound ? bound : { tree: bound, isLasting: isLasting(bound) };
}

export const isFilterError = (value: Filter | FilterError): value is FilterError => 'column' in value;

/** Whether a filter asks for problems, which are complete when the payloads were checked. False for one that is wrong. */
export const asksForProblems = (text: string): boolean =>
  hasTerm(filterTree(text), (term) => term.kind === 'field' && term.field === 'problem');

/** Whether a filter asks which events have notes. False for one that is wrong. */
export function asksForNotes(text: string): boolean {
  const isNoted = (term: Term): boolean =>
    term.kind === 'field' && term.field === 'is' && term.value.text === 'noted';
  return hasTerm(filterTree(text), isNoted);
}

function hasTerm(tree: FilterTree | FilterError, isMeant: (term: Term) => boolean): boolean {
  if ('column' in tree) return false;
  if (tree.kind === 'term') return isMeant(tree.term);
  if (tree.kind === 'not') return hasTerm(tree.part, isMeant);
  return tree.parts.some((part) => hasTerm(part, isMeant));
}

function isLasting(tree: BoundTree): boolean {
  if (tree.kind === 'columns') return tree.key !== null;
  if (tree.kind === 'bytes') return tree.isLasting;
  return tree.kind === 'not' ? isLasting(tree.part) : tree.parts.every(isLasting);
}

/**
 * Ordinals that a filter selects, in display order; null when it was stopped. Terms over columns take about a nanosecond
 * a row the first time and nothing later; texts and payloads are searched for in the bytes of the rows that are left, and
 * read again only where something was found. Others get a turn every 25 ms. Rejects with a `SourceError`.
 */
export const runFilter = (filter: Filter, log: LoadedLog, run: FilterRun): Promise<Int32Array | null> =>
  runTree(filter.tree, log, run);

/** Whether a filter selects one event; a promise where its bytes have to be read for it. */
export const filterSelects = (filter: Filter, log: LoadedLog, ordinal: number): boolean | Promise<boolean> =>
  columnsSay(filter.tree, ordinal) ?? bytesSay(filter.tree, log, ordinal);

/** Null where the columns do not decide. */
function columnsSay(tree: BoundTree, row: number): boolean | null {
  switch (tree.kind) {
    case 'columns':
      return tree.test(row);
    case 'bytes':
      return null;
    case 'not': {
      const said = columnsSay(tree.part, row);
      return said === null ? null : !said;
    }
    default: {
      const said = tree.parts.map((part) => columnsSay(part, row));
      const decides = tree.kind === 'or';
      return said.includes(decides) ? decides : said.includes(null) ? null : !decides;
    }
  }
}

async function bytesSay(tree: BoundTree, log: LoadedLog, row: number): Promise<boolean> {
  const event = new OpenedEvent(log, row, await log.read(row), new Turns(() => false));
  const says = async (part: BoundTree): Promise<boolean> => {
    const known = columnsSay(part, row);
    if (known !== null) return known;
    if (part.kind === 'columns') return part.test(row);
    if (part.kind === 'bytes') return part.holds(event);
    if (part.kind === 'not') return !(await says(part.part));
    for (const one of part.parts) if ((await says(one)) === (part.kind === 'or')) return part.kind === 'or';
    return part.kind === 'and';
  };
  return says(tree);
}

/** Ordinals of the events with a note; null where no notes are known. */
type Noted = ReadonlySet<number> | null;

/** Binds the terms of a filter to a log: what its names, times and causes are. Patterns are compiled. */
async function boundTree(tree: FilterTree, log: LoadedLog, noted: Noted): Promise<BoundTree | FilterError> {
  if (tree.kind === 'term') return leafOf(tree.term, log, noted);
  if (tree.kind === 'not') {
    const part = await boundTree(tree.part, log, noted);
    return 'column' in part ? part : { kind: 'not', part };
  }
  const parts: BoundTree[] = [];
  for (const part of tree.parts) {
    const bound = await boundTree(part, log, noted);
    if ('column' in bound) return bound;
    parts.push(bound);
  }
  return { kind: tree.kind, parts };
}

type Leaf = ColumnLeaf | ByteLeaf | FilterError;

function leafOf(term: Term, log: LoadedLog, noted: Noted): Leaf | Promise<Leaf> {
  if (term.kind === 'field') return { ...COLUMN_LEAVES, ...OTHER_LEAVES }[term.field](log, term, noted);
  if (term.kind === 'payload') return payloadLeaf(term);
  return term.kind === 'text' ? textLeaf(term) : regexLeaf(term);
}

/** Put together with those of columns where a term is bound, so that who reads filters alone loads neither. */
const OTHER_LEAVES: Readonly<Record<Exclude<FieldName, keyof typeof COLUMN_LEAVES>, BindField<Leaf>>> = {
  cause: causeLeaf,
  under: causeLeaf,
  of: causeLeaf,
  kind: kindLeaf,
  dur: durationLeaf,
  tokens: tokensLeaf,
};

type FieldTerm = Extract<Term, { kind: 'field' }>;

/**
 * The effects of what a term names. An id that the log does not hold is an error, since no event under it would read as
 * an answer. Causes of earlier events may change while a log grows, so nothing is cached.
 */
function causeLeaf(log: LoadedLog, term: FieldTerm): ColumnLeaf | FilterError {
  const { graph } = log;
  const { field } = term;
  if (graph === null)
    return filterError(term.at, `${field}: causes are not known before the log has been read to its end`);
  const { text } = term.value;
  const named = field === 'of' ? envelopesOf(log, graph, text) : nodesOf(log, graph, term);
  if (named.length === 0) {
    const what = field === 'of' ? 'envelope with the correlationId' : 'event or envelope';
    return filterError(term.at, `${field}: this log holds no ${what} ${text}`);
  }
  const nodes = new Set(named);
  const isUnder = field === 'under' ? belowOf(graph, nodes) : null;
  const test = isUnder ?? ((row: number) => nodes.has(graph.parent[row] ?? -1));
  return { kind: 'columns', key: null, test };
}

/** An event by its id, an envelope by its correlationId, or events by a sequence: `#12`. */
function nodesOf(log: LoadedLog, graph: CausalGraph, { value }: FieldTerm): readonly number[] {
  const event = log.index.findById(value.text);
  if (event >= 0 && log.order.indexOf(event) >= 0) return [event];
  const envelopes = envelopesOf(log, graph, value.text);
  if (envelopes.length > 0) return envelopes;
  const [, digits] = /^#(\d{1,15})$/.exec(value.text) ?? [];
  return digits === undefined || value.isQuoted ? [] : withSequence(log, Number(digits));
}

const envelopesOf = (log: LoadedLog, graph: CausalGraph, text: string): readonly number[] =>
  envelopeNodes(graph, log.index.ids.recorded(text));

const withSequence = (log: LoadedLog, sequence: number): readonly number[] =>
  Array.from(allRows(log).filter((row) => log.index.columns.sequence[row] === sequence));

const UNKNOWN = 0;
const BELOW = 1;
const APART = 2;

/** Whether an event lies below any of some nodes, at any depth. Each node is walked over once: O(nodes) for all events. */
function belowOf(graph: CausalGraph, roots: ReadonlySet<number>): (row: number) => boolean {
  const states = new Uint8Array(graph.base + graph.envelopes.length);
  return (row) => {
    const path: number[] = [];
    let node = row;
    let state = UNKNOWN;
    while (state === UNKNOWN) {
      state = states[node] as number;
      if (state !== UNKNOWN) break;
      path.push(node);
      const parent = parentOf(graph, node);
      if (parent < 0) state = APART;
      else if (roots.has(parent)) state = BELOW;
      else node = parent;
    }
    for (const one of path) states[one] = state;
    return state === BELOW;
  };
}

/** Events of one envelope that are read for its kind. */
const READ_AN_ENVELOPE = 8;

/** An envelope next to the events names its kind itself; of any other its first events are inspected. */
function kindLeaf(log: LoadedLog, term: FieldTerm): ByteLeaf | FilterError {
  const { graph } = log;
  if (graph === null)
    return filterError(term.at, 'kind: envelopes are not known before the log has been read to its end');
  const matches = wildcard(term.value.text);
  const kinds = new Map<number, Promise<string | null>>();
  const holds = (event: OpenedEvent): boolean | Promise<boolean> => {
    const own = envelopeTypeOf(log.index.typeOf(event.row), event.document?.payload);
    if (own !== null) return matches(own);
    const number = (graph.parent[event.row] ?? -1) - graph.base;
    const envelope = graph.envelopes[number];
    if (number < 0 || envelope === undefined) return false;
    const kind = storedIn(kinds, number, () => kindOfEnvelope(log, envelope));
    return kind.then((known) => known !== null && matches(known));
  };
  const isRequested = (row: number): boolean =>
    (graph.parent[row] ?? -1) >= graph.base || MAY_BE_ENVELOPES.has(log.index.typeOf(row));
  const leaf = byteLeaf(planForNames(NAMED), holds, (row) => (isRequested(row) ? 'ask' : false));
  return { ...leaf, isLasting: false };
}

/** What is in every event that names a kind, in lower case, but for those of a few types. */
const NAMED = ['envelopetype', 'refusedtype', 'catalogversion'];
const MAY_BE_ENVELOPES: ReadonlySet<string> = new Set([
  'ui.a2ui-surface',
  'clarification.requested',
  'interrupt.requested',
  'node.suspended',
]);

async function kindOfEnvelope(log: LoadedLog, envelope: EnvelopeNode): Promise<string | null> {
  const record = log.index.envelopes[envelope.record];
  if (record !== undefined) return record.type;
  const reader = new PayloadReader(log, READ_AN_ENVELOPE);
  for (const row of effectsOf(log, envelope)) {
    const kind = envelopeTypeOf(log.index.typeOf(row), (await reader.read(row))?.payload);
    if (kind !== null) return kind;
  }
  return null;
}
