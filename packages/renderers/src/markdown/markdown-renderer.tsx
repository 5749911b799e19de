/** Markdown: the text of the payload, laid out without raw HTML, without requests, without scripts (security S-05). */
import { Button, layout } from '@openwop-inspector/ui';
import { useEffect, useMemo, useRef, useState } from 'react';
import { idleSlice, SLICE_MS } from '../code/highlight/idle-slice.ts';
import type { EnvelopeSubject } from '../contract/render-subject.ts';
import { hintRenderer, type Reading, type ShowProps, unread } from '../contract/renderer.ts';
import { VisibleText } from '../visible-text/VisibleText.tsx';
import type { Footnote } from './parse/footnotes.ts';
import { type DocumentInReading, readDocument } from './parse/read-document.ts';
import type { Part } from './parse/tree-node.ts';
import styles from './show/markdown.module.css';
import { goTo, type MarkdownPlace, MarkdownPlaceProvider, useMarkdownPlace } from './show/markdown-place.ts';
import { PartView } from './show/PartView.tsx';
import { ShowMore, useGrowing } from './show/ShowMore.tsx';
import { SourceBlock } from './show/SourceBlock.tsx';

const FIRST_FOOTNOTES = 30;

/** Texts that are read before they are first drawn, in UTF-16 units. */
const AT_ONCE = 8_000;

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

/** Why there is nothing to see. CommonMark does not show definitions of links: here they are source. */
function WithoutBlocks({ reading, text }: WithoutBlocksProps) {
  if (!reading.isRead) return <p className={layout.third}>The text is being laid out.</p>;
  if (reading.footnotes.length > 0) return null;
  if (text.trim() === '') return <p className={layout.third}>The text is empty.</p>;
  return <SourceBlock text={text} label="Definitions of links only, shown as source" />;
}

/** A document that is read while it is displayed: the beginning at once, the rest in idle slices. */
function useDocument(text: string): DocumentInReading {
  const reading = useMemo(() => begun(text), [text]);
  const [, tell] = useState(0);
  useEffect(() => {
    const leaving = new AbortController();
    readOn(reading, leaving.signal, tell).catch((error: unknown) => {
      // A fault of ours is for the error boundary.
      tell(() => {
        throw error;
      });
    });
    return () => leaving.abort();
  }, [reading]);
  return reading;
}

function begun(text: string): DocumentInReading {
  const reading = readDocument(text);
  if (text.length > AT_ONCE) readSlice(reading);
  else while (!reading.isRead) reading.step();
  return reading;
}

function readSlice(reading: DocumentInReading): void {
  const end = performance.now() + SLICE_MS;
  while (!reading.isRead && performance.now() < end) reading.step();
}

/** Reports a number that changes with the visible content. */
async function readOn(
  reading: DocumentInReading,
  signal: AbortSignal,
  tell: (progress: number) => void,
): Promise<void> {
  while (!reading.isRead && (await idleSlice(signal))) {
    readSlice(reading);
    tell(reading.isRead ? -1 : reading.parts.length);
  }
}

/** The footnotes of a document, at its end. */
function Footnotes({ footnotes }: { readonly footnotes: readonly Footnote[] }) {
  const [isWhole, setIsWhole] = useState(false);
  if (footnotes.length === 0) return null;
  const displayed = isWhole ? footnotes : footnotes.slice(0, FIRST_FOOTNOTES);
  return (
    <section className={styles.footnotes} aria-label="Footnotes">
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

function FootnoteView({ footnote: { number, parts } }: { readonly footnote: Footnote }) {
  const { root } = useMarkdownPlace();
  return (
    <li data-footnote={number ?? undefined} tabIndex={-1} dir="auto">
      <MarkdownBlocks parts={parts} count={parts.length} />
      {number === null ? (
        <span className={layout.caption}>not mentioned in the text</span>
      ) : (
        <button
          type="button"
          className={styles.footnoteMark}
          aria-label={`Back to the mention of footnote ${number}`}
          onClick={() => goTo(root.current, `[data-footnote-mark="${number}"]`)}
        >
          ↩
        </button>
      )}
    </li>
  );
}

/** Number of parts in the first paint, and in a page: about a third of a second of work. */
const FIRST = 2;
const PAGE = 40;

interface MarkdownBlocksProps {
  readonly parts: readonly Part[];
  /** How many there are: they may grow. */
  readonly count: number;
}

/** Blocks of a document, drawn part by part. */
function MarkdownBlocks({ parts, count }: MarkdownBlocksProps) {
  const growing = useGrowing(count, FIRST, PAGE);
  return (
    <>
      {parts.slice(0, growing.shown).map((part, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a part is its place
        <PartView key={at} part={part} />
      ))}
      <ShowMore growing={growing} count={count} what="parts" />
    </>
  );
}
