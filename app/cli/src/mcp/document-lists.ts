/** A JSON object as text, with the lists of its first level taken apart: nothing is parsed, so numbers stay as recorded. */
import { closingQuote } from '@openwop-inspector/base';

/** A list of the first level: what stands in front of its items, and the items. */
interface List {
  /** Text from the end of the list before to the bracket that opens this one, with it. */
  readonly before: string;
  readonly items: readonly string[];
}

/** A document in parts; `before` and items of each list in turn, then `after`, are the whole of it. */
export interface DocumentLists {
  readonly lists: readonly List[];
  readonly after: string;
}

const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT, QUOTE, COMMA] = [...'[]{}",'].map((c) =>
  c.charCodeAt(0),
);

/** Takes apart a document without space between its tokens, as `--json` prints them. O(length). */
export function documentLists(text: string): DocumentLists {
  const lists: List[] = [];
  let done = 0;
  let depth = 0;
  let open: { readonly before: string; readonly items: string[] } | null = null;
  let itemFrom = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = closingQuote(text, at + 1);
    else if (code === OPEN_ARRAY || code === OPEN_OBJECT) {
      depth++;
      if (depth !== 2 || code !== OPEN_ARRAY) continue;
      itemFrom = at + 1;
      open = { before: text.slice(done, itemFrom), items: [] };
    } else if (code === CLOSE_ARRAY || code === CLOSE_OBJECT) {
      depth--;
      if (depth !== 1 || open === null) continue;
      if (at > itemFrom) open.items.push(text.slice(itemFrom, at));
      lists.push(open);
      open = null;
      done = at;
    } else if (code === COMMA && depth === 2 && open !== null) {
      open.items.push(text.slice(itemFrom, at));
      itemFrom = at + 1;
    }
  }
  return { lists, after: text.slice(done) };
}

/** The document with at most `count` items of each list, from `from` on. */
export function documentWith({ lists, after }: DocumentLists, from: number, count: number): string {
  const parts = lists.map(({ before, items }) => before + items.slice(from, from + count).join(','));
  return parts.join('') + after;
}

/** Items of the longest list. */
export function longest({ lists }: DocumentLists): number {
  return lists.reduce((most, { items }) => Math.max(most, items.length), 0);
}
