import { classNames, LiveRegion, layout } from '@openwop-inspector/ui';
import { useMemo, useState } from 'react';
import styles from './Gallery.module.css';
import { GalleryList } from './GalleryList.tsx';
import { galleryItems } from './gallery-place.ts';
import { Stage } from './Stage.tsx';
import type { Family } from './story.ts';
import { ThemeChoice } from './ThemeChoice.tsx';
import { useGalleryPlace } from './use-gallery-place.ts';

export interface GalleryProps {
  readonly families: readonly Family[];
}

/** Every renderer in every state: the list on the left, the chosen one on the right. */
export function Gallery({ families }: GalleryProps) {
  const items = useMemo(() => galleryItems(families), [families]);
  const item = useGalleryPlace(items);
  const [told, setTold] = useState('');
  return (
    <div className={styles.gallery}>
      <header className={classNames(layout.row, layout.chrome, layout.gap12, styles.bar)}>
        <h1 className={layout.title}>Gallery of renderers</h1>
        <span className={layout.caption}>j and k go on and back</span>
        <span className={layout.flexes} />
        <ThemeChoice />
      </header>
      <GalleryList families={families} address={item?.address ?? ''} />
      <main className={styles.main} aria-label={item === undefined ? 'Nothing chosen' : titleOf(item)}>
        {item === undefined ? null : <Stage key={item.address} item={item} onTell={setTold} />}
      </main>
      <p className={classNames(layout.clip, layout.aside, layout.chrome, styles.told)} role="status">
        {told}
      </p>
      <LiveRegion />
    </div>
  );
}

function titleOf({ family, story }: { readonly family: Family; readonly story: { readonly title: string } }) {
  return `${family.title}: ${story.title}`;
}
