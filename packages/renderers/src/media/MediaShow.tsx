import type { WarningCode } from '@openwop-inspector/protocol';
import { Icon, layout } from '@openwop-inspector/ui';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { Clause } from '../clause/Clause.tsx';
import { type EnvelopeSubject, type LoadedContent, useRenderServices } from '../contract/render-services.ts';
import type { ShowProps } from '../contract/renderer.ts';
import type { RenderWarning } from '../model/choose/choose-rendering.ts';
import type { ContentUrl } from '../model/choose/content-source.ts';
import type { MediaFamily } from '../model/choose/envelope-view.ts';
import { RENDER_RULES } from '../model/choose/render-rules.ts';
import { ContentHeading } from '../parts/elements.tsx';
import { orProblem, useAnswer, useBlobUrl, useLoadOnce } from '../parts/loaded-content.ts';
import { VisibleText } from '../visible-text/VisibleText.tsx';
import { displayText } from '../visible-text/visible-text.ts';
import {
  BASE64_POINTER,
  type ContentFacts,
  factRows,
  type MediaView,
  shortText,
  URL_POINTER,
} from './content-facts.ts';
import { FileRow } from './FileRow.tsx';
import { ImageBox, ImagePane } from './ImagePane.tsx';
import { loadedVerdict } from './image-bytes.ts';
import { CopyFactsButton, inHand, MediaFacts, SaveButton } from './MediaFacts.tsx';
import styles from './media-parts.module.css';
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
        {RENDER_RULES[isBroken ? 'base64_invalid' : 'no_source'].title}.
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

/** Content at an address: the panel before the click, the content after it. Nothing of it is stored. */
function RemoteContent({ view, subject, url }: MediaContentProps & { readonly url: ContentUrl }) {
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
        why={verdict.rule === null ? undefined : `${RENDER_RULES[verdict.rule].title}.`}
      />
    </div>
  );
}

/** Content of the payload's own base64, decoded at once. A file is decoded when it is saved or read. */
function DecodedContent({ view, subject }: MediaContentProps) {
  const { content } = useRenderServices();
  const answer = useAnswer(subject.key, () => orProblem(content.bytes(subject, BASE64_POINTER), GONE));
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
        <div className={layout('row wrap narrow minControl gap4x8')} />
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
      <div className={layout('wide high40')} />
      <div className={layout('row wrap narrow minControl gap4x8')} />
    </div>
  );
}

export interface ContentPaneProps {
  readonly view: MediaView;
  /** As judged over the bytes. */
  readonly family: MediaFamily;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly facts: ContentFacts;
  readonly why?: string | undefined;
}

/** Content whose bytes are here, as what it was judged to be. */
export function ContentPane({ view, family, bytes, facts, why }: ContentPaneProps) {
  const { sniffedType: type, size } = facts;
  if (family === 'image' && type !== null && size !== null)
    return <ImagePane view={view} bytes={bytes} type={type} size={size} facts={facts} />;
  if (family === 'audio' && type !== null)
    return <AudioPane view={view} bytes={bytes} type={type} facts={facts} />;
  return <FileRow view={view} facts={facts} bytes={async () => inHand(bytes)} why={why} />;
}

interface AudioPaneProps extends Pick<ContentPaneProps, 'view' | 'bytes' | 'facts'> {
  /** As sniffed: one of the seven that may be played. */
  readonly type: string;
}

/** A sound whose bytes are loaded. It plays when the user presses play, never by itself (security S-08). */
function AudioPane({ view, bytes, type, facts }: AudioPaneProps) {
  const { alt } = view;
  const url = useBlobUrl(bytes, type);
  const [seconds, setSeconds] = useState<number | null>(null);
  const [isBroken, setBroken] = useState(false);
  const rows = factRows({ ...facts, measuredSeconds: seconds });
  const save = async () => inHand(bytes);

  if (isBroken) {
    return (
      <div className={layout('grid narrow gap8')}>
        <p role="alert" className={layout.words}>
          The sound could not be decoded here: it is damaged, or of a form that this window does not play.
        </p>
        <FileRow view={view} facts={facts} bytes={save} />
      </div>
    );
  }
  return (
    <div className={layout('grid narrow gap8')}>
      {/* biome-ignore lint/a11y/useMediaCaption: the envelope has no captions; its description is its label */}
      <audio
        controls
        preload="metadata"
        className={layout('wide high40')}
        aria-label={alt === null ? 'Sound without a description' : displayText(shortText(alt, 2_000))}
        src={url ?? undefined}
        onLoadedMetadata={({ currentTarget }) => setSeconds(currentTarget.duration)}
        onError={() => setBroken(true)}
      />
      <div className={layout('row wrap narrow minControl gap4x8')}>
        <CopyFactsButton rows={rows} alt={alt} />
        <SaveButton name={view.media.saveName} bytes={save} />
      </div>
      <MediaFacts rows={rows} />
    </div>
  );
}
