/** One part of a document, from text to React elements. */
import type { ReactElement } from 'react';
import Markdown, { type Components } from 'react-markdown';
import rehypeSanitize, { defaultSchema } from 'rehype-sanitize';
import remarkGfm from 'remark-gfm';
import type { MarkdownDocument } from '../blocks/markdown-block.ts';
import { boundDepth } from './bounded-depth.ts';
import { markHidden, nameTasks } from './element-steps.ts';
import { markFootnotes } from './footnote-marks.ts';
import { putBackMath, takeOutMath } from './math-source.ts';
import { showHtmlSource } from './shown-source.ts';
import type { TreeNode } from './tree-node.ts';
import { withDefinitions } from './with-definitions.ts';

/** What a part needs of its document. */
export interface FlowContext extends Pick<MarkdownDocument, 'links' | 'footnotes'> {
  /** By form of the label, from 1. */
  readonly numbers: ReadonlyMap<string, number>;
}

/** Elements of a part; null when it cannot be parsed, to be shown as source. Takes time as `block-cost.ts` guesses. */
export function parseFlow(part: string, context: FlowContext, components: Components): ReactElement | null {
  const { source, formulas } = takeOutMath(withDefinitions(part, context));
  const onText = () => (tree: TreeNode) => {
    boundDepth(tree, source);
    showHtmlSource(tree);
    markFootnotes(tree, context.numbers);
    putBackMath(tree, formulas);
  };
  const onElements = () => (tree: TreeNode) => {
    nameTasks(tree);
    markHidden(tree);
  };
  try {
    // Called, not mounted: it is a plain function, and what it throws at a part must not take the document away.
    return Markdown({
      children: source,
      remarkPlugins: [[remarkGfm, { singleTilde: false }], onText],
      rehypePlugins: [[rehypeSanitize, SCHEMA], onElements],
      skipHtml: true,
      // Addresses are judged where they are shown, and no element ever gets one.
      urlTransform: (url) => url,
      components,
    });
  } catch {
    return null;
  }
}

/** As GitHub cleans it. Addresses keep their scheme, so that it can be named; nothing is made of them here. */
const { href: _, src: __, ...otherProtocols } = defaultSchema.protocols ?? {};
const SCHEMA: typeof defaultSchema = {
  ...defaultSchema,
  protocols: otherProtocols,
  attributes: {
    ...defaultSchema.attributes,
    code: [['className', /^language-./, 'source-html', 'source-math']],
    sup: ['dataFootnote'],
  },
};
