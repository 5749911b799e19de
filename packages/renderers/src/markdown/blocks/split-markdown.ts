/** Takes a Markdown document apart, without parsing it: line by line, each line looked at a few times at most. */
import { lineCost, MOST_COST, SLICE_COST } from './block-cost.ts';
import { collectDefinitions } from './definitions.ts';
import { type Cut, takeFence, takeHtml, takeMath, takeTable } from './leaf-blocks.ts';
import {
  beginsListItem,
  fenceOpening,
  htmlEnd,
  isBlank,
  isDeep,
  isIndented,
  mayBeginLeaf,
} from './line-forms.ts';
import type { MarkdownBlock, MarkdownDocument } from './markdown-block.ts';

/** The parts of a document. Never throws; O(length). */
export function splitMarkdown(text: string): MarkdownDocument {
  const { lines, links, footnotes } = collectDefinitions(text.replace(/\r\n?/g, '\n').split('\n'));
  const blocks: MarkdownBlock[] = [];
  const flow = flowBlocks(blocks);
  for (let at = 0; at < lines.length; ) {
    const leaf = takeLeaf(lines, at);
    if (leaf === null) {
      const { end, cost } = runFrom(lines, at);
      flow.add(lines.slice(at, end), cost);
      at = end;
    } else {
      flow.close();
      blocks.push(leaf.block);
      at = leaf.end;
    }
  }
  flow.close();
  return { blocks, links, footnotes };
}

/** A block that is shown by itself and needs no parse. */
function takeLeaf(lines: readonly string[], at: number): Cut | null {
  if (!mayBeginLeaf(lines[at] ?? '')) return takeTable(lines, at);
  return takeFence(lines, at) ?? takeMath(lines, at) ?? takeHtml(lines, at) ?? takeTable(lines, at);
}

interface Run {
  /** Behind its last line. */
  readonly end: number;
  readonly cost: number;
}

/**
 * Where a run of lines ends that belong together: before a leaf, or behind blank lines that are followed by a line
 * which begins something new. Lists go on over blank lines as long as items or indented lines follow.
 */
function runFrom(lines: readonly string[], from: number): Run {
  const isList = beginsListItem(lines[from] ?? '');
  let cost = lineCost(lines[from] ?? '');
  let at = from + 1;
  for (; at < lines.length; at++) {
    const line = lines[at] ?? '';
    if (beginsLeaf(line, isList)) break;
    const isNew = isBlank(lines[at - 1] ?? '') && !isBlank(line) && !isIndented(line);
    if (isNew && !(isList && beginsListItem(line))) break;
    if (cost > SLICE_COST && mayBeCut(line, isList)) break;
    // A list item of any length ends at last, where it hurts least: the limit for what is parsed at once.
    const more = lineCost(line);
    if (cost + more > MOST_COST) break;
    cost += more;
  }
  return { end: at, cost };
}

function beginsLeaf(line: string, isList: boolean): boolean {
  if (!mayBeginLeaf(line) || (isList && isIndented(line))) return false;
  return fenceOpening(line) !== null || htmlEnd(line) !== null || /^ {0,3}\$\$/.test(line);
}

/** A long list is cut before an item, anything else before any line. */
function mayBeCut(line: string, isList: boolean): boolean {
  return isList ? beginsListItem(line) && !isIndented(line) : !isIndented(line);
}

/** Joins runs to blocks of about the same cost; what cannot be laid out becomes source. */
function flowBlocks(blocks: MarkdownBlock[]) {
  let waiting: string[] = [];
  let waitingCost = 0;
  function close() {
    const source = waiting.join('\n');
    if (waiting.some((line) => !isBlank(line))) blocks.push({ kind: 'flow', source });
    waiting = [];
    waitingCost = 0;
  }
  function add(run: readonly string[], cost: number) {
    const reason = run.some(isDeep) ? 'deep' : cost > MOST_COST ? 'dense' : null;
    if (reason !== null || waitingCost + cost > SLICE_COST) close();
    if (reason !== null) {
      blocks.push({ kind: 'source', text: run.join('\n'), reason });
      return;
    }
    for (const line of run) waiting.push(line);
    waitingCost += cost;
  }
  return { add, close };
}
