import { unreachable } from '@openwop-inspector/base';
import type { LoadedLog } from '../loaded-log.ts';
import { durationLeaf, payloadLeaf, regexLeaf, textLeaf, tokensLeaf } from './byte-leaves.ts';
import { causeLeaf } from './cause-leaves.ts';
import { columnLeaf } from './column-leaves.ts';
import { kindLeaf } from './kind-leaf.ts';
import type { BoundTree, ByteLeaf, ColumnLeaf } from './leaves.ts';
import type { FilterError, FilterTree, Term } from './syntax.ts';

/** Ordinals of the events with a note; null where no notes are known. */
type Noted = ReadonlySet<number> | null;

/** Binds the terms of a filter to a log: what its names, times and causes are. */
export function boundTree(tree: FilterTree, log: LoadedLog, noted: Noted): BoundTree | FilterError {
  switch (tree.kind) {
    case 'and':
    case 'or': {
      const parts: BoundTree[] = [];
      for (const part of tree.parts) {
        const bound = boundTree(part, log, noted);
        if ('column' in bound) return bound;
        parts.push(bound);
      }
      return { kind: tree.kind, parts };
    }
    case 'not': {
      const part = boundTree(tree.part, log, noted);
      return 'column' in part ? part : { kind: 'not', part };
    }
    case 'term':
      return leafOf(tree.term, log, noted);
    default:
      return unreachable(tree);
  }
}

function leafOf(term: Term, log: LoadedLog, noted: Noted): ColumnLeaf | ByteLeaf | FilterError {
  switch (term.kind) {
    case 'text':
      return textLeaf(term);
    case 'regex':
      return regexLeaf(term);
    case 'payload':
      return payloadLeaf(term);
    case 'field':
      return fieldLeaf(term, log, noted);
    default:
      return unreachable(term);
  }
}

function fieldLeaf(
  term: Extract<Term, { kind: 'field' }>,
  log: LoadedLog,
  noted: Noted,
): ColumnLeaf | ByteLeaf | FilterError {
  switch (term.field) {
    case 'cause':
    case 'under':
    case 'of':
      return causeLeaf(term.field, term, log);
    case 'kind':
      return kindLeaf(term, log);
    case 'dur':
      return durationLeaf(term, log);
    case 'tokens':
      return tokensLeaf(term);
    default:
      return columnLeaf(term.field, term, log, noted);
  }
}
