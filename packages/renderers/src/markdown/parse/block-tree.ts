/** From the events of a block to its tree. Long lists, tables and quotes are made in parts and joined. */
import { fromMarkdown } from 'mdast-util-from-markdown';
import type { Construct, Event } from 'micromark-util-types';
import { treeExtensions } from './syntax.ts';
import type { TreeNode } from './tree-node.ts';
import { denseData } from './written.ts';

/** The tree under a root. `mdast-util-from-markdown` makes trees of what it reads itself: it reads a letter, and gets these events for it. */
export function treeOf(events: Event[]): TreeNode {
  const extensions = [{ document: { [LETTER.charCodeAt(0)]: standsFor(events) } }];
  return fromMarkdown(LETTER, { extensions, mdastExtensions: treeExtensions });
}

const LETTER = 'x';

function standsFor(events: Event[]): Construct {
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

/** Events of one part; of a block that cannot be taken apart and has more than the most, the source is shown. */
const PART = 1_500;
const MAX_EVENTS = 30_000;

/** The nodes of a block whose text is read. Yields between parts. */
export function* blockNodes(events: Event[], source: string): Generator<undefined, readonly TreeNode[]> {
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

const IS_CODE: ReadonlySet<string> = new Set(['codeFenced', 'codeIndented', 'htmlFlow']);

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
    // The body of a table is no node: without it, its rows stand where the head stands.
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

const DROPPED: ReadonlySet<string> = new Set(['tableBody']);
const MAY_BE_CUT: ReadonlySet<string> = new Set(['listOrdered', 'listUnordered', 'blockQuote', 'table']);

function joined(trees: readonly TreeNode[], parts: readonly Event[][]): readonly TreeNode[] {
  const [first, ...others] = trees;
  const whole = first?.children?.[0];
  if (whole === undefined || others.length === 0) return first?.children ?? [];
  const nodes = trees.flatMap(({ children = [] }) => children);
  whole.children = nodes.flatMap(({ children = [] }) => children);
  if (whole.type === 'list') {
    // A blank line before the end of a part stands between two items.
    const hasGap = parts.slice(0, -1).some((part) => part.at(-2)?.[1].type === 'lineEndingBlank');
    whole.spread = hasGap || nodes.some(({ spread }) => spread === true);
  }
  return [whole];
}
