import { memo, useMemo } from 'react';
import type { Components } from 'react-markdown';
import { parseFlow } from '../parse/parse-flow.ts';
import { markdownComponents } from './markdown-components.tsx';
import { useMarkdownPlace } from './markdown-place.ts';
import { SourceBlock } from './SourceBlock.tsx';

export interface MarkdownFlowProps {
  readonly source: string;
  /** Other than the usual ones; must stay the same object. */
  readonly components?: Components;
}

/** One part of a document, parsed once. What cannot be parsed is shown as source. */
export const MarkdownFlow = memo(function MarkdownFlow(props: MarkdownFlowProps) {
  const { source, components = markdownComponents } = props;
  const place = useMarkdownPlace();
  const element = useMemo(() => parseFlow(source, place, components), [source, place, components]);
  return element ?? <SourceBlock text={source} label="Could not be laid out, shown as source" />;
});
