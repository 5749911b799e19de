import { classNames, layout } from '@openwop-inspector/ui';
import { useState } from 'react';
import { shownText } from '../visible-text/visible-text.ts';
import styles from './audio-pane.module.css';
import { CopyFactsButton } from './CopyFactsButton.tsx';
import { type ContentFacts, factRows } from './content-facts.ts';
import { FileRow } from './FileRow.tsx';
import { MediaFacts } from './MediaFacts.tsx';
import parts from './media-parts.module.css';
import { shortText } from './media-words.ts';
import { SaveButton } from './SaveButton.tsx';
import { useBlobUrl } from './use-blob-url.ts';

export interface AudioPaneProps {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** As sniffed: one of the seven that may be played. */
  readonly type: string;
  readonly alt: string | null;
  readonly facts: ContentFacts;
  readonly saveName: string;
  readonly givenName: string | null;
}

/** A sound whose bytes are loaded. It plays when the user presses play, never by itself (security S-08). */
export function AudioPane({ bytes, type, alt, facts, saveName, givenName }: AudioPaneProps) {
  const url = useBlobUrl(bytes, type);
  const [seconds, setSeconds] = useState<number | null>(null);
  const [isBroken, setBroken] = useState(false);
  const rows = factRows({ ...facts, measuredSeconds: seconds });
  const save = async () => ({ kind: 'bytes', bytes, declaredType: null }) as const;

  if (isBroken) {
    return (
      <div className={classNames(layout.grid, layout.narrow, layout.gap8)}>
        <p role="alert" className={layout.words}>
          The sound could not be decoded here: it is damaged, or of a form that this window does not play.
        </p>
        <FileRow facts={facts} saveName={saveName} givenName={givenName} bytes={save} source="none" />
      </div>
    );
  }
  return (
    <div className={classNames(layout.grid, layout.narrow, layout.gap8)}>
      {/* biome-ignore lint/a11y/useMediaCaption: the envelope has no captions; its description is its label */}
      <audio
        controls
        preload="metadata"
        className={styles.player}
        aria-label={alt === null ? 'Sound without a description' : shownText(shortText(alt, 2_000))}
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
