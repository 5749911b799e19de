import type { WarningCode } from '@openwop-inspector/protocol';
import { classNames, Icon, layout } from '@openwop-inspector/ui';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { Clause } from '../clause/Clause.tsx';
import { type LoadedContent, useRenderServices } from '../contract/render-services.ts';
import type { EnvelopeSubject } from '../contract/render-subject.ts';
import type { ShowProps } from '../contract/renderer.ts';
import type { ContentUrl } from '../model/choose/content-url.ts';
import { renderRule } from '../model/choose/render-rules.ts';
import type { RenderWarning } from '../model/choose/rendering.ts';
import { VisibleText } from '../visible-text/VisibleText.tsx';
import { ContentPane } from './ContentPane.tsx';
import { loadedFacts } from './content-facts.ts';
import { InlineContent } from './InlineContent.tsx';
import { loadPlace, requestAddress } from './load-place.ts';
import { loadedVerdict } from './loaded-verdict.ts';
import styles from './media-parts.module.css';
import parts from './media-parts.module.css';
import { shortText } from './media-text.ts';
import { type MediaView, URL_POINTER } from './media-view.ts';
import { RemotePanel } from './RemotePanel.tsx';
import { useLoadOnce } from './use-load-once.ts';

/** Shows an image, a sound or a file, from any source. */
export function MediaShow({ view, subject }: ShowProps<MediaView>) {
  if (subject.kind !== 'envelope') return null;
  return (
    <figure className={classNames(layout.grid, layout.rowText, layout.gap8, layout.pad8x16)}>
      {view.title === null ? null : <MediaTitle title={view.title} />}
      {/* Another subject resets everything that was zoomed, loaded or opened before. */}
      <MediaContent key={subject.key} view={view} subject={subject} />
      <MediaCaption alt={view.alt} />
      <MediaFindings warnings={view.warnings} />
    </figure>
  );
}

interface MediaContentProps {
  readonly view: MediaView;
  readonly subject: EnvelopeSubject;
}

function MediaContent({ view, subject }: MediaContentProps) {
  const { source, url } = view.media;
  if (source === 'base64') return <InlineContent view={view} subject={subject} />;
  if (source === 'url' && url !== null) return <RemoteContent view={view} subject={subject} url={url} />;
  const isBroken = view.warnings.some(({ code }) => code === 'media_base64_invalid');
  return <NoSource words={renderRule(isBroken ? 'base64_invalid' : 'no_source').title} />;
}

function NoSource({ words }: { readonly words: string }) {
  return (
    <p className={parts.empty}>
      <Icon name="blocked" size={18} />
      <span>
        <b>No source.</b> {words}.
      </span>
    </p>
  );
}

/** Neither a title nor a description has a limit; this much of either is read in place, the rest in the payload. */
const MAX_TITLE = 300;
const MAX_ALT = 2_000;

/** The title of the hint, above the content. Never a heading of the application's outline, as in envelope 7.2. */
export function MediaTitle({ title }: { readonly title: string }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a real heading would join the application's outline
    <div role="heading" aria-level={4} className={layout.strong}>
      <VisibleText text={shortText(title, MAX_TITLE)} />
    </div>
  );
}

/** The description, below the content. One that is missing is said to be missing (envelope 2.2). */
export function MediaCaption({ alt }: { readonly alt: string | null }) {
  return (
    <figcaption className={classNames(layout.grid, layout.narrow, layout.breaks, layout.gap2)}>
      {alt === null ? (
        <p className={styles.noAlt}>No description given</p>
      ) : (
        <p className={layout.words}>
          <VisibleText text={shortText(alt, MAX_ALT)} />
        </p>
      )}
    </figcaption>
  );
}

/** Texts of the warnings about the visible content; the others are listed with the number of warnings. */
const WORDS: ReadonlyMap<WarningCode, string> = new Map<WarningCode, string>([
  ['alt_missing', 'No text alternative: write alt for images, audio and files (envelope 2.2)'],
  ['media_source_both', 'Both base64 and url are given: base64 is shown, the url was not used (envelope 6)'],
  ['media_base64_invalid', 'The base64 cannot be read and is not shown (envelope 6)'],
  ['mime_conflict', 'The payload and the hint name different types: the payload’s is shown (envelope 2.2)'],
]);

/** Warnings of the acceptor about this content, one a line, with their codes. */
export function MediaFindings({ warnings }: { readonly warnings: readonly RenderWarning[] }) {
  const shown = warnings.filter(({ code }) => WORDS.has(code));
  if (shown.length === 0) return null;
  return (
    <ul className={classNames(layout.grid, layout.gap2)} aria-label="Findings">
      {shown.map(({ code }) => (
        <li key={code} className={styles.finding}>
          <Icon name="warning" size={12} />
          <span>
            Warning <code>{code}</code>: <Clause clause={WORDS.get(code) ?? ''} />
          </span>
        </li>
      ))}
    </ul>
  );
}

interface RemoteContentProps {
  readonly view: MediaView;
  readonly subject: EnvelopeSubject;
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
        facts={loadedFacts(view, verdict, bytes.length, host)}
        why={verdict.rule === null ? undefined : `${renderRule(verdict.rule).title}.`}
      />
    </div>
  );
}
