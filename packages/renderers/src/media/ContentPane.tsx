import type { MediaFamily } from '../model/choose/hints.ts';
import { AudioPane } from './AudioPane.tsx';
import type { ContentFacts } from './content-facts.ts';
import { isTextSource } from './content-facts.ts';
import { FileRow } from './FileRow.tsx';
import { ImagePane } from './ImagePane.tsx';
import type { MediaView } from './media-view.ts';

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
    return <AudioPane bytes={bytes} type={sniffedType} {...{ alt, facts, saveName, givenName }} />;
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
