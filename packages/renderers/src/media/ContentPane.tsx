import { layout } from '@openwop-inspector/ui';
import { useState } from 'react';
import type { MediaFamily } from '../model/choose/envelope-view.ts';
import { useBlobUrl } from '../parts/loaded-content.ts';
import { displayText } from '../visible-text/visible-text.ts';
import styles from './audio-pane.module.css';
import { type ContentFacts, factRows, isTextSource } from './content-facts.ts';
import { FileRow } from './FileRow.tsx';
import { ImagePane } from './ImagePane.tsx';
import { CopyFactsButton, MediaFacts } from './MediaFacts.tsx';
import parts from './media-parts.module.css';
import { type MediaView, shortText } from './media-text.ts';
import { SaveButton } from './SaveButton.tsx';

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
  const { alt, givenName, media } = view;
  const { saveName } = media;
  const { sniffedType, size } = facts;
  if (family === 'image' && sniffedType !== null && size !== null) {
    const image = { bytes, type: sniffedType, size, alt, facts, saveName };
    return <ImagePane {...image} />;
  }
  if (family === 'audio' && sniffedType !== null) {
    return (
      <AudioPane
        bytes={bytes}
        type={sniffedType}
        alt={alt}
        facts={facts}
        saveName={saveName}
        givenName={givenName}
      />
    );
  }
  return (
    <FileRow
      facts={facts}
      saveName={saveName}
      givenName={givenName}
      bytes={async () => ({ kind: 'bytes', bytes, declaredType: null })}
      source={isTextSource(facts) ? 'text' : 'none'}
      why={why}
    />
  );
}

interface AudioPaneProps {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** As sniffed: one of the seven that may be played. */
  readonly type: string;
  readonly alt: string | null;
  readonly facts: ContentFacts;
  readonly saveName: string;
  readonly givenName: string | null;
}

/** A sound whose bytes are loaded. It plays when the user presses play, never by itself (security S-08). */
function AudioPane({ bytes, type, alt, facts, saveName, givenName }: AudioPaneProps) {
  const url = useBlobUrl(bytes, type);
  const [seconds, setSeconds] = useState<number | null>(null);
  const [isBroken, setBroken] = useState(false);
  const rows = factRows({ ...facts, measuredSeconds: seconds });
  const save = async () => ({ kind: 'bytes', bytes, declaredType: null }) as const;

  if (isBroken) {
    return (
      <div className={layout('grid narrow gap8')}>
        <p role="alert" className={layout.words}>
          The sound could not be decoded here: it is damaged, or of a form that this window does not play.
        </p>
        <FileRow facts={facts} saveName={saveName} givenName={givenName} bytes={save} source="none" />
      </div>
    );
  }
  return (
    <div className={layout('grid narrow gap8')}>
      {/* biome-ignore lint/a11y/useMediaCaption: the envelope has no captions; its description is its label */}
      <audio
        controls
        preload="metadata"
        className={styles.player}
        aria-label={alt === null ? 'Sound without a description' : displayText(shortText(alt, 2_000))}
        src={url ?? undefined}
        onLoadedMetadata={({ currentTarget }) => setSeconds(currentTarget.duration)}
        onError={() => setBroken(true)}
      />
      <div className={parts.tools}>
        <CopyFactsButton rows={rows} alt={alt} />
        <SaveButton name={saveName} bytes={save} />
      </div>
      <MediaFacts rows={rows} />
    </div>
  );
}
