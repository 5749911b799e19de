/** A Markdown document in parts that are parsed and drawn one by one, so that none of them holds the window. */

/** One part of a document, in its order. */
export type MarkdownBlock =
  /** Some paragraphs, lists, quotes: what one parse takes. */
  | { readonly kind: 'flow'; readonly source: string }
  /** A fenced code block; `info` is what stands behind the fence. */
  | { readonly kind: 'fence'; readonly info: string; readonly text: string }
  | { readonly kind: 'math'; readonly text: string }
  /** HTML with its own end, such as a comment or a script: source to read. */
  | { readonly kind: 'html'; readonly text: string }
  /** A table of many rows. `head` is its first two lines. */
  | { readonly kind: 'table'; readonly head: string; readonly rows: readonly string[] }
  /** A part that is shown as it is written. */
  | { readonly kind: 'source'; readonly text: string; readonly reason: SourceReason };

/** Why a part is not laid out: nested too deep, or so dense with marks that reading it would hold the window. */
export type SourceReason = 'deep' | 'dense';

/** A document. What it defines stands apart, since any part may refer to it. */
export interface MarkdownDocument {
  readonly blocks: readonly MarkdownBlock[];
  /** Source of link definitions, by label. */
  readonly links: ReadonlyMap<string, string>;
  /** Text of footnotes, by label, in the order in which they are first referred to. */
  readonly footnotes: ReadonlyMap<string, string>;
}
