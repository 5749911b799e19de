import type { EnvelopeSubject } from '../contract/render-subject.ts';
import type { ShowProps } from '../contract/renderer.ts';
import { renderRule } from '../model/choose/render-rules.ts';
import { InlineContent } from './InlineContent.tsx';
import { MediaCaption, MediaTitle } from './MediaCaption.tsx';
import { MediaFindings } from './MediaFindings.tsx';
import { MediaGlyph } from './MediaGlyph.tsx';
import parts from './media-parts.module.css';
import type { MediaView } from './media-view.ts';
import { RemoteContent } from './RemoteContent.tsx';

/** Shows an image, a sound or a file, from wherever its content comes. */
export function MediaShow({ view, subject }: ShowProps<MediaView>) {
  if (subject.kind !== 'envelope') return null;
  return (
    <figure className={parts.figure}>
      {view.title === null ? null : <MediaTitle title={view.title} />}
      {/* Another subject starts anew: nothing that was zoomed, loaded or opened before belongs to it. */}
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
      <MediaGlyph name="blocked" size={18} />
      <span>
        <b>No source.</b> {words}.
      </span>
    </p>
  );
}
