import { useMemo, useRef } from 'react';
import type { ShowProps } from '../../contract/renderer.ts';
import { VisibleText } from '../../visible-text/VisibleText.tsx';
import type { MarkdownReading } from '../markdown-renderer.ts';
import type { DocumentInReading } from '../parse/read-document.ts';
import { Footnotes } from './Footnotes.tsx';
import { MarkdownBlocks } from './MarkdownBlocks.tsx';
import styles from './markdown.module.css';
import { type MarkdownPlace, MarkdownPlaceProvider } from './markdown-place.ts';
import { SourceBlock } from './SourceBlock.tsx';
import { useDocument } from './use-document.ts';

/** A document. Another subject starts at its first page. */
export function MarkdownShow({ view, subject }: ShowProps<MarkdownReading>) {
  return <DocumentView key={subject.key} view={view} />;
}

function DocumentView({ view: { title, text } }: { readonly view: MarkdownReading }) {
  const root = useRef<HTMLDivElement>(null);
  const place = useMemo((): MarkdownPlace => ({ root }), []);
  const reading = useDocument(text);
  return (
    <MarkdownPlaceProvider value={place}>
      <div ref={root} className={styles.document}>
        {title !== null && (
          // biome-ignore lint/a11y/useSemanticElements: content must not enter the outline of the application
          <div role="heading" aria-level={4} data-level={1} dir="auto">
            <VisibleText text={title} />
          </div>
        )}
        <MarkdownBlocks parts={reading.parts} count={reading.parts.length} />
        {reading.parts.length === 0 && <WithoutBlocks reading={reading} text={text} />}
        <Footnotes footnotes={reading.footnotes} />
      </div>
    </MarkdownPlaceProvider>
  );
}

interface WithoutBlocksProps {
  readonly reading: DocumentInReading;
  readonly text: string;
}

/** Why there is nothing to see. Definitions of links are no part of what CommonMark shows: here they are source. */
function WithoutBlocks({ reading, text }: WithoutBlocksProps) {
  if (!reading.isRead) return <p className={styles.quiet}>The text is being laid out.</p>;
  if (reading.footnotes.length > 0) return null;
  if (text.trim() === '') return <p className={styles.quiet}>The text is empty.</p>;
  return <SourceBlock text={text} label="Definitions of links only, shown as source" />;
}
