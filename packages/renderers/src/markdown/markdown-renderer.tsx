/** Markdown: the text of the payload, laid out without raw HTML, without requests, without scripts (security S-05). */
import { Button, layout } from '@openwop-inspector/ui';
import { useDeferredValue, useMemo, useRef, useState } from 'react';
import { hintRenderer } from '../contract/renderer.ts';
import { ContentHeading } from '../parts/elements.tsx';
import { VisibleText } from '../visible-text/VisibleText.tsx';
import { type Footnote, readDocument } from './parse/read-document.ts';
import { Blocks } from './show/Blocks.tsx';
import styles from './show/markdown.module.css';
import { DocumentProvider, SourceBlock, useGoTo } from './show/markdown-components.tsx';

const FIRST_FOOTNOTES = 30;

/** Texts up to this length are read before the first paint, in UTF-16 units. */
const AT_ONCE = 8_000;

/** The text of a document with the title that the hint gives it. */
interface MarkdownReading {
  readonly title: string | null;
  readonly text: string;
}

/** For texts of at most 200,000 bytes: the model sends longer ones elsewhere. Another subject starts at its first page. */
export const markdownRenderer = hintRenderer<MarkdownReading>({
  name: 'markdown',
  title: 'Markdown',
  read: ({ rendering: { text, title } }) => (text === null ? null : { ok: true, view: { title, text } }),
  Show: ({ view, subject }) => <DocumentView key={subject.key} view={view} />,
});

function DocumentView({ view: { title, text } }: { readonly view: MarkdownReading }) {
  const root = useRef<HTMLDivElement>(null);
  const isReading = useDeferredValue(false, text.length > AT_ONCE);
  return (
    <DocumentProvider value={root}>
      <div ref={root} className={styles.document}>
        {title !== null && (
          <ContentHeading level={4} data-level={1} dir="auto">
            <VisibleText text={title} />
          </ContentHeading>
        )}
        {isReading ? <p className={layout.third}>The text is being laid out.</p> : <Content text={text} />}
      </div>
    </DocumentProvider>
  );
}

/** Blocks and footnotes. CommonMark does not show definitions of links: a text of them alone is displayed as source. */
function Content({ text }: { readonly text: string }) {
  const { blocks, footnotes } = useMemo(() => readDocument(text), [text]);
  if (text.trim() === '') return <p className={layout.third}>The text is empty.</p>;
  if (blocks.length === 0 && footnotes.length === 0)
    return <SourceBlock text={text} label="Definitions of links only, as source" />;
  return (
    <>
      <Blocks blocks={blocks} />
      <Footnotes footnotes={footnotes} />
    </>
  );
}

/** The footnotes of a document, at its end. */
function Footnotes({ footnotes }: { readonly footnotes: readonly Footnote[] }) {
  const [isWhole, setIsWhole] = useState(false);
  if (footnotes.length === 0) return null;
  const displayed = isWhole ? footnotes : footnotes.slice(0, FIRST_FOOTNOTES);
  return (
    <section className={layout('topRuled remark', styles.footnotes)} aria-label="Footnotes">
      <ol>
        {displayed.map((footnote, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a footnote is its place
          <FootnoteView key={at} footnote={footnote} />
        ))}
      </ol>
      {displayed.length < footnotes.length && (
        <Button small onPress={() => setIsWhole(true)}>
          Show all {footnotes.length} footnotes
        </Button>
      )}
    </section>
  );
}

function FootnoteView({ footnote: { number, blocks } }: { readonly footnote: Footnote }) {
  const goTo = useGoTo();
  return (
    <li data-footnote={number ?? undefined} tabIndex={-1} dir="auto">
      <Blocks blocks={blocks} />
      {number === null ? (
        <span className={layout.caption}>not mentioned in the text</span>
      ) : (
        <button
          type="button"
          className={layout('link pad0x3')}
          aria-label={`Back to the mention of footnote ${number}`}
          onClick={() => goTo(`[data-footnote-mark="${number}"]`)}
        >
          ↩
        </button>
      )}
    </li>
  );
}
