/** A Markdown document, read in steps that are each a small part of a frame. */
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { parse, postprocess, preprocess } from 'micromark';
import { gfm } from 'micromark-extension-gfm';
import { subtokenize } from 'micromark-util-subtokenize';
import type { Construct, ConstructRecord, Event, ParseContext } from 'micromark-util-types';
import { type Footnote, FootnoteCollector } from './footnotes.ts';
import { formulaSyntax, formulaTrees } from './formulas.ts';
import { costFrom, denseData, isDense, showHtmlSource, writeOut, writtenTrees } from './rendered-source.ts';
import { changeTree, collectParts, type Part, type TreeNode, textOf } from './tree-node.ts';

/** Quotes, lists and footnotes begin left of this column: the cost of a line grows with the cube of its nesting. */
const MAX_COLUMN = 40;

/** What makes trees of that syntax. */
const treeExtensions = [gfmFromMarkdown(), formulaTrees, writtenTrees];

const LETTER = 'x';

/** Events of one part; of a block that cannot be taken apart and has more than the most, the source is displayed. */
const PART = 1_500;

const MAX_EVENTS = 30_000;

const IS_CODE: ReadonlySet<string> = new Set(['codeFenced', 'codeIndented', 'htmlFlow']);

const DROPPED: ReadonlySet<string> = new Set(['tableBody']);

const MAY_BE_CUT: ReadonlySet<string> = new Set(['listOrdered', 'listUnordered', 'blockQuote', 'table']);

/** Events of definitions that are read at once, about. */
const BATCH = 300;

const RESOLVED: ReadonlyMap<string, string> = new Map([
  ['linkReference', 'link'],
  ['imageReference', 'image'],
]);

/** Lines in a row; 4,000 of them are read in about half a second. */
const MAX_LAZY_LINES = 4_000;

const QUOTE = /^[ \t]{0,12}(?:>|\[\^)/;

const ITEM = /^[ \t]{0,12}(?:[-+*][ \t]|\d{1,9}[.)][ \t])/;

/** Lines below the text of an item belong to it by their indent. */
const INDENTED = /^(?: {2}|\t)/;

const BLANK = /^[ \t]*$/;

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
  // Without the byte order mark.
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
/** Of a node that was made by a step, without a position, in UTF-16 units. */
const MAX_TEXT = 10_000;

/** Replaces what lies deeper by its source as text. */
function boundDepth(root: TreeNode, source: string): void {
  changeTree(root, (node, depth) => {
    if (depth < MAX_LEVELS || node.children === undefined) return [node];
    const { start, end } = node.position ?? {};
    const written = source.slice(start?.offset ?? 0, end?.offset ?? 0);
    return [{ type: 'text', value: written === '' ? textOf(node, MAX_TEXT) : written }];
  });
}

/**
 * Whether too many lines in a row continue the paragraph of a quote or list item without its mark. The parser resumes
 * such a paragraph at each of them, so a long run costs the square of its length. O(length).
 */
function hasTooManyLazyLines(source: string): boolean {
  let container: 'none' | 'quote' | 'item' = 'none';
  let lines = 0;
  for (const line of lineBeginnings(source)) {
    if (QUOTE.test(line)) container = 'quote';
    else if (ITEM.test(line)) container = 'item';
    else if (BLANK.test(line)) container = 'none';
    else if (container === 'quote' || (container === 'item' && !INDENTED.test(line))) {
      lines += 1;
      if (lines > MAX_LAZY_LINES) return true;
      continue;
    } else continue;
    lines = 0;
  }
  return false;
}

/** The first characters of each line, which determine its kind. */
function* lineBeginnings(source: string): Generator<string> {
  const length = 32;
  let from = 0;
  for (let at = 0; at <= source.length; at++) {
    const unit = at < source.length ? source.charCodeAt(at) : 10;
    if (unit !== 10 && unit !== 13) continue;
    yield source.slice(from, Math.min(at, from + length));
    if (unit === 13 && source.charCodeAt(at + 1) === 10) at += 1;
    from = at + 1;
  }
}

/** By identifier; of several definitions the first counts, as in CommonMark. */
type Definitions = Map<string, TreeNode>;

/** Reads the definitions anywhere among the events of a block. Yields between batches. */
function* readDefinitions(block: readonly Event[], found: Definitions): Generator<undefined> {
  let batch: Event[] = [];
  let isInside = false;
  for (const event of block) {
    const bounds = event[1].type === 'definition';
    if (bounds) isInside = event[0] === 'enter';
    if (bounds || isInside) batch.push(event);
    if (isInside || batch.length < BATCH) continue;
    keep(batch, found);
    batch = [];
    yield;
  }
  if (batch.length > 0) keep(batch, found);
}

function keep(events: Event[], found: Definitions): void {
  for (const node of treeOf(postprocess(events)).children ?? []) {
    const { identifier = '' } = node;
    if (!found.has(identifier)) found.set(identifier, node);
  }
}

/** Makes links and images of references; removes the definitions, which CommonMark does not show. */
function resolveReferences(root: TreeNode, definitions: Definitions): void {
  changeTree(root, (node) => {
    if (node.type === 'definition') return [];
    const type = RESOLVED.get(node.type);
    const definition = definitions.get(node.identifier ?? '');
    if (type === undefined || definition === undefined) return [node];
    node.type = type;
    node.url = definition.url ?? '';
    node.title = definition.title ?? null;
    return [node];
  });
}

/** The tree under a root. `mdast-util-from-markdown` makes trees of what it reads itself: it reads a letter, and gets these events for it. */
function treeOf(events: Event[]): TreeNode {
  const extensions = [{ document: { [LETTER.charCodeAt(0)]: eventsConstruct(events) } }];
  return fromMarkdown(LETTER, { extensions, mdastExtensions: treeExtensions });
}

function eventsConstruct(events: Event[]): Construct {
  return {
    name: 'stands for events',
    tokenize: (effects, ok) => (code) => {
      effects.enter('data');
      effects.consume(code);
      effects.exit('data');
      return ok;
    },
    exit: () => undefined,
    resolveAll: () => events,
  };
}

/** The nodes of a block whose text is read. Yields between parts. */
function* blockNodes(events: Event[], source: string): Generator<undefined, readonly TreeNode[]> {
  const parts = partsOf(events);
  const trees: TreeNode[] = [];
  for (const part of parts) {
    const isTooLong = part.length > MAX_EVENTS && !IS_CODE.has(part[0]?.[1].type ?? '');
    trees.push(isTooLong ? sourceOf(events, source) : treeOf(part));
    if (isTooLong) return trees.at(-1)?.children ?? [];
    yield;
  }
  return joined(trees, parts);
}

function sourceOf(events: readonly Event[], source: string): TreeNode {
  const token = events[0]?.[1];
  const value = source.slice(token?.start.offset, token?.end.offset);
  return { type: 'root', children: [{ type: 'code', value, data: denseData() }] };
}

/** The block in parts that each have its beginning and its end around them. */
function partsOf(events: Event[]): readonly Event[][] {
  const [opening, type] = [events[0], events[0]?.[1].type ?? ''];
  const closing = events.at(-1);
  if (events.length <= PART || opening === undefined || closing === undefined || !MAY_BE_CUT.has(type)) {
    return [events];
  }
  const isList = type.startsWith('list');
  const parts: Event[][] = [];
  let part: Event[] = [opening];
  let depth = 0;
  for (const event of events.slice(1, -1)) {
    // The body of a table has no node: without it, its rows are siblings of the head.
    if (DROPPED.has(event[1].type)) continue;
    const begins = event[0] === 'enter' && depth === 0 && (!isList || event[1].type === 'listItemPrefix');
    if (begins && part.length > PART) {
      parts.push([...part, closing]);
      part = [opening];
    }
    depth += event[0] === 'enter' ? 1 : -1;
    part.push(event);
  }
  return [...parts, [...part, closing]];
}

function joined(trees: readonly TreeNode[], parts: readonly Event[][]): readonly TreeNode[] {
  const [first, ...others] = trees;
  const whole = first?.children?.[0];
  if (whole === undefined || others.length === 0) return first?.children ?? [];
  const nodes = trees.flatMap(({ children = [] }) => children);
  whole.children = nodes.flatMap(({ children = [] }) => children);
  if (whole.type === 'list') {
    // A blank line before the end of a part is between two items.
    const hasGap = parts.slice(0, -1).some((part) => part.at(-2)?.[1].type === 'lineEndingBlank');
    whole.spread = hasGap || nodes.some(({ spread }) => spread === true);
  }
  return [whole];
}

/** A parser for one source, which contains the ends of its formulas. */
function parserOf(source: string): ParseContext {
  const parser = parse({ extensions: [gfm(), formulaSyntax(source)] });
  parser.constructs.document = bounded(parser.constructs.document);
  return parser;
}

function bounded(containers: ConstructRecord): ConstructRecord {
  return Object.fromEntries(
    Object.entries(containers).map(([sign, constructs]) => [sign, [constructs ?? []].flat().map(boundedOne)]),
  );
}

/** A container that is text when it would begin too far to the right. */
function boundedOne(construct: Construct): Construct {
  return {
    ...construct,
    tokenize(effects, ok, nok) {
      return this.now().column > MAX_COLUMN ? nok : construct.tokenize.call(this, effects, ok, nok);
    },
  };
}

// The parser events of a document, some of which are text that is still to be parsed. They are parsed in ranges, each
// of which ends where no text continues, so that none of them blocks the window.

/** Events of a range, at least. */
const RANGE = 400;
/** Guessed cost of the text in a range, at least; in microseconds. */
const RANGE_COST = 2_000;

/** The events of the document with those of its blocks, range by range. */
function* flowRanges(events: readonly Event[]): Generator<readonly Event[]> {
  let from = 0;
  let goesOn = false;
  let endsHere = false;
  for (const [at, [phase, token]] of events.entries()) {
    if (phase === 'enter' && endsHere && !goesOn && at - from >= RANGE) {
      yield withFlow(events.slice(from, at));
      from = at;
    }
    if (token.contentType === 'flow') goesOn = token.next !== undefined;
    // A list item or a quote that just ended moves its end before the blank lines after it: they stay together.
    endsHere = phase === 'exit' && (token.contentType === 'flow' || token._container === true);
  }
  yield withFlow(events.slice(from));
}

function withFlow(range: Event[]): readonly Event[] {
  const [first, second] = range;
  const isOne =
    first !== undefined &&
    range.every(([phase, token], at) => {
      const isFirst = at === 0;
      return token.contentType === 'flow' && (phase === 'exit' || isFirst || token.previous !== undefined);
    });
  // Blocks outside of containers need not be put between anything.
  if (isOne && second !== undefined) return first[1]._tokenizer?.events ?? range;
  subtokenize(range);
  return range;
}

const BETWEEN_BLOCKS: ReadonlySet<string> = new Set(['lineEnding', 'lineEndingBlank', 'linePrefix']);

/** The events of each block of the document itself. */
function* topBlocks(ranges: Iterable<readonly Event[]>): Generator<readonly Event[] | null> {
  let block: Event[] = [];
  let depth = 0;
  for (const range of ranges) {
    for (const event of range) {
      depth += event[0] === 'enter' ? 1 : -1;
      block.push(event);
      if (depth > 0) continue;
      if (!BETWEEN_BLOCKS.has(event[1].type)) yield block;
      block = [];
    }
    yield null;
  }
}

/** Reads the text of a block; `source` is the document. Yields between ranges. */
function* readText(block: readonly Event[], source: string): Generator<undefined, Event[]> {
  const waiting = [...block];
  const done: Event[] = [];
  let from = 0;
  let cost = 0;
  let goesOn = false;
  for (let at = 0; at < waiting.length; at++) {
    const [phase, token] = waiting[at] ?? [];
    if (phase === 'enter' && token?.contentType !== undefined && !goesOn) {
      const more = costFrom(token, source);
      if (isDense(more)) {
        at = writeOut(waiting, at) - 1;
        continue;
      }
      cost += more;
    }
    if (token?.contentType !== undefined) goesOn = token.next !== undefined;
    if (phase === 'enter' || goesOn || (cost < RANGE_COST && at - from < RANGE)) continue;
    append(done, postprocess(waiting.slice(from, at + 1)));
    from = at + 1;
    cost = 0;
    yield;
  }
  append(done, postprocess(waiting.slice(from)));
  return done;
}

function append(to: Event[], more: readonly Event[]): void {
  for (const event of more) to.push(event);
}
