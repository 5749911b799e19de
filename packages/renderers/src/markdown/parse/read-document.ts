/** A Markdown document, read in steps that are each a small part of a frame. */
import { preprocess } from 'micromark';
import type { Event } from 'micromark-util-types';
import { blockNodes } from './block-tree.ts';
import { type Definitions, readDefinitions, resolveReferences } from './definitions.ts';
import { flowRanges, readText, topBlocks } from './event-ranges.ts';
import { type Footnote, FootnoteCollector } from './footnotes.ts';
import { hasTooManyLazyLines } from './lazy-lines.ts';
import { collectParts, type Part } from './parts.ts';
import { showHtmlSource } from './shown-source.ts';
import { parserOf } from './syntax.ts';
import { changeTree, type TreeNode, textOf } from './tree-node.ts';
import { denseData } from './written.ts';

/** What is read so far. Parts are added, and never change. */
export interface DocumentInReading {
  /** Blocks of the document itself, in their order, without definitions. */
  readonly parts: readonly Part[];
  /** Known when all is read. */
  readonly footnotes: readonly Footnote[];
  readonly isRead: boolean;
  /** Reads on for a millisecond or so; not to be called when all is read. Never throws. */
  readonly step: () => void;
}

/** Begins to read. O(length) in all, for a text of 200,000 bytes some seconds at worst. */
export function readDocument(text: string): DocumentInReading {
  const reading = { parts: [] as Part[], footnotes: [] as readonly Footnote[], isRead: false, step };
  // A mark of the byte order is no text.
  const steps = readSteps(text.replace(/^\uFEFF/, ''), reading);
  function step() {
    reading.isRead = steps.next().done === true;
  }
  return reading;
}

interface Growing {
  readonly parts: Part[];
  footnotes: readonly Footnote[];
}

function* readSteps(source: string, reading: Growing): Generator<undefined> {
  if (hasTooManyLazyLines(source)) {
    reading.parts.push([{ type: 'code', value: source, data: denseData() }]);
    return;
  }
  const definitions: Definitions = new Map();
  const footnotes = new FootnoteCollector();
  const blocks: (readonly Event[])[] = [];
  for (const block of topBlocks(flowRanges(yield* documentEvents(source)))) {
    if (block === null) yield;
    else {
      blocks.push(block);
      yield* readDefinitions(block, definitions);
    }
  }
  const parts = collectParts(reading.parts);
  for (const block of blocks) {
    const root: TreeNode = { type: 'root' };
    root.children = [...(yield* blockNodes(yield* readText(block, source), source))];
    boundDepth(root, source);
    showHtmlSource(root);
    resolveReferences(root, definitions);
    footnotes.collect(root);
    root.children.forEach(parts.add);
    yield;
  }
  parts.close();
  reading.footnotes = yield* footnotes.finish();
}

/** Characters that are read at once. */
const CHUNK = 100;

/** Which blocks there are, without their text. Definitions are found with them. */
function* documentEvents(source: string): Generator<undefined, readonly Event[]> {
  const tokenizer = parserOf(source).document();
  const chunksOf = preprocess();
  for (let at = 0; at < source.length; at += CHUNK) {
    tokenizer.write(chunksOf(source.slice(at, at + CHUNK), undefined, false));
    yield;
  }
  return tokenizer.write(chunksOf('', undefined, true));
}

/** Levels of a part; real documents have a dozen. */
const MAX_LEVELS = 48;
/** Of a node that was made by a step and stands nowhere, in UTF-16 units. */
const MAX_TEXT = 10_000;

/** Replaces what lies deeper by its source as text. */
export function boundDepth(root: TreeNode, source: string): void {
  changeTree(root, (node, depth) => {
    if (depth < MAX_LEVELS || node.children === undefined) return [node];
    const { start, end } = node.position ?? {};
    const written = source.slice(start?.offset ?? 0, end?.offset ?? 0);
    return [{ type: 'text', value: written === '' ? textOf(node, MAX_TEXT) : written }];
  });
}
