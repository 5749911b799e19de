import type { WarningCode } from '@openwop-inspector/protocol';
import { Icon, layout } from '@openwop-inspector/ui';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { Clause } from '../clause/Clause.tsx';
import { type ContentProblem, type LoadedContent, useRenderServices } from '../contract/render-services.ts';
import type { EnvelopeSubject } from '../contract/render-subject.ts';
import type { ShowProps } from '../contract/renderer.ts';
import type { ContentUrl } from '../model/choose/content-source.ts';
import { renderRule } from '../model/choose/render-rules.ts';
import type { RenderWarning } from '../model/choose/rendering.ts';
import { ContentHeading } from '../parts/elements.tsx';
import { orProblem, useLoadOnce } from '../parts/loaded-content.ts';
import { VisibleText } from '../visible-text/VisibleText.tsx';
import { ContentPane } from './ContentPane.tsx';
import { FileRow } from './FileRow.tsx';
import { ImageBox } from './ImagePane.tsx';
import { loadedVerdict } from './image-bytes.ts';
import styles from './media-parts.module.css';
import { BASE64_POINTER, type MediaView, shortText, URL_POINTER } from './media-view.ts';
import { loadPlace, RemotePanel, requestAddress } from './RemotePanel.tsx';

/** Shows an image, a sound or a file, from any source. */
export function MediaShow({ view, subject }: ShowProps<MediaView>) {
  if (subject.kind !== 'envelope') return null;
  return (
    <figure className={layout('grid rowText gap8 pad8x16')}>
      {view.title === null ? null : (
        // Never a heading of the application's outline, as in envelope 7.2.
        <ContentHeading level={4} className={layout.strong}>
          <VisibleText text={shortText(view.title, MAX_TITLE)} />
        </ContentHeading>
      )}
      {/* Another subject resets everything that was zoomed, loaded or opened before. */}
      <MediaContent key={subject.key} view={view} subject={subject} />
      <figcaption className={layout('grid narrow breaks gap2')}>
        {/* One that is missing is said to be missing (envelope 2.2). */}
        {view.alt === null ? (
          <p className={layout('body third italic')}>No description given</p>
        ) : (
          <VisibleText as="p" className={layout.words} text={shortText(view.alt, MAX_ALT)} />
        )}
      </figcaption>
      <MediaFindings warnings={view.warnings} />
    </figure>
  );
}

interface MediaContentProps {
  readonly view: MediaView;
  readonly subject: EnvelopeSubject;
}

function MediaContent({ view, subject }: MediaContentProps) {
  const { source, url, inline } = view.media;
  if (source === 'base64')
    return inline ? (
      <DecodedContent view={view} subject={subject} />
    ) : (
      <InlineFile view={view} subject={subject} />
    );
  if (source === 'url' && url !== null) return <RemoteContent view={view} subject={subject} url={url} />;
  const isBroken = view.warnings.some(({ code }) => code === 'media_base64_invalid');
  return (
    <p className={layout('row dashed roundedMore second gap8 pad8x10')}>
      <Icon name="blocked" size={18} />
      <span>
        <b className={layout.primary}>No source.</b>{' '}
        {renderRule(isBroken ? 'base64_invalid' : 'no_source').title}.
      </span>
    </p>
  );
}

/** Neither a title nor a description has a limit; this much of either is read in place, the rest in the payload. */
const MAX_TITLE = 300;
const MAX_ALT = 2_000;

/** Texts of the warnings about the visible content; the others are listed with the number of warnings. */
const WORDS: ReadonlyMap<WarningCode, string> = new Map<WarningCode, string>([
  ['alt_missing', 'No text alternative: write alt for images, audio and files (envelope 2.2)'],
  ['media_source_both', 'Both base64 and url are given: base64 is used, the url is not (envelope 6)'],
  ['media_base64_invalid', 'The base64 cannot be read and is not displayed (envelope 6)'],
  ['mime_conflict', 'The payload and the hint name different types: the payload’s is used (envelope 2.2)'],
]);

/** Warnings of the acceptor about this content, one a line, with their codes. */
function MediaFindings({ warnings }: { readonly warnings: readonly RenderWarning[] }) {
  const displayed = warnings.filter(({ code }) => WORDS.has(code));
  if (displayed.length === 0) return null;
  return (
    <ul className={layout('grid gap2')} aria-label="Findings">
      {displayed.map(({ code }) => (
        <li key={code} className={layout('flex meta warnText gap6', styles.finding)}>
          <Icon name="warning" size={12} />
          <span>
            Warning <code>{code}</code>: <Clause clause={WORDS.get(code) ?? ''} />
          </span>
        </li>
      ))}
    </ul>
  );
}

interface RemoteContentProps extends MediaContentProps {
  readonly url: ContentUrl;
}

/** Content at an address: the panel before the click, the content after it. Nothing of it is stored. */
function RemoteContent({ view, subject, url }: RemoteContentProps) {
  const services = useRenderServices();
  const place = loadPlace(url, services.place);
  const address = requestAddress(view.address, url, place);
  const load = useCallback(
    async (signal: AbortSignal) => {
      if (address !== null) return services.loadOnce(address, signal);
      const answer = services.loadFrom?.(subject, URL_POINTER, signal);
      return answer ?? ({ kind: 'problem', message: 'The address is not at hand.' } as const);
    },
    [services, address, subject],
  );
  const once = useLoadOnce(load);
  if (once.state.kind === 'bytes') {
    return <LoadedPane view={view} content={once.state} host={place.host ?? ''} />;
  }
  const canLoad = place.obstacle === null && (address !== null || services.loadFrom !== undefined);
  return (
    <RemotePanel
      view={view}
      url={url}
      place={place}
      openable={url.kind === 'remote' ? address : null}
      once={canLoad ? once : null}
    />
  );
}

interface LoadedPaneProps {
  readonly view: MediaView;
  readonly content: LoadedContent;
  readonly host: string;
}

/** Loaded content, judged like content of the payload. It takes the focus of the button that is gone. */
function LoadedPane({ view, content, host }: LoadedPaneProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus({ preventScroll: true }), []);
  const { bytes, declaredType: answeredType } = content;
  const { family } = view;
  const declaredType = view.media.mimeType;
  const verdict = useMemo(
    () => loadedVerdict(bytes, { wanted: family, declaredType, answeredType }),
    [bytes, family, declaredType, answeredType],
  );
  return (
    <div ref={place} tabIndex={-1}>
      <ContentPane
        view={view}
        family={verdict.family}
        bytes={bytes}
        facts={{ ...view.media, ...verdict, actualBytes: bytes.length, loadedFrom: host }}
        why={verdict.rule === null ? undefined : `${renderRule(verdict.rule).title}.`}
      />
    </div>
  );
}

/** Content of the payload's own base64, decoded at once. A file is decoded when it is saved or read. */
function DecodedContent({ view, subject }: MediaContentProps) {
  const { content } = useRenderServices();
  const [answer, setAnswer] = useState<LoadedContent | ContentProblem | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: two subjects with one key have the same content
  useEffect(() => {
    let isWanted = true;
    void orProblem(content.bytes(subject, BASE64_POINTER), GONE).then((found) => {
      if (isWanted) setAnswer(found);
    });
    return () => {
      isWanted = false;
    };
  }, [content, subject.key]);
  if (answer === null) return <MediaSkeleton view={view} />;
  if (answer.kind === 'problem') {
    return (
      <>
        <p role="alert" className={layout('breaks rowText errorText leadIcon')}>
          {answer.message}
        </p>
        <InlineFile view={view} subject={subject} />
      </>
    );
  }
  const facts = { ...view.media, actualBytes: answer.bytes.length };
  return <ContentPane view={view} family={view.family} bytes={answer.bytes} facts={facts} />;
}

function InlineFile({ view, subject }: MediaContentProps) {
  const { content } = useRenderServices();
  return (
    <FileRow
      view={view}
      facts={view.media}
      bytes={() => orProblem(content.bytes(subject, BASE64_POINTER), GONE)}
    />
  );
}

const GONE = 'The content could not be read: its source is gone.';

/** Placeholder of content that is being decoded, as high as the content will be, so that nothing jumps. */
function MediaSkeleton({ view: { family, media } }: Pick<MediaContentProps, 'view'>) {
  const box = useRef<HTMLDivElement>(null);
  if (family === 'image' && media.size !== null) {
    return (
      <div className={layout('grid narrow gap8')} aria-busy="true">
        <div className={layout('row wrap narrow gap4x8', styles.tools)} />
        <ImageBox box={box} size={media.size} zoom={null} hasGrid={false}>
          <p role="status" className={layout('remark late')}>
            Decoding the image
          </p>
        </ImageBox>
      </div>
    );
  }
  return (
    <div className={layout('grid narrow gap8')} aria-busy="true">
      <p role="status" className={layout('remark late')}>
        Decoding the sound
      </p>
      <div className={layout('wide', styles.player)} />
      <div className={layout('row wrap narrow gap4x8', styles.tools)} />
    </div>
  );
}
