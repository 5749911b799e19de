import { memo, useMemo } from 'react';
import type { Components } from 'react-markdown';
import { elementsOf } from '../parse/elements-of.ts';
import type { TreeNode } from '../parse/tree-node.ts';
import { markdownComponents } from './markdown-components.tsx';

export interface MarkdownFlowProps {
  /** Must stay the same array. */
  readonly nodes: readonly TreeNode[];
  /** Other than the usual ones; must stay the same object. */
  readonly components?: Components;
}

/** Some nodes of a document, made to elements once. */
export const MarkdownFlow = memo(function MarkdownFlow(props: MarkdownFlowProps) {
  const { nodes, components = markdownComponents } = props;
  return useMemo(() => elementsOf(nodes, components), [nodes, components]);
});
