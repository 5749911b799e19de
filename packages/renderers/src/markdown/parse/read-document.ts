/** A Markdown document: its blocks and footnotes, with raw HTML as source and references resolved. */
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { parse, postprocess, preprocess } from 'micromark';
import { gfm } from 'micromark-extension-gfm';
import { subtokenize } from 'micromark-util-subtokenize';
import type { Construct, ConstructRecord, Event } from 'micromark-util-types';
import {
  denseData,
  formulaSyntax,
  formulaTrees,
  HTML_SOURCE,
  writeOutDense,
  writtenTrees,
} from './rendered-source.ts';
import { changeTree, type TreeNode, textOf } from './tree-node.ts';

/** Quotes, lists and footnotes begin left of this column: the cost of a line grows with the cube of its nesting. */
const MAX_COLUMN = 40;

/** What makes trees of the syntax. */
const treeExtensions = [gfmFromMarkdown(), formulaTrees, writtenTrees];

const LETTER = 'x';

/** Lines in a row; 4,000 of them are read in about half a second. */
const MAX_LAZY_LINES = 4_000;

const QUOTE = /^[ \t]{0,12}(?:>|\[\^)/;

const ITEM = /^[ \t]{0,12}(?:[-+*][ \t]|\d{1,9}[.)][ \t])/;

/** Lines below the text of an item belong to it by their indent. */
const INDENTED = /^(?: {2}|\t)/;

const BLANK = /^[ \t]*$/;

/** Levels of a document; real documents have a dozen. */
const MAX_LEVELS = 48;

/** Of the text of a node without a position, in UTF-16 units. */
const MAX_TEXT = 10_000;

/**
 * Reads a text: its blocks in their order, without definitions, and its footnotes. O(length); never throws. A text of
 * 200,000 bytes takes up to a second.
 */
export function readDocument(text: string) {
  // Without the byte order mark.
  const source = text.replace(/^\uFEFF/, '');
  const dense: TreeNode = { type: 'code', value: source, data: denseData() };
  if (hasTooManyLazyLines(source)) return { blocks: [dense], footnotes: [] };
  const root = treeOf(eventsOf(source));
  settleTree(root, source);
  const footnotes = takeFootnotes(root);
  return { blocks: root.children ?? [], footnotes };
}

/** The parser events of a document; text that is too dense is not parsed. */
function eventsOf(source: string): Event[] {
  const parser = parse({ extensions: [gfm(), formulaSyntax(source)] });
  parser.constructs.document = bounded(parser.constructs.document);
  const events = parser.document().write(preprocess()(source, undefined, true));
  // The first pass finds the blocks, the others parse their text.
  subtokenize(events);
  writeOutDense(events, source);
  return postprocess(events);
}

/** The containers, each of which is text when it would begin too far to the right. */
function bounded(containers: ConstructRecord): ConstructRecord {
  const boundedOne = (construct: Construct): Construct => ({
    ...construct,
    tokenize(effects, ok, nok) {
      return this.now().column > MAX_COLUMN ? nok : construct.tokenize.call(this, effects, ok, nok);
    },
  });
  return Object.fromEntries(
    Object.entries(containers).map(([sign, constructs]) => [sign, [constructs ?? []].flat().map(boundedOne)]),
  );
}

/** `mdast-util-from-markdown` makes trees only of what it parses itself: it parses a letter, and gets these events for it. */
function treeOf(events: Event[]): TreeNode {
  const construct: Construct = {
    name: 'events',
    tokenize: (effects, ok) => (code) => {
      effects.enter('data');
      effects.consume(code);
      effects.exit('data');
      return ok;
    },
    exit: () => undefined,
    resolveAll: () => events,
  };
  const extensions = [{ document: { [LETTER.charCodeAt(0)]: construct } }];
  return fromMarkdown(LETTER, { extensions, mdastExtensions: treeExtensions });
}

/**
 * Makes links and images of references, removes the definitions, which CommonMark does not show, turns HTML into code,
 * and replaces what lies too deep by its source.
 */
export function settleTree(root: TreeNode, source: string): void {
  const definitions = new Map<string, TreeNode>();
  changeTree(root, (node, depth) => {
    if (node.type === 'definition') {
      const { identifier = '' } = node;
      // Of several definitions the first counts.
      if (!definitions.has(identifier)) definitions.set(identifier, node);
      return [];
    }
    if (depth < MAX_LEVELS || node.children === undefined) return [node];
    const { start, end } = node.position ?? {};
    const written = source.slice(start?.offset ?? 0, end?.offset ?? 0);
    return [{ type: 'text', value: written === '' ? textOf(node, MAX_TEXT) : written }];
  });
  changeTree(root, (node, _, parent) => {
    if (node.type === 'html') {
      // Its source: a block of code among blocks, else a piece of the line.
      const type = HOLD_BLOCKS.has(parent.type) ? 'code' : 'inlineCode';
      return [{ type, value: node.value ?? '', data: { hProperties: { className: [HTML_SOURCE] } } }];
    }
    const definition = definitions.get(node.identifier ?? '');
    if (definition === undefined || !/^(?:link|image)Reference$/.test(node.type)) return [node];
    node.type = node.type === 'linkReference' ? 'link' : 'image';
    node.url = definition.url ?? '';
    node.title = definition.title ?? null;
    return [node];
  });
}

const HOLD_BLOCKS: ReadonlySet<string> = new Set(['root', 'blockquote', 'listItem', 'footnoteDefinition']);

/**
 * Whether too many lines in a row continue the paragraph of a quote or list item without its mark. The parser resumes
 * such a paragraph at each of them, so a long run costs the square of its length. O(length).
 */
function hasTooManyLazyLines(source: string): boolean {
  let container: 'none' | 'quote' | 'item' = 'none';
  let lines = 0;
  for (const line of source.split(/\r\n?|\n/)) {
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

// Footnotes of a document: numbered in the order of their references, and displayed at its end, once.

export interface Footnote {
  /** From 1; null for a footnote without a reference. */
  readonly number: number | null;
  readonly blocks: readonly TreeNode[];
}

/** Replaces each reference by a `sup` with its number; removes the definitions and returns them, unreferenced ones last. */
export function takeFootnotes(root: TreeNode): readonly Footnote[] {
  const numbers = new Map<string, number>();
  const definitions = new Map<string, TreeNode>();
  const duplicates: TreeNode[] = [];
  const displayed = new Map<TreeNode, string | null>();
  collect(root);
  // A footnote may contain references and definitions: the maps grow during these loops, which reach the new entries.
  for (const [identifier] of numbers) display(definitions.get(identifier), identifier);
  for (const [identifier, definition] of definitions) display(definition, identifier);
  for (const definition of duplicates) display(definition, null);
  const footnotes = Array.from(displayed, ([{ children = [] }, identifier]) => ({
    number: numbers.get(identifier ?? '') ?? null,
    blocks: children,
  }));
  return footnotes.toSorted((a, b) => (a.number ?? Infinity) - (b.number ?? Infinity) || 0);

  function collect(parent: TreeNode): void {
    changeTree(parent, (node) => {
      const { type, identifier = '' } = node;
      if (type === 'footnoteReference') return [referenceTo(identifier)];
      if (type !== 'footnoteDefinition') return [node];
      if (definitions.has(identifier)) duplicates.push(node);
      else definitions.set(identifier, node);
      return [];
    });
  }

  function referenceTo(identifier: string): TreeNode {
    const number = numbers.get(identifier) ?? numbers.size + 1;
    numbers.set(identifier, number);
    return {
      type: 'footnoteMark',
      children: [{ type: 'text', value: String(number) }],
      data: { hName: 'sup', hProperties: { dataFootnote: number } },
    };
  }

  function display(definition: TreeNode | undefined, identifier: string | null): void {
    if (definition === undefined || displayed.has(definition)) return;
    displayed.set(definition, identifier);
    collect(definition);
  }
}
