import { useMemo, useRef } from 'react';
import type { ShowProps } from '../../contract/renderer.ts';
import { VisibleText } from '../../visible-text/VisibleText.tsx';
import type { MarkdownReading } from '../markdown-renderer.ts';
import { Footnotes } from './Footnotes.tsx';
import { MarkdownBlocks } from './MarkdownBlocks.tsx';
import styles from './markdown.module.css';
import { type MarkdownPlace, MarkdownPlaceProvider } from './markdown-place.ts';

/** A document. Another subject starts at its first page. */
export function MarkdownShow({ view, subject }: ShowProps<MarkdownReading>) {
  return <DocumentView key={subject.key} view={view} />;
}

function DocumentView({ view: { title, document } }: { readonly view: MarkdownReading }) {
  const root = useRef<HTMLDivElement>(null);
  const place = useMemo((): MarkdownPlace => {
    const { links, footnotes } = document;
    const numbers = new Map(Array.from(footnotes.keys(), (label, at) => [label, at + 1]));
    return { links, footnotes, numbers, root };
  }, [document]);
  return (
    <MarkdownPlaceProvider value={place}>
      <div ref={root} className={styles.document}>
        {title !== null && (
          // biome-ignore lint/a11y/useSemanticElements: content must not enter the outline of the application
          <div role="heading" aria-level={4} data-level={1} dir="auto">
            <VisibleText text={title} />
          </div>
        )}
        <MarkdownBlocks blocks={document.blocks} />
        {document.blocks.length === 0 && <p className={styles.quiet}>The text is empty.</p>}
        <Footnotes />
      </div>
    </MarkdownPlaceProvider>
  );
}
