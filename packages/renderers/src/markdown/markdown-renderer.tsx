/** Markdown: the text of the payload, laid out without raw HTML, without requests, without scripts (security S-05). */

import { layout } from '@openwop-inspector/ui';
import { useMemo, useRef } from 'react';
import type { EnvelopeSubject } from '../contract/render-subject.ts';
import { hintRenderer, type Reading, type ShowProps, unread } from '../contract/renderer.ts';
import { VisibleText } from '../visible-text/VisibleText.tsx';
import type { DocumentInReading } from './parse/read-document.ts';
import { Footnotes } from './show/Footnotes.tsx';
import { MarkdownBlocks } from './show/MarkdownBlocks.tsx';
import styles from './show/markdown.module.css';
import { type MarkdownPlace, MarkdownPlaceProvider } from './show/markdown-place.ts';
import { SourceBlock } from './show/SourceBlock.tsx';
import { useDocument } from './show/use-document.ts';

/** The text of a document with the title that the hint gives it. */
interface MarkdownReading {
  readonly title: string | null;
  readonly text: string;
}

/** Takes texts of at most 200,000 bytes: the model sends longer ones elsewhere. */
export const markdownRenderer = hintRenderer({
  name: 'markdown',
  title: 'Markdown',
  read: readMarkdown,
  Show: MarkdownShow,
});

function readMarkdown({ rendering }: EnvelopeSubject): Reading<MarkdownReading> {
  const { text, title } = rendering;
  if (text !== null) return { ok: true, view: { text, title } };
  return unread({
    message: 'There is no text to be laid out as Markdown.',
    pointer: '/payload',
    clause: 'envelope 2.2',
    nearest: 'A string payload, or a member text, markdown, content, body or message.',
  });
}

/** A document. Another subject starts at its first page. */
function MarkdownShow({ view, subject }: ShowProps<MarkdownReading>) {
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
  if (!reading.isRead) return <p className={layout.third}>The text is being laid out.</p>;
  if (reading.footnotes.length > 0) return null;
  if (text.trim() === '') return <p className={layout.third}>The text is empty.</p>;
  return <SourceBlock text={text} label="Definitions of links only, shown as source" />;
}
