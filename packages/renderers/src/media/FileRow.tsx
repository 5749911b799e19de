import { formatBytes } from '@openwop-inspector/base';
import { ControlButton, Icon, layout } from '@openwop-inspector/ui';
import { useMemo, useState } from 'react';
import { CodeView } from '../code/CodeView.tsx';
import type { ContentProblem } from '../contract/render-services.ts';
import { VisibleText } from '../visible-text/VisibleText.tsx';
import { type ContentFacts, factRows, isTextSource, type MediaView, shortText } from './content-facts.ts';
import { type BytesSource, CopyFactsButton, MediaFacts, SaveButton } from './MediaFacts.tsx';

export interface FileRowProps {
  readonly view: MediaView;
  readonly facts: ContentFacts;
  readonly bytes: BytesSource;
  /** Why it is displayed as a file, in one sentence; absent when a file was requested. */
  readonly why?: string | undefined;
}

const MAX_NAME = 400;

/** Bytes of a source that are read at most. */
export const MAX_SOURCE_BYTES = 1024 * 1024;

type Opened =
  | { readonly kind: 'closed' }
  | { readonly kind: 'open'; readonly bytes: Uint8Array }
  | ContentProblem;

/** A file: name, type, size, a place to save it, and its source where that is text. */
export function FileRow({ view, facts, bytes, why }: FileRowProps) {
  const { givenName, media } = view;
  const { saveName } = media;
  const hasName = givenName !== null && givenName !== '';
  const [opened, setOpened] = useState<Opened>({ kind: 'closed' });
  const rows = factRows(facts);
  const isOpen = opened.kind === 'open';

  async function toggle() {
    if (isOpen) return setOpened({ kind: 'closed' });
    const content = await bytes();
    setOpened(content.kind === 'problem' ? content : { kind: 'open', bytes: content.bytes });
  }

  return (
    <div className={layout('grid narrow gap8')}>
      <div className={layout('row wrap chrome boxed gap4x12 pad8x10')}>
        <Icon name="file" size={20} className={layout.second} />
        <div className={layout('narrow breaks grow160')}>
          {/* As written, and the name that a save dialog proposes where they differ (security S-09). */}
          <p className={layout.body}>
            <b>
              <VisibleText text={shortText(hasName ? givenName : saveName, MAX_NAME)} />
            </b>
            {hasName && givenName !== saveName && (
              <span className={layout('aside marginStart8')}>
                would be saved as <VisibleText text={saveName} />
              </span>
            )}
          </p>
          {why === undefined ? null : <p className={layout.aside}>{why}</p>}
        </div>
        <div className={layout('flex wrap gap4')}>
          {isTextSource(facts) && (
            <ControlButton aria-expanded={isOpen} onClick={() => void toggle()}>
              View source
            </ControlButton>
          )}
          <CopyFactsButton rows={rows} alt={null} />
          <SaveButton name={saveName} bytes={bytes} />
        </div>
      </div>
      <MediaFacts rows={rows} />
      {opened.kind === 'problem' ? (
        <p role="alert" className={layout('breaks rowText errorText leadIcon')}>
          {opened.message}
        </p>
      ) : null}
      {isOpen ? <SourceView bytes={opened.bytes} /> : null}
    </div>
  );
}

/** The source of content that would run elsewhere: characters as they are, nothing decoded, nothing run (S-07). */
export function SourceView({ bytes }: { readonly bytes: Uint8Array }) {
  const { text, isCut } = useMemo(() => sourceText(bytes), [bytes]);
  return (
    <>
      <p className={layout.aside}>
        Source as text. None of it runs.
        {isCut && ` The first ${formatBytes(MAX_SOURCE_BYTES)} are displayed.`}
      </p>
      <CodeView text={text} lang={null} title="Source" />
    </>
  );
}

/** Decodes the beginning of a source as UTF-8, or as UTF-16 with a byte order mark. Bad bytes become U+FFFD. `isCut`: there is more. */
export function sourceText(bytes: Uint8Array) {
  const isCut = bytes.length > MAX_SOURCE_BYTES;
  const head = isCut ? bytes.subarray(0, MAX_SOURCE_BYTES) : bytes;
  const mark = (head[0] ?? 0) * 256 + (head[1] ?? 0);
  const encoding = mark === 0xfffe ? 'utf-16le' : mark === 0xfeff ? 'utf-16be' : 'utf-8';
  return { text: new TextDecoder(encoding).decode(head, { stream: isCut }), isCut };
}
