import { unreachable } from '@openwop-inspector/base';
import {
  DeltaPlayer,
  ReasoningLane,
  RenderedSubject,
  RenderServicesProvider,
} from '@openwop-inspector/renderers';
import { layout } from '@openwop-inspector/ui';
import { useMemo } from 'react';
import styles from './Gallery.module.css';
import type { GalleryItem } from './gallery-place.ts';
import { galleryServices } from './gallery-services.ts';
import type { RenderedStory } from './story.ts';

export interface StageProps {
  readonly item: GalleryItem;
  /** Called with the action that the window would have done. */
  readonly onTell: (words: string) => void;
}

/** One story, rendered as in the window. */
export function Stage({ item, onTell }: StageProps) {
  const { family, story, address } = item;
  const displayed = useMemo(() => story.show(address), [story, address]);
  const services = useMemo(() => galleryServices(displayed, onTell), [displayed, onTell]);
  return (
    <>
      <div className={styles.story}>
        <h2>{family.title}</h2>
        <h3 className={layout.words}>{story.title}</h3>
      </div>
      <div className={styles.stage}>
        <RenderServicesProvider value={services}>
          <StoryView shown={displayed} />
        </RenderServicesProvider>
      </div>
    </>
  );
}

function StoryView({ shown }: { readonly shown: RenderedStory }) {
  switch (shown.kind) {
    case 'subject':
      return <RenderedSubject subject={shown.subject} />;
    case 'element':
      return shown.element;
    case 'deltas':
      return <DeltaPlayer chain={shown.chain} nodeId="gate" interruptKind="clarification" />;
    case 'reasoning':
      return <ReasoningLane moment={shown.moment} at={shown.at} />;
    default:
      return unreachable(shown);
  }
}
