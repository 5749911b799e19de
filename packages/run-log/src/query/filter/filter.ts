/**
 * The filter language of the window and the command line. What a term means is written in `filter/fields.ts`; words and
 * quoted texts occur anywhere in the event as recorded, or as displayed when they hold a mark of what is masked, upper and
 * lower case alike. Terms side by side must all hold; `or`, `not`, `-` and parentheses put them together. What is not
 * understood is an error with its place, never a filter that selects nothing.
 */

import { Turns } from '../../next-turn.ts';
import type { LoadedLog } from '../loaded-log.ts';
import { boundTree } from './bind.ts';
import { type BoundTree, OpenedEvent } from './leaves.ts';
import { filterTree } from './parse-tree.ts';
import { type FilterRun, runTree } from './run-filter.ts';
import type { FilterError, FilterTree, Term } from './syntax.ts';

export { type FilterPart, filterParts } from './parse-tree.ts';
export type { FilterBatch, FilterRun, FoundSoFar } from './run-filter.ts';
export { FILTER_OPERATORS, FILTER_TEXTS, FILTER_WORDS, wildcard } from './syntax.ts';

/** A filter that was read and bound to a log. */
export interface Filter {
  readonly tree: BoundTree;
  /** False where the answer for an event may change while the log grows: problems, causes, what recovers or waits. */
  readonly isLasting: boolean;
}

/**
 * Reads a filter and binds it to a log. `noted` are the ordinals of events with a note, for who knows of notes. O(length),
 * and O(events) for some fields.
 */
export async function parseFilter(
  text: string,
  log: LoadedLog,
  noted: ReadonlySet<number> | null = null,
): Promise<Filter | FilterError> {
  const tree = filterTree(text);
  if ('column' in tree) return tree;
  const bound = await boundTree(tree, log, noted);
  if ('column' in bound) return bound;
  return { tree: bound, isLasting: isLasting(bound) };
}

export function isFilterError(value: Filter | FilterError): value is FilterError {
  return 'column' in value;
}

/** Whether a filter asks for problems, which are complete when the payloads were checked. False for one that is wrong. */
export function asksForProblems(text: string): boolean {
  return hasTerm(filterTree(text), (term) => term.kind === 'field' && term.field === 'problem');
}

/** Whether a filter asks which events have notes. False for one that is wrong. */
export function asksForNotes(text: string): boolean {
  const isNoted = (term: Term): boolean =>
    term.kind === 'field' && term.field === 'is' && term.value.text === 'noted';
  return hasTerm(filterTree(text), isNoted);
}

function hasTerm(tree: FilterTree | FilterError, isMeant: (term: Term) => boolean): boolean {
  if ('column' in tree) return false;
  if (tree.kind === 'term') return isMeant(tree.term);
  return tree.kind === 'not'
    ? hasTerm(tree.part, isMeant)
    : tree.parts.some((part) => hasTerm(part, isMeant));
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
export function runFilter(filter: Filter, log: LoadedLog, run: FilterRun): Promise<Int32Array | null> {
  return runTree(filter.tree, log, run);
}

/** Whether a filter selects one event; a promise where its bytes have to be read for it. */
export function filterSelects(filter: Filter, log: LoadedLog, ordinal: number): boolean | Promise<boolean> {
  return columnsSay(filter.tree, ordinal) ?? bytesSay(filter.tree, log, ordinal);
}

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
      if (said.includes(decides)) return decides;
      return said.includes(null) ? null : !decides;
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
