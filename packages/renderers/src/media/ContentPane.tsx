import { layout } from '@openwop-inspector/ui';
import { useState } from 'react';
import type { MediaFamily } from '../model/choose/envelope-view.ts';
import { useBlobUrl } from '../parts/loaded-content.ts';
import { displayText } from '../visible-text/visible-text.ts';
import { type ContentFacts, factRows } from './content-facts.ts';
import { FileRow } from './FileRow.tsx';
import { ImagePane } from './ImagePane.tsx';
import { CopyFactsButton, MediaFacts } from './MediaFacts.tsx';
import parts from './media-parts.module.css';
import { type MediaView, shortText } from './media-view.ts';
import { inHand, SaveButton } from './SaveButton.tsx';

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
        className={layout('wide', parts.player)}
        aria-label={alt === null ? 'Sound without a description' : displayText(shortText(alt, 2_000))}
        src={url ?? undefined}
        onLoadedMetadata={({ currentTarget }) => setSeconds(currentTarget.duration)}
        onError={() => setBroken(true)}
      />
      <div className={layout('row wrap narrow gap4x8', parts.tools)}>
        <CopyFactsButton rows={rows} alt={alt} />
        <SaveButton name={view.media.saveName} bytes={save} />
      </div>
      <MediaFacts rows={rows} />
    </div>
  );
}
