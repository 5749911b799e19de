/** Footnotes of a document: numbered in the order in which they are mentioned, and shown at its end, once. */
import { changeTree, type Part, partsOf, type TreeNode } from './tree-node.ts';

export interface Footnote {
  /** From 1; null for one that no text mentions. */
  readonly number: number | null;
  readonly parts: readonly Part[];
}

/** Collects mentions and definitions while a document is read. */
export class FootnoteCollector {
  private readonly numbers = new Map<string, number>();
  private readonly texts = new Map<string, TreeNode>();
  /** Of a label that another footnote has already. */
  private readonly others: TreeNode[] = [];

  /** Turns each mention into a `sup` with its number; takes the definitions out. */
  collect(root: TreeNode): void {
    changeTree(root, (node) => {
      if (node.type === 'footnoteReference') return [this.markOf(node.identifier ?? '')];
      if (node.type !== 'footnoteDefinition') return [node];
      const { identifier = '' } = node;
      if (this.texts.has(identifier)) this.others.push(node);
      else this.texts.set(identifier, node);
      return [];
    });
  }

  private markOf(identifier: string): TreeNode {
    const number = this.numbers.get(identifier) ?? this.numbers.size + 1;
    this.numbers.set(identifier, number);
    return {
      type: 'footnoteMark',
      children: [{ type: 'text', value: String(number) }],
      data: { hName: 'sup', hProperties: { dataFootnote: number } },
    };
  }

  /** Returns all footnotes when everything else is read; unreferenced ones come last. Yields after each. */
  *finish(): Generator<undefined, readonly Footnote[]> {
    const displayed = new Map<TreeNode, string | null>();
    // Reading a footnote may find mentions and definitions: these maps grow meanwhile, and are gone through to their end.
    for (const [identifier] of this.numbers)
      yield* this.take(this.texts.get(identifier), identifier, displayed);
    for (const [identifier, text] of this.texts) yield* this.take(text, identifier, displayed);
    for (const text of this.others) yield* this.take(text, null, displayed);
    const footnotes = Array.from(displayed, ([{ children = [] }, identifier]) => ({
      number: this.numbers.get(identifier ?? '') ?? null,
      parts: partsOf(children),
    }));
    return footnotes.toSorted((a, b) => (a.number ?? Infinity) - (b.number ?? Infinity) || 0);
  }

  private *take(
    text: TreeNode | undefined,
    identifier: string | null,
    displayed: Map<TreeNode, string | null>,
  ) {
    if (text === undefined || displayed.has(text)) return;
    displayed.set(text, identifier);
    this.collect(text);
    yield;
  }
}
