/** Footnotes of a document: numbered in the order of their references, and displayed at its end, once. */
import { changeTree, type TreeNode } from './tree-node.ts';

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
